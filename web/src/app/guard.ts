import { type MiddlewareFunction, type RouteObject, redirect } from 'react-router-dom';
import { decide, landingOf, type Visitor } from './access.ts';
import { type PageRow, pageAt, REDIRECTS } from './pages.ts';
import { Splash } from './splash.tsx';

export interface Gate {
  visitor(): Promise<Visitor>;
  /** Keeps what was asked for until after the sign-in. */
  remember(path: string): void;
}

/**
 * Gives each page of these routes its row of the table: its guard runs before anything is loaded or rendered,
 * its title and breadcrumbs are found through `handle`. An address without a row is a mistake in the code.
 */
export function guarded(routes: readonly RouteObject[], gate: Gate, base = ''): RouteObject[] {
  return routes.map((route): RouteObject => {
    const path = [base, route.path].filter(Boolean).join('/').replaceAll('//', '/');
    if (route.children) return { ...route, children: guarded(route.children, gate, path) };
    const row = pageAt(path);
    if (!row) throw new Error(`No row in pages.ts for ${path}`);
    return {
      ...route,
      handle: row,
      middleware: [...(route.middleware ?? []), guardOf(row, gate)],
      // Middleware only runs for routes that load something.
      loader: route.loader ?? (() => null),
    };
  });
}

function guardOf(row: PageRow, gate: Gate): MiddlewareFunction {
  return async ({ request, params }) => {
    const { pathname, search } = new URL(request.url);
    const decision = decide(row, await gate.visitor(), { pathname, search, params });
    if (decision.enter) return;
    if (decision.remember) gate.remember(pathname + search);
    throw redirect(decision.to);
  };
}

/** The addresses that only lead to others. */
export function redirections(gate: Gate): RouteObject[] {
  return REDIRECTS.map(({ path, to }) => ({
    path,
    Component: Splash,
    loader: async ({ request, params }) => {
      const { pathname, search } = new URL(request.url);
      return redirect(landingOf(to, await gate.visitor(), { pathname, search, params }));
    },
  }));
}
