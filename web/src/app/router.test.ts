import { generatePath, matchRoutes, type RouteObject } from 'react-router-dom';
import { expect, test } from 'vitest';
import { needsNoSession } from './open-pages.ts';
import { PAGES, REDIRECTS } from './pages.ts';
import { routes } from './router.tsx';
import { signedInRoutes } from './signed-in-routes.ts';

const sources = {
  session: { user: async () => null, load: () => Promise.reject(new Error('No sign-in in this test')) },
  queryClient: () => Promise.reject(new Error('No page is loaded here')),
  notificationStore: () => Promise.reject(new Error('No page is loaded here')),
};
const gate = { visitor: async () => ({ kind: 'anonymous' as const }), remember: () => {} };
const firstRoutes = routes(sources, gate);
/** The complete route table, as after the signed-in routes are loaded. */
const allRoutes: RouteObject[] = [
  { children: [...firstRoutes.flatMap(({ children }) => children ?? []), ...signedInRoutes(sources, gate)] },
];

const params = {
  clientId: 'acme',
  adminId: 'a',
  datasetKey: '90210',
  candidateId: 'c',
  importId: 'i',
  '*': 'rest',
};
const routeAt = (path: string) => matchRoutes(allRoutes, path)?.at(-1)?.route;

/** All pages except the public ones, whose breadcrumb parent is the home or contact page. */
const nonPublicPages = PAGES.filter(
  ({ access, parent }) => access !== 'anyone' || (parent !== '/' && parent !== '/Contact'),
);

test.each(nonPublicPages.map(({ path }) => path).filter((path) => path !== '/home'))(
  'renders %s with its own page, ignoring case',
  (path) => {
    const pathname = generatePath(path, params);
    expect(routeAt(pathname)?.handle).toMatchObject({ row: { path } });
    expect(routeAt(pathname.toUpperCase())?.handle).toMatchObject({ row: { path } });
  },
);

test.each(REDIRECTS.map(({ path }) => path))('%s matches its redirect, not a page', (path) => {
  expect(routeAt(generatePath(path, params))).toMatchObject({ path });
});

test.each(['/nowhere', '/SuperAdminPortal/nowhere', '/ai/nowhere', '/client/acme/nowhere'])(
  '%s matches no page',
  (path) => {
    expect(routeAt(path)).toMatchObject({ path: '*' });
  },
);

test('recognizes pages that need no session by path, ignoring case', () => {
  for (const path of ['/', '/About', '/login', '/TermsOfUse', '/ForgotPassword/', '/salesquotepage']) {
    expect(needsNoSession(path)).toBe(true);
  }
  for (const path of ['/propertyhub', '/client/portal', '/SuperAdminPortal', '/about/us']) {
    expect(needsNoSession(path)).toBe(false);
  }
});
