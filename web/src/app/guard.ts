import { type MiddlewareFunction, type RouteObject, redirect } from 'react-router-dom';
import { decide, redirectTarget, type Visitor } from './access.ts';
import { type PageRow, rowOf } from './open-pages.ts';
import { Splash } from './splash.tsx';

export interface Gate {
  visitor(): Promise<Visitor>;
  /** Stores the requested page until after sign-in. */
  remember(path: string): void;
}

/** Route handle of a page: its row, and the table with the rows of its breadcrumbs. */
export interface PageHandle {
  row: PageRow;
  rows: readonly PageRow[];
}

/**
 * Adds a guard to each route, which runs before the page is loaded, and the route's row of the page table as `handle`,
 * for title and breadcrumbs. Throws if a route has no row.
 */
export function withGuards(
  routes: readonly RouteObject[],
  rows: readonly PageRow[],
  gate: Gate,
  base = '',
): RouteObject[] {
  return routes.map((route): RouteObject => {
    const path = [base, route.path].filter(Boolean).join('/').replaceAll('//', '/');
    if (route.children) return { ...route, children: withGuards(route.children, rows, gate, path) };
    const row = rowOf(path, rows);
    if (!row) throw new Error(`No row for ${path}`);
    return {
      ...route,
      handle: { row, rows } satisfies PageHandle,
      middleware: [...(route.middleware ?? []), guardOf(row, gate)],
      // Middleware runs only for routes with a loader.
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

export function redirectRoutes(rows: readonly { path: string; to: string }[], gate: Gate): RouteObject[] {
  return rows.map(({ path, to }) => ({
    path,
    Component: Splash,
    loader: async ({ request, params }) => {
      const { pathname, search } = new URL(request.url);
      return redirect(redirectTarget(to, await gate.visitor(), { pathname, search, params }));
    },
  }));
}
