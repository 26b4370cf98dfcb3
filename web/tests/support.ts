import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test as base, expect, type Page, type Route } from '@playwright/test';
import axe from 'axe-core';

export { expect };

interface Fixtures {
  /** Errors and warnings in the browser console, each followed by the URL that caused it. */
  problems: string[];
  /** A page signed in as SuperAdmin; the test fails if the console has problems. */
  superAdmin: Page;
}

/** Returns a variable of the product instance that this worker tests. */
export const variable = (name: string): string => {
  const value = process.env[`${name}_${process.env.TEST_PARALLEL_INDEX}`];
  if (!value) throw new Error(`${name} is not set. These tests need a running product.`);
  return value;
};

export const credentials = () => ({
  email: variable('SUPERADMIN_EMAIL'),
  password: variable('SUPERADMIN_PASSWORD'),
});

/** Signs in as the SuperAdmin without leaving the open page. */
export async function signInAsSuperAdmin({ request }: Pick<Page, 'request'>): Promise<void> {
  const response = await request.post('/api/auth/login', { data: credentials() });
  expect(response.status()).toBe(200);
}

/** Demo users: a staff role, or a client of each kind. */
export type DemoName =
  | 'Admin'
  | 'Manager'
  | 'Employee'
  | 'Assistant client'
  | 'Property Finder client'
  | 'Demo client';

/** Signs in as a demo user. For client users, the response names the client. */
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
  const response = await page.request.post(route, { data: { email, password } });
  expect(response.status()).toBe(200);
  return response.json();
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to find the fixture's dependencies
  baseURL: async ({}, use) => use(variable('BASE_URL')),
  problems: async ({ page }, use) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // Chromium warns about reading pixels when it renders maps in software.
      if (message.text().includes('GPU stall due to ReadPixels')) return;
      // A map reloads with a warning when its colors change while loading.
      if (message.text().includes('Unable to perform style diff')) return;
      if (message.type() === 'error' || message.type() === 'warning')
        problems.push(`${message.text()} ${message.location().url}`.trim());
    });
    await use(problems);
  },
  superAdmin: async ({ page, problems }, use) => {
    await signInAsSuperAdmin(page);
    await use(page);
    expect(problems).toEqual([]);
  },
});

declare global {
  interface Window {
    /** Defined by the script of axe-core. */
    axe: typeof axe;
  }
}

/**
 * Returns serious and critical axe findings (default: of all rules, in the whole document). Runs axe in the page,
 * because its Playwright package opens a second page for each result and takes five times as long.
 */
export async function seriousFindings(
  page: Page,
  { rules, part = 'document' }: { rules?: string[]; part?: Part } = {},
): Promise<string[]> {
  await waitForAnimations(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options = {
    resultTypes: ['violations' as const],
    ...(rules && { runOnly: { type: 'rule' as const, values: rules } }),
  };
  return page.evaluate(
    async ([values, checked]) => {
      const visible = (selector: string) =>
        [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
      const dialogs = visible('[role=dialog]');
      const content = dialogs.length > 0 ? dialogs : visible('main');
      const isWhole = checked === 'document' || content.length === 0;
      const { violations } = await window.axe.run(isWhole ? document : content, values);
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
        );
    },
    [options, part] as const,
  );
}

/**
 * Waits until all animations have ended, because fading elements do not have their final colors. The page reacts to a
 * change of color scheme or width in its next frame, and one animation may start another.
 */
const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        );
    do {
      await Promise.allSettled(running().map(({ finished }) => finished));
      await nextFrame();
      await nextFrame();
    } while (running().length > 0);
  });

/** Returns the horizontal overflow of the page, in pixels. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Part of a page that axe checks. `content`: its open dialogs, or its main element if none is open. */
type Part = 'document' | 'content';

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  /** Axe rules to run (default: all). */
  readonly rules?: string[];
}

const CONTRAST = ['color-contrast'];
/**
 * Widths and color schemes, in the order that changes the page least. Axe runs all rules once per width, because a
 * color scheme changes only the contrast. The medium width shows no elements that the other widths lack.
 */
const LOOKS: readonly Look[] = [
  { width: 768, colorScheme: 'light', rules: [] },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark', rules: CONTRAST },
  { width: 360, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light', rules: CONTRAST },
];

/**
 * Checks a page at every width for overflow and serious axe findings. The default is to check only its content,
 * because the frame around it is the same on every page. With LOOKS_DIR set, saves named pages as screenshots there.
 */
export async function expectAccessibleLayout(
  page: Page,
  name?: string,
  part: Part = 'content',
): Promise<void> {
  for (const { width, colorScheme, rules } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await base.step(`${width} px, ${colorScheme}`, async () => {
      if (name && process.env.LOOKS_DIR) {
        const file = `${name.replace(/\W+/g, '-')}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: path.join(process.env.LOOKS_DIR, file), fullPage: true });
      }
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
      if (rules?.length !== 0)
        expect(await seriousFindings(page, { ...(rules && { rules }), part })).toEqual([]);
    });
  }
}

/** Makes commands to a path fail without a message; GET requests pass. */
export const failCommands = (page: Page, path: string | RegExp) =>
  page.route(path, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, body: '' }),
  );

/** Holds commands to a path until the returned function is called, which gives them to `answer`; GET requests pass. */
export async function holdCommands(
  page: Page,
  path: string,
  answer: (route: Route) => Promise<void>,
): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await released;
    await answer(route);
  });
  return release;
}

/** Expects that neither Escape nor a button closes the dialog. */
export async function expectStaysOpen(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const name of ['Close', 'Cancel'])
    for (const button of await dialog.getByRole('button', { name }).all())
      await expect(button).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
}

/** Returns a name that no other test uses. */
export const unique = (prefix: string) => `${prefix}-${crypto.randomUUID().slice(0, 8)}`;

export interface Parcel {
  apn: string;
  address: string;
  units: number;
}

/** Returns a CSV of similar parcels, with a duplicate row that the import rejects. */
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

/**
 * Imports a small dataset through the UI, waits until it is scored, so that its order is final, and opens its list.
 */
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
  await expect(page.locator('.ag-row[row-index="0"] .ag-cell[col-id="score"]')).toHaveText(/^\d/);
}
