import { expect, holds, test } from './support.ts';

// axe looks at every element, in both schemes and at three widths.
test.slow();

/** By what is loaded: where it is shown, and where it comes from. */
const LOADED = [
  ['Statistics', '/SuperAdminPortal', '/api/system-stats'],
  ['Database Health', '/SuperAdminPortal/database-health', '/api/admin/database-health'],
  ['AI System Configuration', '/SuperAdminPortal/ai-system-config', '/api/admin/ai-system-config'],
  ['Client System Status', '/SuperAdminPortal/client-system-status', '/api/admin/client-system-status'],
  ['Security Configuration', '/SuperAdminPortal/security-configuration', '/api/admin/security-config'],
] as const;

test('a SuperAdmin sees how everything is, and builds a read model anew', async ({ superAdmin: page }) => {
  await page.goto('/SuperAdminPortal?tab=system-config');
  await page.getByRole('link', { name: 'Database Health' }).click();
  const processes = page.getByRole('table', { name: 'Processes' });
  await expect(processes).toBeVisible();
  const all = ['anchor', 'api', 'event-store', 'projections', 'scoring-engine', 'supervisor', 'worker'];
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    for (const name of all) await expect(processes).toContainText(name, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByLabel('System health')).toContainText(/Error rate[\d.]+ %Good/);
  await expect(page.getByText('Every event could be applied.')).toBeVisible();

  await page.getByRole('button', { name: 'Rebuild prompts' }).click();
  await holds(page, 'health-rebuild');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('dialog').getByRole('button', { name: 'Rebuild' }).click();
  await expect(page.getByText('prompts is being rebuilt')).toBeVisible();
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Rebuild prompts' }) });
  await expect(row).toContainText('Up to date', { timeout: 60_000 });

  await page.goto('/SuperAdminPortal/audit?stream=projection-prompts');
  await expect(page.getByRole('table', { name: 'Events' })).toContainText('ProjectionRebuildRequested');
});

test('a failed sign-in shows among the figures', async ({ superAdmin: page }) => {
  await page.goto('/SuperAdminPortal/security-configuration');
  await expect(page.getByRole('table', { name: 'Limits' })).toContainText('Sign-in');
  const failed = page.getByRole('heading', { name: /^Sign-in: [\d,]+ failed in 24 hours$/ });
  const count = async () => Number((await failed.innerText()).split(' ')[1]?.replaceAll(',', ''));
  const before = await count();
  const refused = await page.request.post('/api/auth/login', {
    data: { email: 'nobody@example.com', password: 'wrong' },
  });
  expect(refused.status()).toBe(401);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(count).toBeGreaterThan(before);
});

for (const [title, path, url] of LOADED) {
  test(`${title} that cannot be loaded says so, and Retry loads it`, async ({
    page,
    superAdmin,
    problems,
  }) => {
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
    // The browser tells every refused call.
    problems.splice(0);
  });
}
