import { readFile } from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

interface Fixtures {
  /** What went wrong on the page without anybody seeing it: errors, and warnings of the libraries. */
  problems: string[];
  /** A page of somebody who is signed in as the SuperAdmin. */
  superAdmin: Page;
}

export const variable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the journeys need a running product`);
  return value;
};

export const credentials = () => ({
  email: variable('SUPERADMIN_EMAIL'),
  password: variable('SUPERADMIN_PASSWORD'),
});

/** Somebody of the demo data: a staff role, or a client of each kind. */
export type DemoName =
  | 'Admin'
  | 'Manager'
  | 'Employee'
  | 'Assistant client'
  | 'Property Finder client'
  | 'Demo client';

/** Signs the page in as somebody of the demo data. For a client's user, the answer names the client. */
export async function signInAs(
  page: Page,
  name: DemoName,
): Promise<{ client?: { id: string; name: string } }> {
  const file = path.join(variable('PRODUCT_DATA_DIR'), 'demo.json');
  const { signIns } = JSON.parse(await readFile(file, 'utf8')) as {
    signIns: { name: string; email: string; password: string }[];
  };
  const found = signIns.find((signIn) => signIn.name === name);
  if (!found) throw new Error(`The demo data has no ${name}`);
  const { email, password } = found;
  const route = name.endsWith('client') ? '/api/ai/client-auth/login' : '/api/auth/login';
  const answer = await page.request.post(route, { data: { email, password } });
  expect(answer.status()).toBe(200);
  return answer.json();
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  baseURL: async ({}, use) => use(variable('BASE_URL')),
  problems: async ({ page }, use) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // Drawn in software, a map makes Chromium complain of its own reading of the picture.
      if (message.text().includes('GPU stall due to ReadPixels')) return;
      // A map whose colours change before it has loaded starts again, and says so.
      if (message.text().includes('Unable to perform style diff')) return;
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    await use(problems);
  },
  superAdmin: async ({ page, problems }, use) => {
    const answer = await page.request.post('/api/auth/login', { data: credentials() });
    expect(answer.status()).toBe(200);
    await use(page);
    expect(problems).toEqual([]);
  },
});

/** What axe finds serious or worse on the page as it stands. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/** What is still appearing has not got its colours yet. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const appearing = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      );
    await Promise.allSettled(appearing.map(({ finished }) => finished));
  });

/** How far the page is wider than the window, in pixels. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const WIDTHS = [1440, 768, 360];
const SCHEMES = ['light', 'dark'] as const;

/**
 * The page at every width in both colour schemes: nothing sticks out, and axe finds nothing serious. With
 * LOOKS_DIR set, pages that have a name are kept there as pictures.
 */
export async function holds(page: Page, name?: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await base.step(`${width} px, ${colorScheme}`, async () => {
        if (name && process.env.LOOKS_DIR) {
          const file = `${name.replace(/\W+/g, '-')}-${width}-${colorScheme}.png`;
          await page.screenshot({ path: path.join(process.env.LOOKS_DIR, file), fullPage: true });
        }
        await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
        // Between the widest and the narrowest nothing is drawn that neither has.
        if (width !== 768) expect(await seriousFindings(page)).toEqual([]);
      });
    }
  }
}

/** A name that no other test has used. */
export const unique = (prefix: string) => `${prefix}-${crypto.randomUUID().slice(0, 8)}`;

export interface Parcel {
  apn: string;
  address: string;
  units: number;
}

/** A small file with our own columns: parcels that differ in their units alone, and one row that cannot be read. */
export function parcelFile(parcels: readonly Parcel[]): string {
  const rows = parcels.map(
    ({ apn, address, units }) =>
      `${apn},${address},Lebanon,03766,43.64,-72.25,${units},60000,36000,0.6,12000,1,4,1985,R-3`,
  );
  return [
    'apn,street_address,city,zip_code,latitude,longitude,units,parcel_area,open_area,open_ratio,building_area,building_count,potential_garages_count,year_built,zoning_code',
    ...rows,
    `${parcels[0]?.apn},1 Second Time Rd,Lebanon,03766,43.64,-72.25,4,60000,36000,0.6,12000,1,4,1985,R-3`,
  ].join('\n');
}

const PARCELS: readonly Parcel[] = Array.from({ length: 12 }, (_, index) => ({
  apn: `10-${index + 1}`,
  address: `${100 + index} Journey Ln`,
  units: 3 + index * 3,
}));

/** Imports a small dataset of its own through the screens and opens its list. */
export async function importDataset(page: Page, key: string): Promise<void> {
  await page.goto('/propertyhub/imports/new');
  await page.locator('input[type=file]').setInputFiles({
    name: `${key}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(parcelFile(PARCELS)),
  });
  await page.getByLabel('Name', { exact: true }).fill(`${key} Properties`);
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByRole('link', { name: 'View Properties' }).click({ timeout: 30_000 });
  await expect(page.getByText('12 properties', { exact: true })).toBeVisible();
}
