import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { publicRoutes } from '../features/public/routes.ts';
import { Verifying } from '../features/session/components/verifying.tsx';
import { rememberWantedPath } from '../features/session/guards.ts';
import type { SessionSource } from '../features/session/session-source.ts';
import { ErrorPage } from './error-page.tsx';
import { followSession } from './follow-session.ts';
import { framed, type Sources } from './framed.tsx';
import { type Gate, guarded } from './guard.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { OPEN_PAGES } from './open-pages.ts';
import { PlaceOfPage } from './place-of-page.tsx';
import { Splash } from './splash.tsx';
import { keepTitle } from './titles.ts';
import { currentVisitor } from './visitor.ts';

const ROOT = 'root';

/** The addresses that the first screens are at: what draws them. Who may open one stands in the table of pages. */
export function routes(sources: Sources, gate: Gate): RouteObject[] {
  const pages: RouteObject[] = [
    publicRoutes(),
    { path: '/login', lazy: () => import('../features/session/pages/login-page.tsx') },
    { path: '/login-selection', lazy: () => import('../features/session/pages/login-selection-page.tsx') },
    {
      ...framed(sources, [
        {
          path: '/client/login',
          lazy: () => import('../features/session/pages/client-login-page.tsx'),
        },
      ]),
      HydrateFallback: Verifying,
    },
  ];
  return [
    {
      id: ROOT,
      HydrateFallback: Splash,
      ErrorBoundary: ErrorPage,
      Component: PlaceOfPage,
      children: [...guarded(pages, OPEN_PAGES, gate), { path: '*', Component: NotFoundPage }],
    },
  ];
}

/** The router; where the session goes, it follows. All other addresses come with the first of them that is asked for. */
export function createRouter(session: SessionSource) {
  let client: Promise<QueryClient> | undefined;
  const queryClient = () => {
    client ??= import('../shared/query-client.ts').then(({ createQueryClient }) => createQueryClient());
    return client;
  };
  const sources: Sources = { session, queryClient };
  const gate: Gate = { visitor: () => currentVisitor(session), remember: rememberWantedPath };
  let known = false;
  const router = createBrowserRouter(routes(sources, gate), {
    async patchRoutesOnNavigation({ patch }) {
      if (known) return;
      const { portals } = await import('./portals.ts');
      // Two navigations may have waited for it.
      if (!known) patch(ROOT, portals(sources, gate));
      known = true;
    },
  });
  keepTitle(router);
  const forget = () => void client?.then((cache) => cache.clear());
  void session.started.then((started) => followSession(router, started, forget));
  return router;
}
