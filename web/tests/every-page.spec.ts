import type { Page } from '@playwright/test';
import type { PageRow } from '../src/app/open-pages.ts';
import { PAGES } from '../src/app/pages.ts';
import { credentials, type DemoName, expect, seriousFindings, signInAs, test } from './support.ts';

// axe looks at every element, in both schemes.
test.slow();

type Parts = Readonly<Record<string, string>>;

/** The rows of the table of pages; of several addresses of one page the first. */
const ROWS = [...new Map(PAGES.toReversed().map((row) => [pageOf(row), row])).values()].toReversed();

/** Staff and clients have pages of the same name. */
function pageOf({ path, title, who }: PageRow): string {
  return [title, String(who), path.startsWith('/client/')].join();
}

const addressOf = (path: string, parts: Parts) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`Nobody knows a ${name} for ${path}`);
    return part;
  });

/** Whoever may open a page; undefined: nobody has to be signed in. */
function visitorOf({ who }: PageRow): 'SuperAdmin' | DemoName | undefined {
  if (who === 'client') return 'Property Finder client';
  if (typeof who === 'string') return undefined;
  const [role] = who;
  if (role === undefined) throw new Error('A page that nobody may open');
  return role;
}

/** What was asked for has come: nothing is a skeleton any more. */
async function passes(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    expect(await seriousFindings(page)).toEqual([]);
  }
}

const reader = (page: Page) => async (path: string) => {
  const answer = await page.request.get(path);
  expect(answer.ok(), path).toBe(true);
  return answer.json();
};

/** Parts of addresses that lead somewhere, for staff. */
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

/** The first of the datasets that a client has been given, and what is in it. */
async function clientParts(page: Page, clientId: string): Promise<Parts> {
  const read = reader(page);
  const { data: datasets } = await read('/api/geo/datasets');
  const { data } = await read(`/api/geo/candidates?datasetKey=${datasets[0].dataset_key}&limit=1`);
  return { clientId, datasetKey: datasets[0].dataset_key, candidateId: data[0].id };
}

/** The browser's own words about a report that nobody was given the link of. */
const NO_SUCH_LINK = 'Failed to load resource: the server responded with a status of 404 (Not Found)';

/** What the table does not hold: an address that leads nowhere, and a list beside its map. */
const BESIDE: readonly (readonly [address: string, visitor: ReturnType<typeof visitorOf>])[] = [
  ['/nowhere', undefined],
  ['/propertyhub/hawthorne?map=true', 'SuperAdmin'],
];

for (const [path, visitor] of [...ROWS.map((row) => [row.path, visitorOf(row)] as const), ...BESIDE]) {
  test(`${path}: axe finds nothing serious`, async ({ page, problems }) => {
    let parts: Parts = {};
    if (visitor === 'SuperAdmin') {
      await page.request.post('/api/auth/login', { data: credentials() });
      parts = await staffParts(page);
    } else if (visitor !== undefined) {
      const { client } = await signInAs(page, visitor);
      if (client) parts = await clientParts(page, client.id);
    }
    const address = addressOf(path, parts);
    await page.goto(address);
    if (path.includes('map=')) await expect(page.locator('.maplibregl-canvas')).toBeVisible();
    await passes(page);
    // It is this page, and not where somebody is sent who may not open it.
    const { pathname, search } = new URL(page.url());
    expect(address).toBe(path.includes('?') ? pathname + search : pathname);
    const lost = page.getByRole('heading', { name: 'Page Not Found' });
    await expect(lost).toHaveCount(path === '/nowhere' ? 1 : 0);
    expect(problems).toEqual(path === '/shared-report' ? [NO_SUCH_LINK] : []);
  });
}
