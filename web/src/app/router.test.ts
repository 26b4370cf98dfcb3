import { generatePath, matchRoutes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { PAGES, REDIRECTS } from './pages.ts';
import { routes } from './router.tsx';

const nobody = { user: async () => null, load: () => Promise.reject(new Error('Nobody signs in here')) };
const all = routes(nobody, () => Promise.reject(new Error('No page is loaded here')));

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
const portals = PAGES.filter(
  ({ who, parent }) => who !== 'anyone' || (parent !== '/' && parent !== '/Contact'),
);

test.each(portals.map(({ path }) => path).filter((path) => path !== '/home'))(
  '%s is drawn by its own page, whatever its case',
  (path) => {
    const address = generatePath(path, params);
    expect(found(address)?.handle).toMatchObject({ path });
    expect(found(address.toUpperCase())?.handle).toMatchObject({ path });
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
