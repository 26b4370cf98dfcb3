import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { Verifying } from '../features/identity/sessions/components/verifying.tsx';
import type { SessionSource } from '../features/identity/sessions/session-source.ts';
import { storeRequestedPath } from '../features/identity/sessions/sign-in-redirect.ts';
import { publicRoutes } from '../features/public-site/marketing/routes.ts';
import { loadOnce } from '../shared/load-once.ts';
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

/** Returns the routes that are loaded at startup. Guards check access against the page table. */
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

/** Creates the router and subscribes it to the session. The first visit to any other route loads the signed-in routes. */
export function createRouter(session: SessionSource) {
  const client = loadOnce(async () => (await import('../shared/query-client.ts')).createQueryClient());
  const notifications = loadOnce(async () =>
    (await import('../features/clients/notifications/store.ts')).createNotificationStore(),
  );
  const sources: RouteSources = {
    session,
    queryClient: client.load,
    notificationStore: notifications.load,
  };
  const gate: Gate = { visitor: () => currentVisitor(session), remember: storeRequestedPath };
  let isPatched = false;
  const router = createBrowserRouter(routes(sources, gate), {
    async patchRoutesOnNavigation({ patch }) {
      const { signedInRoutes } = await import('./signed-in-routes.ts');
      // Two navigations may wait for the same load.
      if (!isPatched) patch(ROOT, signedInRoutes(sources, gate));
      isPatched = true;
    },
  });
  syncDocumentTitle(router);
  const clearCache = (isOtherIdentity: boolean) => {
    client.current()?.clear();
    // Keep notifications if only the permissions changed: "Your plan changed" arrives with that change.
    if (isOtherIdentity) notifications.current()?.clear();
  };
  void session.started.then((started) => followSession(router, started, clearCache));
  return router;
}
