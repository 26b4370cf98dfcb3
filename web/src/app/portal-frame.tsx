import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router-dom';
import type { SessionSource } from '../features/identity/sessions/session-source.ts';

/** Dependencies of the portal routes: the session and the query cache. */
export interface RouteSources {
  session: Pick<SessionSource, 'user' | 'load'>;
  queryClient: () => Promise<QueryClient>;
}

/** Wraps routes in the portals' frame. */
export const withPortalFrame = (
  { session, queryClient }: RouteSources,
  children: RouteObject[],
): RouteObject => ({
  lazy: async () => {
    const [{ Frame }, client] = await Promise.all([import('./frame.tsx'), queryClient(), session.load()]);
    return { element: <Frame queryClient={client} /> };
  },
  children,
});
