import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import type { NotificationStore } from '../features/clients/notifications/store.ts';
import { Verifying } from '../features/identity/sessions/components/verifying.tsx';
import type { SessionSource } from '../features/identity/sessions/session-source.ts';
import { storeRequestedPath } from '../features/identity/sessions/sign-in-redirect.ts';
import { publicRoutes } from '../features/public-site/marketing/routes.ts';
import { ErrorPage } from './error-page.tsx';
import { followSession } from './follow-session.ts';
import { type Gate, withGuards } from './guard.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { OPEN_PAGES } from './open-pages.ts';
import { PageContext } from './page-context.tsx';
import { pageRoute } from './page-route.ts';
import { type RouteSources, withPortalFrame } from './portal-frame.tsx';
import { Splash } from './splash.tsx';
import { syncDocumentTitle } from './sync-document-title.ts';
import { currentVisitor } from './visitor.ts';

const ROOT = 'root';

/** Returns the routes of the first screens; the page table decides about access. */
export function routes(sources: RouteSources, gate: Gate): RouteObject[] {
  const pages: RouteObject[] = [
    publicRoutes(),
    pageRoute('/login', () => import('../features/identity/sessions/pages/login-page.tsx')),
    pageRoute(
      '/login-selection',
      () => import('../features/identity/sessions/pages/login-selection-page.tsx'),
    ),
    {
      ...withPortalFrame(sources, [
        pageRoute('/client/login', () => import('../features/identity/sessions/pages/client-login-page.tsx')),
      ]),
      HydrateFallback: Verifying,
    },
  ];
  return [
    {
      id: ROOT,
      HydrateFallback: Splash,
      ErrorBoundary: ErrorPage,
      Component: PageContext,
      children: [...withGuards(pages, OPEN_PAGES, gate), { path: '*', Component: NotFoundPage }],
    },
  ];
}

/** Creates the router, which follows the session. Opening any other route loads all other routes. */
export function createRouter(session: SessionSource) {
  let client: Promise<QueryClient> | undefined;
  let notifications: Promise<NotificationStore> | undefined;
  const queryClient = () => {
    client ??= import('../shared/query-client.ts').then(({ createQueryClient }) => createQueryClient());
    return client;
  };
  const notificationStore = () => {
    notifications ??= import('../features/clients/notifications/store.ts').then(
      ({ createNotificationStore }) => createNotificationStore(),
    );
    return notifications;
  };
  const sources: RouteSources = { session, queryClient, notificationStore };
  const gate: Gate = { visitor: () => currentVisitor(session), remember: storeRequestedPath };
  let isPatched = false;
  const router = createBrowserRouter(routes(sources, gate), {
    async patchRoutesOnNavigation({ patch }) {
      if (isPatched) return;
      const { signedInRoutes } = await import('./signed-in-routes.ts');
      // Two navigations may wait for the same load.
      if (!isPatched) patch(ROOT, signedInRoutes(sources, gate));
      isPatched = true;
    },
  });
  syncDocumentTitle(router);
  const forget = (isOtherIdentity: boolean) => {
    void client?.then((cache) => cache.clear());
    // "Your plan changed" arrives together with the changed rights.
    if (isOtherIdentity) void notifications?.then((store) => store.clear());
  };
  void session.started.then((started) => followSession(router, started, forget));
  return router;
}
