import type { RouteObject } from 'react-router-dom';

/** Creates a route whose page is loaded on demand. */
export const pageRoute = (path: string, lazy: RouteObject['lazy']): RouteObject =>
  ({ path, lazy }) as RouteObject;
