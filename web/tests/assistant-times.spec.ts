import type { Locator, Page } from '@playwright/test';
import { newClient } from './accounts.ts';
import { expect, failCommands, signInAs, test, unique } from './support.ts';

/** Pauses the clock; from here on, only runFor advances it. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}

/** Advances the clock in small steps until an element appears. */
async function expectAppears(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(target).toBeVisible({ timeout: 50 });
  }).toPass({ timeout: 20_000, intervals: [10] });
}

/** Expects an element to appear and to disappear after about `ms` milliseconds. */
async function expectVisibleFor(page: Page, target: Locator, ms: number): Promise<void> {
  await expectAppears(page, target);
  await page.clock.runFor(ms - 600);
  await expect(target).toBeVisible();
  await page.clock.runFor(900);
  await expect(target).toBeHidden();
}

test.beforeEach(({ page }) => page.clock.install());

test('shows messages for five seconds, and copy confirmations for three', async ({
  superAdmin: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/ai/widget/global?tab=embed');
  const copy = page.getByRole('button', { name: 'Copy: Embed Code' });
  await expect(copy).toBeVisible();
  await pauseClock(page);
  await copy.click();
  await expectVisibleFor(page, page.getByText('Embed code copied to clipboard'), 3_000);
  await page.clock.resume();

  await page.goto('/ai/settings?tab=versions');
  const snapshot = page.getByRole('button', { name: 'Quick Snapshot' });
  await expect(snapshot).toBeVisible();
  await pauseClock(page);
  await snapshot.click();
  await expectVisibleFor(page, page.getByText(/^Successfully created version: auto-snapshot-/), 5_000);
});

test('confirms a saved prompt for three seconds and switches widgets after 100 ms', async ({
  superAdmin: page,
}) => {
  const [{ id: first }, { id: second }] = [await newClient(page.request), await newClient(page.request)];
  await page.goto(`/ai/client-prompts/${first}`);
  await page.getByLabel('Prompt type').selectOption('Custom');
  await page.getByRole('textbox', { name: 'Prompt content' }).fill('Be brief.');
  await pauseClock(page);
  await page.getByRole('button', { name: 'Add prompt' }).click();
  await expectVisibleFor(page, page.getByText('Prompt saved successfully!'), 3_000);
  await page.clock.resume();

  await page.goto(`/ai/widget/test?clientId=${first}`);
  const choice = page.getByLabel('Client', { exact: true });
  await expect(choice).toHaveValue(first);
  await pauseClock(page);
  await choice.selectOption(second);
  const switching = page.getByText('Switching client widget...');
  await expectAppears(page, switching);
  await page.clock.runFor(150);
  await expect(switching).toBeHidden();
});

test('opens an added client after 1.5 seconds, or its user management after two', async ({
  superAdmin: page,
}) => {
  for (const [query, ms, url] of [
    ['', 1_500, /\/ai\/client\/[^/]+$/],
    [
      '?returnTo=superadmin',
      2_000,
      /\/SuperAdminPortal\?tab=user-management&clientId=[^&]+&clientName=Timely/,
    ],
  ] as const) {
    await page.goto(`/ai/add-client${query}`);
    const name = unique('Timely');
    await page.getByLabel('Client name').fill(name);
    await page.getByLabel('Primary domain').fill(`${unique('timely')}.example`);
    await pauseClock(page);
    await page.getByRole('button', { name: 'Add Client' }).click();
    await expectAppears(page, page.getByText(`${name} was added.`));
    const form = page.url();
    await page.clock.runFor(ms - 600);
    expect(page.url()).toBe(form);
    await page.clock.runFor(900);
    await expect(page).toHaveURL(url);
    await page.clock.resume();
  }
});

test('redirects users without access after three seconds', async ({ page }) => {
  await signInAs(page, 'Manager');
  await page.goto('/ManagerPortal');
  await expect(page.getByRole('heading').first()).toBeVisible();
  const message = page.getByText(
    'You need SuperAdmin permissions to access this page. Redirecting to dashboard...',
  );
  await pauseClock(page);
  await page.goto('/ai/settings');
  await expectAppears(page, message);
  await page.clock.runFor(2_400);
  await expect(message).toBeVisible();
  await page.clock.runFor(900);
  await expect(page).toHaveURL(/\/ManagerPortal$/);
});

test('shows prompt errors for five seconds', async ({ superAdmin: page, problems }) => {
  const { id } = await newClient(page.request);
  await page.goto(`/ai/client-prompts/${id}`);
  await page.getByLabel('Prompt type').selectOption('Custom');
  const content = page.getByRole('textbox', { name: 'Prompt content' });
  await content.fill('Be brief.');
  await page.getByRole('button', { name: 'Add prompt' }).click();
  await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible();
  await page.getByLabel('Prompt type').selectOption('Custom');
  await content.fill('Be kind.');
  await failCommands(page, '**/api/ai/client-prompts/**');
  await pauseClock(page);
  await page.getByRole('button', { name: 'Add prompt' }).click();
  await expectVisibleFor(page, page.getByText('Failed to save prompt'), 5_000);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.clock.runFor(500);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectVisibleFor(page, page.getByText('Failed to delete prompt'), 5_000);
  problems.length = 0; // caused by the test's own responses
});

test('refetches the pages three seconds after scraping starts', async ({ superAdmin: page }) => {
  const { id } = await newClient(page.request);
  const added = await page.request.post('/api/ai/scraping/add-custom-url', {
    data: { clientId: id, url: 'https://timely.example/hours', scrapeImmediately: false },
  });
  expect(added.ok(), await added.text()).toBe(true);
  await page.goto(`/ai/client-content/${id}`);
  const start = page.getByRole('button', { name: 'Start Scraping' });
  await expect(start).toBeEnabled();
  // No scraping starts, so no event triggers the refetch.
  await page.route('**/api/ai/scraping/scrape', (route) =>
    route.fulfill({ json: { success: true, message: 'Scraping started' } }),
  );
  const requestTimes: number[] = [];
  await page.route(`**/api/ai/scraping/pages/${id}`, async (route) => {
    requestTimes.push(await page.evaluate(() => Date.now()));
    await route.fallback();
  });
  await pauseClock(page);
  await start.click();
  await expectAppears(page, page.getByText('Scraping started'));
  await expect.poll(() => requestTimes.length).toBe(1);
  await page.clock.runFor(2_400);
  expect(requestTimes).toHaveLength(1);
  await page.clock.runFor(900);
  await expect.poll(() => requestTimes.length).toBe(2);
  expect((requestTimes[1] ?? 0) - (requestTimes[0] ?? 0)).toBeGreaterThan(2_500);
});

test('confirms an analytics reset for ten seconds and a copied report for three', async ({
  superAdmin: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id } = await newClient(page.request);
  await page.goto(`/ai/client-analytics?clientId=${id}`);
  await page.getByRole('button', { name: 'Share Report' }).click();
  const copy = page.getByRole('button', { name: 'Copy JSON Data' });
  await expect(copy).toBeEnabled();
  await pauseClock(page);
  await copy.click();
  await expectVisibleFor(page, page.getByText('Report data copied to clipboard'), 3_000);
  await page.clock.resume();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reset Data' }).click();
  await page.getByLabel('Type DELETE_ALL_DATA to confirm').fill('DELETE_ALL_DATA');
  await pauseClock(page);
  await page.getByRole('button', { name: 'Reset data', exact: true }).click();
  await expectVisibleFor(page, page.getByText('Analytics data reset successfully'), 10_000);
});
