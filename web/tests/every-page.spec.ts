import type { Page } from '@playwright/test';
import type { PageRow } from '../src/app/open-pages.ts';
import { PAGES } from '../src/app/pages.ts';
import {
  type DemoName,
  expect,
  expectAccessibleLayout,
  signInAs,
  signInAsSuperAdmin,
  test,
} from './support.ts';

// axe checks every element, in both color schemes and at three widths.
test.slow();

type Parts = Readonly<Record<string, string>>;

/** One row per page; a page with several paths is opened at its first path. */
const ROWS = [...new Map(PAGES.toReversed().map((row) => [pageOf(row), row])).values()].toReversed();

/** Identifies a page; staff and clients have pages with the same title. */
function pageOf({ path, title, access }: PageRow): string {
  return [title, String(access), path.startsWith('/client/')].join();
}

const urlOf = (path: string, parts: Parts) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`${path} needs a value for ${name}`);
    return part;
  });

/** Returns a user access can open the page; undefined for public pages. */
function visitorOf({ access }: PageRow): 'SuperAdmin' | DemoName | undefined {
  if (access === 'client') return 'Property Finder client';
  if (typeof access === 'string') return undefined;
  const [role] = access;
  if (role === undefined) throw new Error('No role can open this page');
  return role;
}

const reader = (page: Page) => async (path: string) => {
  const response = await page.request.get(path);
  expect(response.ok(), path).toBe(true);
  return response.json();
};

/** Returns URL parameters of existing records, for staff. */
async function staffParts(page: Page): Promise<Parts> {
  const read = reader(page);
  const [client] = await read('/api/ai/clients');
  const { admins } = await read('/api/client-admin/get-all-client-admins');
  const { data: candidates } = await read('/api/geo/candidates?datasetKey=hawthorne&limit=1');
  const { data: imports } = await read('/api/geo/imports');
  return {
    clientId: client.id,
    adminId: admins[0].id,
    datasetKey: 'hawthorne',
    candidateId: candidates[0].id,
    importId: imports[0].import_id,
  };
}

/** Returns the URL parameters of a client's first dataset. */
async function clientParts(page: Page, clientId: string): Promise<Parts> {
  const read = reader(page);
  const { data: datasets } = await read('/api/geo/datasets');
  const { data } = await read(`/api/geo/candidates?datasetKey=${datasets[0].dataset_key}&limit=1`);
  return { clientId, datasetKey: datasets[0].dataset_key, candidateId: data[0].id };
}

/** Console message for a shared report without a valid link. */
const NO_SUCH_LINK = 'Failed to load resource: the server responded with a status of 404 (Not Found)';

/** URLs that are not in the table: an unknown path, a list with its map, and tabs. */
const EXTRA_PAGES: readonly (readonly [url: string, visitor: ReturnType<typeof visitorOf>])[] = [
  ['/nowhere', undefined],
  ['/propertyhub/hawthorne?map=true', 'SuperAdmin'],
  ...['client-management', 'billing-management', 'user-management', 'system-config', 'geoleads'].map(
    (tab) => [`/SuperAdminPortal?tab=${tab}`, 'SuperAdmin'] as const,
  ),
  ...['', '?tab=billing', '?tab=geo-leads'].map((tab) => [`/client/portal${tab}`, 'Demo client'] as const),
];

const framesChecked = new Set<string>();

for (const [path, visitor] of [...ROWS.map((row) => [row.path, visitorOf(row)] as const), ...EXTRA_PAGES]) {
  // A visitor's portal pages share one frame; public pages have their own.
  const part = visitor !== undefined && framesChecked.has(visitor) ? 'content' : 'document';
  if (visitor !== undefined) framesChecked.add(visitor);
  test(`${path} fits every width and has no serious accessibility findings, ${visitor ?? 'signed out'}`, async ({
    page,
    problems,
  }) => {
    let parts: Parts = {};
    if (visitor === 'SuperAdmin') {
      await signInAsSuperAdmin(page);
      if (path.includes(':')) parts = await staffParts(page);
    } else if (visitor !== undefined) {
      const { client } = await signInAs(page, visitor);
      if (client && path.includes(':')) parts = await clientParts(page, client.id);
    }
    const url = urlOf(path, parts);
    await page.goto(url);
    if (path.includes('map=')) await expect(page.locator('.maplibregl-canvas')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await expect(page.locator('[data-ready=false]')).toHaveCount(0);
    await expectAccessibleLayout(page, `${visitor ?? ''} ${path}`, part);
    // The page did not redirect.
    const { pathname, search } = new URL(page.url());
    expect(url).toBe(path.includes('?') ? pathname + search : pathname);
    const notFound = page.getByRole('heading', { name: 'Page Not Found' });
    await expect(notFound).toHaveCount(path === '/nowhere' ? 1 : 0);
    // No request was rejected: the page does not request staff data for clients.
    expect(problems).toEqual(path === '/shared-report' ? [expect.stringContaining(NO_SUCH_LINK)] : []);
  });
}
