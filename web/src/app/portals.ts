import type { RouteObject } from 'react-router-dom';
import { portalRoutes } from '../features/portal-routes.ts';
import { propertyHubRoutes } from '../features/property-hub-routes.ts';
import { ErrorPage } from './error-page.tsx';
import { framed, type Sources } from './framed.tsx';
import { type Gate, guarded, redirections } from './guard.ts';
import { PAGES, REDIRECTS } from './pages.ts';

/** Every address behind or around the sign-in, and those that lead to others: the first screens do without them. */
export function portals(sources: Sources, gate: Gate): RouteObject[] {
  const workspace = (...children: RouteObject[]): RouteObject => ({
    lazy: () => import('./shell/workspace.tsx'),
    children: [{ ErrorBoundary: ErrorPage, children }],
  });
  const pages = framed(sources, [
    ...['/ForgotPassword', '/forgot-password'].map((path) => ({
      path,
      lazy: () => import('../features/session/pages/forgot-password-page.tsx'),
    })),
    { path: '/client/setup', lazy: () => import('../features/session/pages/client-setup-page.tsx') },
    { path: '/setup', lazy: () => import('../features/session/pages/setup-page.tsx') },
    {
      path: '/Unauthorized',
      loader: () => sources.session.user().then(() => null),
      lazy: () => import('../features/session/pages/unauthorized-page.tsx'),
    },
    workspace(
      ...['/AdminPortal', '/ManagerPortal', '/EmployeePortal'].map((path) => ({
        path,
        lazy: () => import('../features/session/pages/role-home-page.tsx'),
      })),
      { path: '/account', lazy: () => import('../features/account/pages/account-page.tsx') },
      ...portalRoutes(),
      ...propertyHubRoutes(sources.queryClient),
    ),
  ]);
  return [...guarded([pages], PAGES, gate), ...redirections(REDIRECTS, gate)];
}
