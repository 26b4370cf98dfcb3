import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { portalRoutes } from '../features/portal-routes.ts';
import { propertyHubRoutes } from '../features/property-hub-routes.ts';
import { publicRoutes } from '../features/public/routes.ts';
import { Verifying } from '../features/session/components/verifying.tsx';
import { rememberWantedPath } from '../features/session/guards.ts';
import type { SessionSource } from '../features/session/session-source.ts';
import { ErrorPage } from './error-page.tsx';
import { followSession } from './follow-session.ts';
import { type Gate, guarded, redirections } from './guard.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PlaceOfPage } from './place-of-page.tsx';
import { Splash } from './splash.tsx';
import { keepTitle } from './titles.ts';
import { currentVisitor } from './visitor.ts';

/** The portals' frame, which the public pages do without. */
const framed = (
  source: Pick<SessionSource, 'load'>,
  queryClient: () => Promise<QueryClient>,
  children: RouteObject[],
): RouteObject => ({
  lazy: async () => {
    const [{ Frame }, client] = await Promise.all([import('./frame.tsx'), queryClient(), source.load()]);
    return { element: <Frame queryClient={client} /> };
  },
  children,
});

/** Every address of the app: what draws it. Who may open it, and what it is called, stands in pages.ts. */
export function routes(
  session: Pick<SessionSource, 'user' | 'load'>,
  queryClient: () => Promise<QueryClient>,
): RouteObject[] {
  const gate: Gate = { visitor: () => currentVisitor(session), remember: rememberWantedPath };
  const workspace = (...children: RouteObject[]): RouteObject => ({
    lazy: () => import('./shell/workspace.tsx'),
    children: [{ ErrorBoundary: ErrorPage, children }],
  });
  const pages: RouteObject[] = [
    publicRoutes(),
    { path: '/login', lazy: () => import('../features/session/pages/login-page.tsx') },
    { path: '/login-selection', lazy: () => import('../features/session/pages/login-selection-page.tsx') },
    framed(session, queryClient, [
      ...['/ForgotPassword', '/forgot-password'].map((path) => ({
        path,
        lazy: () => import('../features/session/pages/forgot-password-page.tsx'),
      })),
      {
        path: '/client/login',
        HydrateFallback: Verifying,
        lazy: () => import('../features/session/pages/client-login-page.tsx'),
      },
      { path: '/client/setup', lazy: () => import('../features/session/pages/client-setup-page.tsx') },
      { path: '/setup', lazy: () => import('../features/session/pages/setup-page.tsx') },
      {
        path: '/Unauthorized',
        loader: () => session.user().then(() => null),
        lazy: () => import('../features/session/pages/unauthorized-page.tsx'),
      },
      workspace(
        ...['/AdminPortal', '/ManagerPortal', '/EmployeePortal'].map((path) => ({
          path,
          lazy: () => import('../features/session/pages/role-home-page.tsx'),
        })),
        { path: '/account', lazy: () => import('../features/account/pages/account-page.tsx') },
        ...portalRoutes(),
        ...propertyHubRoutes(queryClient),
      ),
    ]),
  ];
  return [
    {
      HydrateFallback: Splash,
      ErrorBoundary: ErrorPage,
      Component: PlaceOfPage,
      children: [...guarded(pages, gate), ...redirections(gate), { path: '*', Component: NotFoundPage }],
    },
  ];
}

/** The router; where the session goes, it follows. */
export function createRouter(session: SessionSource) {
  let client: Promise<QueryClient> | undefined;
  const queryClient = () => {
    client ??= import('../shared/query-client.ts').then(({ createQueryClient }) => createQueryClient());
    return client;
  };
  const router = createBrowserRouter(routes(session, queryClient));
  keepTitle(router);
  const forget = () => void client?.then((cache) => cache.clear());
  void session.started.then((started) => followSession(router, started, forget));
  return router;
}
