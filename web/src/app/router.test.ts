import { generatePath, matchRoutes, type RouteObject } from 'react-router-dom';
import { expect, test } from 'vitest';
import { isOpen } from './open-pages.ts';
import { PAGES, REDIRECTS } from './pages.ts';
import { portals } from './portals.ts';
import { routes } from './router.tsx';

const sources = {
  session: { user: async () => null, load: () => Promise.reject(new Error('Nobody signs in here')) },
  queryClient: () => Promise.reject(new Error('No page is loaded here')),
};
const gate = { visitor: async () => ({ kind: 'anonymous' as const }), remember: () => {} };
const first = routes(sources, gate);
/** As when the rest has been asked for. */
const all: RouteObject[] = [
  { children: [...first.flatMap(({ children }) => children ?? []), ...portals(sources, gate)] },
];

const params = {
  clientId: 'acme',
  adminId: 'a',
  datasetKey: '90210',
  candidateId: 'c',
  importId: 'i',
  '*': 'rest',
};
const found = (path: string) => matchRoutes(all, path)?.at(-1)?.route;

/** Every page but those of the public site, which hang below its home. */
const behind = PAGES.filter(
  ({ who, parent }) => who !== 'anyone' || (parent !== '/' && parent !== '/Contact'),
);

test.each(behind.map(({ path }) => path).filter((path) => path !== '/home'))(
  '%s is drawn by its own page, whatever its case',
  (path) => {
    const address = generatePath(path, params);
    expect(found(address)?.handle).toMatchObject({ row: { path } });
    expect(found(address.toUpperCase())?.handle).toMatchObject({ row: { path } });
  },
);

test.each(REDIRECTS.map(({ path }) => path))('%s is not taken by a page', (path) => {
  expect(found(generatePath(path, params))).toMatchObject({ path });
});

test.each(['/nowhere', '/SuperAdminPortal/nowhere', '/ai/nowhere', '/client/acme/nowhere'])(
  '%s leads nowhere',
  (path) => {
    expect(found(path)).toMatchObject({ path: '*' });
  },
);

test('pages that need no session are known by path, without regard to case', () => {
  for (const path of ['/', '/About', '/login', '/TermsOfUse', '/ForgotPassword/', '/salesquotepage']) {
    expect(isOpen(path)).toBe(true);
  }
  for (const path of ['/propertyhub', '/client/portal', '/SuperAdminPortal', '/about/us']) {
    expect(isOpen(path)).toBe(false);
  }
});
