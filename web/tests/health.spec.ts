import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { appendUnappliable } from '../../infra/src/testing/append-unappliable.ts';
import { expect, expectAccessibleLayout, failCommands, test, variable } from './support.ts';

// axe checks every element in both color schemes and at three widths.
test.slow();

/** Title, page and API path of each system page. */
const SYSTEM_PAGES = [
  ['Statistics', '/SuperAdminPortal', '/api/system-stats'],
  ['Database Health', '/SuperAdminPortal/database-health', '/api/admin/database-health'],
  ['AI System Configuration', '/SuperAdminPortal/ai-system-config', '/api/admin/ai-system-config'],
  ['Client System Status', '/SuperAdminPortal/client-system-status', '/api/admin/client-system-status'],
  ['Security Configuration', '/SuperAdminPortal/security-configuration', '/api/admin/security-config'],
] as const;

test('a SuperAdmin views system health and rebuilds a read model', async ({ superAdmin: page }) => {
  await page.goto('/SuperAdminPortal?tab=system-config');
  await page.getByRole('link', { name: 'Database Health' }).click();
  const processes = page.getByRole('table', { name: 'Processes' });
  await expect(processes).toBeVisible();
  const names = ['anchor', 'api', 'event-store', 'projections', 'scoring-engine', 'supervisor', 'worker'];
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    for (const name of names) await expect(processes).toContainText(name, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByLabel('System health')).toContainText(/Error rate[\d.]+%Good/);
  await expect(page.getByText('All events have been applied.')).toBeVisible();

  await page.getByRole('button', { name: 'Rebuild prompts' }).click();
  await expectAccessibleLayout(page, 'health-rebuild');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('dialog').getByRole('button', { name: 'Rebuild' }).click();
  await expect(page.getByText('prompts is being rebuilt')).toBeVisible();
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Rebuild prompts' }) });
  await expect(row).toContainText('Up to date', { timeout: 60_000 });

  await page.goto('/SuperAdminPortal/audit?stream=projection-prompts');
  await expect(page.getByRole('table', { name: 'Events' })).toContainText('Projection rebuild requested');
});

test('shows in the dialog why a rebuild failed', async ({ superAdmin: page, problems }) => {
  await page.goto('/SuperAdminPortal/database-health');
  await page.getByRole('button', { name: 'Rebuild prompts' }).click();
  await failCommands(page, '**/api/admin/projections/**');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Rebuild' }).click();
  await expect(dialog.getByText('The request failed. Nothing was changed.')).toBeVisible();
  problems.splice(0); // caused by the test's own response
});

test('keeps the metrics and reports them as outdated when a refresh fails', async ({
  superAdmin: page,
  problems,
}) => {
  await page.goto('/SuperAdminPortal/client-system-status');
  await expect(page.getByRole('definition').first()).toBeVisible();
  await page.route('**/api/admin/client-system-status', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  const outdated = page.getByText('Some values on this page could not be refreshed and may be out of date.');
  await expect(outdated).toBeVisible();
  await expect(page.getByRole('definition').first()).toBeVisible();
  problems.splice(0); // caused by the test's own response

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(outdated).toBeHidden();
});

test('retries and skips a parked event', async ({ superAdmin: page }) => {
  const services = await readFile(path.join(variable('PRODUCT_DATA_DIR'), 'services.json'), 'utf8');
  await appendUnappliable(JSON.parse(services).eventStoreUrl);
  await page.goto('/SuperAdminPortal/database-health');
  const parked = page.getByRole('table', { name: 'Parked events' });
  const skip = parked.getByRole('button', { name: /^Skip NoteRemoved/ });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(parked.getByRole('button', { name: 'Skip NoteRemoved in notes' })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Retry parked events of notes' }).click();
  await expect(page.getByText('Retrying the parked events of notes')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Skip parked event' });
  await expect(async () => {
    // Each read model parks the event when it reaches it.
    const name = (await skip.count()) > 0 && (await skip.first().getAttribute('aria-label'));
    if (name) {
      const button = parked.getByRole('button', { name, exact: true });
      await button.click({ timeout: 1_000 });
      await dialog.getByLabel('Reason').fill('Written by a test');
      await dialog.getByRole('button', { name: 'Skip event' }).click();
      await expect(dialog).toBeHidden();
      // Skipping it again would be refused.
      await expect(button).toHaveCount(0, { timeout: 60_000 });
    }
    await expect(page.getByText('All events have been applied.')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 180_000 });
  await page.goto('/SuperAdminPortal/audit?stream=projection-notes');
  await expect(page.getByRole('table', { name: 'Events' })).toContainText('Parked event skipped');
});

test('counts a failed sign-in', async ({ superAdmin: page }) => {
  await page.goto('/SuperAdminPortal/security-configuration');
  await expect(page.getByRole('table', { name: 'Limits' })).toContainText('Sign-in');
  const heading = page.getByRole('heading', { name: /^Sign-in: [\d,]+ failed in 24 hours$/ });
  const count = async () => Number((await heading.innerText()).split(' ')[1]?.replaceAll(',', ''));
  const before = await count();
  const response = await page.request.post('/api/auth/login', {
    data: { email: 'nobody@example.com', password: 'wrong' },
  });
  expect(response.status()).toBe(401);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(count).toBeGreaterThan(before);
});

for (const [title, path, url] of SYSTEM_PAGES) {
  test(`shows a load error for ${title} and retries`, async ({ page, superAdmin, problems }) => {
    const message = 'Server error. Please try again later.';
    await page.route(`**${url}`, (route) =>
      route.fulfill({ status: 503, json: { error: message, message, code: 'UNAVAILABLE' } }),
    );
    await superAdmin.goto(path);
    const panel = page.getByRole('alert').filter({ hasText: `Error Loading ${title}` });
    await expect(panel).toContainText(message, { timeout: 30_000 });
    await page.unroute(`**${url}`);
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect(panel).toHaveCount(0);
    await expect(page.getByRole('definition').first()).toBeVisible();
    // The browser logs every failed request.
    problems.splice(0);
  });
}
