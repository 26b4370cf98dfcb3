import { type MiddlewareFunction, type RouteObject, redirect } from 'react-router-dom';
import { decide, landingOf, type Visitor } from './access.ts';
import { type PageRow, rowOf } from './open-pages.ts';
import { Splash } from './splash.tsx';

export interface Gate {
  visitor(): Promise<Visitor>;
  /** Keeps what was asked for until after the sign-in. */
  remember(path: string): void;
}

/** What a page's route carries: its row, and the table that its breadcrumbs are found in. */
export interface PageHandle {
  row: PageRow;
  rows: readonly PageRow[];
}

/**
 * Gives each page of these routes its row of the table: its guard runs before anything is loaded or rendered,
 * its title and breadcrumbs are found through `handle`. An address without a row is a mistake in the code.
 */
export function guarded(
  routes: readonly RouteObject[],
  rows: readonly PageRow[],
  gate: Gate,
  base = '',
): RouteObject[] {
  return routes.map((route): RouteObject => {
    const path = [base, route.path].filter(Boolean).join('/').replaceAll('//', '/');
    if (route.children) return { ...route, children: guarded(route.children, rows, gate, path) };
    const row = rowOf(path, rows);
    if (!row) throw new Error(`No row for ${path}`);
    return {
      ...route,
      handle: { row, rows } satisfies PageHandle,
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
export function redirections(redirects: readonly { path: string; to: string }[], gate: Gate): RouteObject[] {
  return redirects.map(({ path, to }) => ({
    path,
    Component: Splash,
    loader: async ({ request, params }) => {
      const { pathname, search } = new URL(request.url);
      return redirect(landingOf(to, await gate.visitor(), { pathname, search, params }));
    },
  }));
}
