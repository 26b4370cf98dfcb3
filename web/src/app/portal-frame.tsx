import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router-dom';
import type { NotificationStore } from '../features/clients/notifications/store.ts';
import type { SessionSource } from '../features/identity/sessions/session-source.ts';

/** Dependencies of the portal routes: the session, the query cache and the notifications. */
export interface RouteSources {
  session: Pick<SessionSource, 'user' | 'load'>;
  queryClient: () => Promise<QueryClient>;
  notificationStore: () => Promise<NotificationStore>;
}

/** Wraps routes in the portals' frame. */
export const withPortalFrame = (
  { session, queryClient, notificationStore }: RouteSources,
  children: RouteObject[],
): RouteObject => ({
  lazy: async () => {
    const [{ Frame }, client, notifications] = await Promise.all([
      import('./frame.tsx'),
      queryClient(),
      notificationStore(),
      session.load(),
    ]);
    return { element: <Frame queryClient={client} notifications={notifications} /> };
  },
  children,
});
