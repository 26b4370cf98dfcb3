import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router-dom';
import type { SessionSource } from '../features/session/session-source.ts';

/** What the routes of the portals need: whose session it is, and where the server's state is kept. */
export interface Sources {
  session: Pick<SessionSource, 'user' | 'load'>;
  queryClient: () => Promise<QueryClient>;
}

/** The portals' frame, which the public pages do without. */
export const framed = ({ session, queryClient }: Sources, children: RouteObject[]): RouteObject => ({
  lazy: async () => {
    const [{ Frame }, client] = await Promise.all([import('./frame.tsx'), queryClient(), session.load()]);
    return { element: <Frame queryClient={client} /> };
  },
  children,
});
