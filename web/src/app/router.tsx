import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, type RouteObject, redirect } from 'react-router-dom';
import { propertyHubRoutes } from '../features/property-hub-routes.ts';
import { afterSignIn, requireRole, skipWhenSignedIn, toHome } from '../features/session/guards.ts';
import type { Ending } from '../features/session/machine.ts';
import type { Session } from '../features/session/session.ts';
import { ErrorPage } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Splash } from './splash.tsx';

/** Pages that a session's end leaves alone (spec 000 §2). */
const PUBLIC = /^\/($|login|forgotpassword|unauthorized)/i;

const FAREWELLS: Record<Ending, string> = {
  'signed-out': '/login?action=logout',
  'sign-out-failed': '/login?action=logout&error=true',
  'timed-out': '/login?timeout=true',
};

/** The portals' frame, which the public pages do without. */
const framed = (queryClient: () => Promise<QueryClient>, children: RouteObject[]): RouteObject => ({
  lazy: async () => {
    const [{ Frame }, client] = await Promise.all([import('./frame.tsx'), queryClient()]);
    return { element: <Frame queryClient={client} /> };
  },
  children,
});

/** Every address of the app. Guards are middleware: they redirect before anything is loaded or rendered. */
function routes(session: Session, queryClient: () => Promise<QueryClient>): RouteObject[] {
  const workspace = (children: RouteObject[], ...roles: Parameters<typeof requireRole>[1]): RouteObject => ({
    middleware: [requireRole(session, roles)],
    // Middleware only runs for routes that load something.
    loader: () => null,
    lazy: () => import('./shell/workspace.tsx'),
    children: [{ ErrorBoundary: ErrorPage, children }],
  });
  return [
    {
      HydrateFallback: Splash,
      ErrorBoundary: ErrorPage,
      children: [
        { path: '/', loader: toHome(session), Component: Splash },
        framed(queryClient, [
          {
            path: '/login',
            loader: skipWhenSignedIn(session),
            lazy: () => import('../features/session/pages/login-page.tsx'),
          },
          {
            path: '/login-selection',
            lazy: () => import('../features/session/pages/login-selection-page.tsx'),
          },
          {
            path: '/ForgotPassword',
            lazy: () => import('../features/session/pages/forgot-password-page.tsx'),
          },
          {
            path: '/Unauthorized',
            loader: () => session.user().then(() => null),
            lazy: () => import('../features/session/pages/unauthorized-page.tsx'),
          },
          workspace(
            [
              { path: '/SuperAdminPortal', loader: () => redirect('/propertyhub'), Component: Splash },
              ...['/property-hub', '/aduhub'].map(
                (alias): RouteObject => ({
                  path: `${alias}/*`,
                  loader: ({ params, request }) =>
                    redirect(
                      ['/propertyhub', params['*']].filter(Boolean).join('/') + new URL(request.url).search,
                    ),
                  Component: Splash,
                }),
              ),
              propertyHubRoutes(queryClient),
            ],
            'SuperAdmin',
          ),
          workspace(
            ['/AdminPortal', '/ManagerPortal', '/EmployeePortal'].map((path) => ({
              path,
              lazy: () => import('../features/session/pages/role-home-page.tsx'),
            })),
            'SuperAdmin',
            'Admin',
            'Manager',
            'Employee',
          ),
        ]),
        { path: '*', Component: NotFoundPage },
      ],
    },
  ];
}

/** The router; where the session goes, it follows. */
export function createRouter(session: Session) {
  let client: Promise<QueryClient> | undefined;
  const queryClient = () => {
    client ??= import('../shared/query-client.ts').then(({ createQueryClient }) => createQueryClient());
    return client;
  };
  const router = createBrowserRouter(routes(session, queryClient));
  let signedIn = session.actor.getSnapshot().hasTag('signed-in');
  let signingIn = false;
  session.actor.subscribe((snapshot) => {
    const { ending } = snapshot.context;
    if (snapshot.hasTag('signed-in')) {
      if (signingIn) void router.navigate(afterSignIn(session), { replace: true });
      signedIn = true;
    } else if (signedIn && snapshot.matches('unauthenticated')) {
      signedIn = false;
      void client?.then((cache) => cache.clear());
      if (ending && !PUBLIC.test(router.state.location.pathname)) void router.navigate(FAREWELLS[ending]);
    }
    signingIn = snapshot.hasTag('signing-in');
  });
  return router;
}
