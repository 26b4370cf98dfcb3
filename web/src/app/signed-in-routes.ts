import type { RouteObject } from 'react-router-dom';
import { ErrorPage } from './error-page.tsx';
import { type Gate, redirectRoutes, withGuards } from './guard.ts';
import { pageRoute } from './page-route.ts';
import { PAGES, REDIRECTS } from './pages.ts';
import { type RouteSources, withPortalFrame } from './portal-frame.tsx';
import { portalRoutes } from './portal-routes.ts';
import { propertyHubRoutes } from './property-hub-routes.ts';

/** Returns all routes behind sign-in and the redirects; loaded after the first screens. */
export function signedInRoutes(sources: RouteSources, gate: Gate): RouteObject[] {
  const workspace = (...children: RouteObject[]): RouteObject => ({
    lazy: () => import('./shell/workspace.tsx'),
    children: [{ ErrorBoundary: ErrorPage, children }],
  });
  const pages = withPortalFrame(sources, [
    ...['/ForgotPassword', '/forgot-password'].map((path) =>
      pageRoute(path, () => import('../features/identity/sessions/pages/forgot-password-page.tsx')),
    ),
    ...['/confirm-email', '/client/confirm-email'].map((path) =>
      pageRoute(path, () => import('../features/identity/sessions/pages/confirm-email-page.tsx')),
    ),
    pageRoute('/client/setup', () => import('../features/identity/sessions/pages/client-setup-page.tsx')),
    pageRoute('/setup', () => import('../features/identity/sessions/pages/setup-page.tsx')),
    {
      path: '/Unauthorized',
      loader: () => sources.session.user().then(() => null),
      lazy: () => import('../features/identity/sessions/pages/unauthorized-page.tsx'),
    },
    workspace(
      ...['/AdminPortal', '/ManagerPortal', '/EmployeePortal'].map((path) =>
        pageRoute(path, () => import('../features/identity/sessions/pages/role-home-page.tsx')),
      ),
      pageRoute('/account', () => import('../features/identity/account/pages/account-page.tsx')),
      ...portalRoutes(),
      ...propertyHubRoutes(sources.queryClient),
    ),
  ]);
  return [...withGuards([pages], PAGES, gate), ...redirectRoutes(REDIRECTS, gate)];
}
