import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

interface Fixtures {
  /** What went wrong on the page without anybody seeing it: errors, and warnings of the libraries. */
  problems: string[];
  /** A page of somebody who is signed in as the SuperAdmin. */
  superAdmin: Page;
}

const variable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the journeys need a running product`);
  return value;
};

export const credentials = () => ({
  email: variable('SUPERADMIN_EMAIL'),
  password: variable('SUPERADMIN_PASSWORD'),
});

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  baseURL: async ({}, use) => use(variable('BASE_URL')),
  problems: async ({ page }, use) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
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
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/** How far the page is wider than the window, in pixels. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

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
