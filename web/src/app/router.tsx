import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, type RouteObject, redirect } from 'react-router-dom';
import { propertyHubRoutes } from '../features/property-hub-routes.ts';
import { afterSignIn, rememberWantedPath, toHome } from '../features/session/guards.ts';
import type { Ending } from '../features/session/machine.ts';
import type { Session } from '../features/session/session.ts';
import { ErrorPage } from './error-page.tsx';
import { type Gate, guarded, redirections } from './guard.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PlaceOfPage } from './place-of-page.tsx';
import { Splash } from './splash.tsx';
import { keepTitle } from './titles.ts';
import { currentVisitor } from './visitor.ts';

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

/** Every address of the app: what draws it. Who may open it, and what it is called, stands in pages.ts. */
function routes(session: Session, queryClient: () => Promise<QueryClient>): RouteObject[] {
  const gate: Gate = { visitor: () => currentVisitor(session), remember: rememberWantedPath };
  const workspace = (...children: RouteObject[]): RouteObject => ({
    lazy: () => import('./shell/workspace.tsx'),
    children: [{ ErrorBoundary: ErrorPage, children }],
  });
  const pages: RouteObject[] = [
    { path: '/', loader: toHome(session), Component: Splash },
    framed(queryClient, [
      { path: '/login', lazy: () => import('../features/session/pages/login-page.tsx') },
      { path: '/login-selection', lazy: () => import('../features/session/pages/login-selection-page.tsx') },
      ...['/ForgotPassword', '/forgot-password'].map((path) => ({
        path,
        lazy: () => import('../features/session/pages/forgot-password-page.tsx'),
      })),
      {
        path: '/Unauthorized',
        loader: () => session.user().then(() => null),
        lazy: () => import('../features/session/pages/unauthorized-page.tsx'),
      },
      workspace(
        { path: '/SuperAdminPortal', loader: () => redirect('/propertyhub'), Component: Splash },
        ...['/AdminPortal', '/ManagerPortal', '/EmployeePortal'].map((path) => ({
          path,
          lazy: () => import('../features/session/pages/role-home-page.tsx'),
        })),
        propertyHubRoutes(queryClient),
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
export function createRouter(session: Session) {
  let client: Promise<QueryClient> | undefined;
  const queryClient = () => {
    client ??= import('../shared/query-client.ts').then(({ createQueryClient }) => createQueryClient());
    return client;
  };
  const router = createBrowserRouter(routes(session, queryClient));
  keepTitle(router);
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
