import type { Page } from '@playwright/test';
import { expect, expectAccessibleLayout, signInAs, test, unique } from './support.ts';

// axe checks every element in both color schemes and at three widths.
test.slow();

const SETTINGS = '/ai/settings?tab=versions';
const VERSIONS = '/api/ai/system';
const branding = async (page: Page, botName?: string) => {
  const path = '/api/ai/settings/branding';
  const response = await (botName === undefined
    ? page.request.get(path)
    : page.request.post(path, { data: { botName } }));
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()).botName as string;
};

let restoreBranding = async () => {};
test.afterEach(() => restoreBranding());

test('saves, compares, restores and cleans up versions of the configuration', async ({
  superAdmin: page,
}) => {
  const before = await branding(page);
  restoreBranding = async () => {
    await branding(page, before); // the name is shown in every widget
    restoreBranding = async () => {};
  };
  const original = await branding(page, unique('Autumn'));
  const name = unique('Before the campaign');
  await page.goto('/ai');
  await page.getByRole('link', { name: 'Global Settings' }).click();
  await page.getByRole('link', { name: 'System Versioning' }).click();
  await expect(page.getByRole('heading', { name: 'System Versioning' })).toBeVisible();

  await page.getByRole('button', { name: 'Quick Snapshot' }).click();
  await expect(page.getByText(/^Successfully created version: auto-snapshot-/)).toBeVisible();
  const versions = page.getByRole('list', { name: 'Versions' });
  const snapshot = versions.getByRole('listitem').first();
  await expect(snapshot).toContainText('Active');
  await expect(snapshot).toContainText('Manual backup created via admin interface');
  await expect(snapshot.getByRole('button')).toHaveCount(0);

  await page.getByRole('button', { name: 'Named Version' }).click();
  await page.getByRole('button', { name: 'Create Version' }).click();
  await expect(page.getByText('Version name is required')).toBeVisible();
  await page.getByLabel('Version name').fill('daily-auto-2026-01-01');
  await expect(page.getByText(/are reserved for automatic backups/)).toBeVisible();
  await page.getByLabel('Version name').fill(name);
  await page.getByRole('button', { name: 'Create Version' }).click();
  await expect(page.getByText(`Successfully created version: ${name}`)).toBeVisible();

  await branding(page, 'Spring assistant');
  const row = versions.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  await row.getByRole('button', { name: `Rollback to ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Roll back to ${name}` });
  await expect(dialog).toContainText('1 document differs from this version: 1 changed.');
  await expect(dialog.getByRole('list', { name: 'Changes' })).toContainText(
    `Bot name: “Spring assistant” → “${original}”`,
  );
  await expect(dialog.getByRole('button', { name: 'Roll back' })).toBeDisabled();
  await expectAccessibleLayout(page, 'system-versions-rollback');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel(`I want to roll back to ${name}`).check();
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Successfully rolled back to version: ${name}`)).toBeVisible({
    timeout: 60_000,
  });
  await expect.poll(() => branding(page)).toBe(original);
  await expect(row).toContainText('Active');
  await expect(versions).toContainText('Emergency');
  await expect(page.getByRole('heading', { name: 'Protected Components' })).toBeVisible();
  await expect(page.getByText('authorized domains, security settings and widget secrets')).toBeVisible();
  await expectAccessibleLayout(page, 'system-versions');

  await page.setViewportSize({ width: 1440, height: 900 });
  const label = await versions
    .getByRole('button', { name: /^Delete auto-snapshot-/ })
    .first()
    .getAttribute('aria-label');
  await page
    .getByRole('button', { name: `${label}` })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete version' }).click();
  await expect(
    page.getByText(`Successfully deleted version: ${label?.slice('Delete '.length)}`),
  ).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  const cleanup = page.getByRole('button', { name: 'Backup Cleanup' });
  const { statistics } = await (await page.request.get(`${VERSIONS}/auto-backup-stats`)).json();
  for (let count = statistics.autoBackups; count <= statistics.target; count++) {
    await expect(cleanup).toBeDisabled();
    expect((await page.request.post(`${VERSIONS}/snapshot`, { data: {} })).status()).toBe(201);
  }
  await cleanup.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clean up' }).click();
  await expect(page.getByText('Backup cleanup completed successfully')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('20, cleanup keeps 20')).toBeVisible();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(row).toBeVisible();
});

test('reports a rollback that ends before its response arrives', async ({ superAdmin: page }) => {
  const version_name = unique('As it is');
  // The newest version is active and cannot be restored.
  for (const name of [version_name, unique('Newer')]) {
    const response = await page.request.post(`${VERSIONS}/versions`, { data: { version_name: name } });
    expect(response.status()).toBe(201);
  }
  await page.goto(SETTINGS);
  const row = page
    .getByRole('list', { name: 'Versions' })
    .getByRole('listitem')
    .filter({ has: page.getByText(version_name, { exact: true }) });
  await page.getByRole('button', { name: `Rollback to ${version_name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Roll back to ${version_name}` });
  await dialog.getByLabel(`I want to roll back to ${version_name}`).check();
  await page.route(`**${VERSIONS}/rollback/*`, async (route) => {
    const response = await route.fetch();
    await expect(row).toContainText('Active');
    await route.fulfill({ response });
  });
  await dialog.getByRole('button', { name: 'Roll back', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Successfully rolled back to version: ${version_name}`)).toBeVisible();
});

test('shows the progress of a running rollback', async ({ superAdmin: page }) => {
  await page.route(`**${VERSIONS}/versions`, (route) =>
    route.fulfill({
      json: {
        success: true,
        versions: [
          {
            id: 'v1',
            version_name: 'Under way',
            description: '',
            created_at: '2026-01-01T00:00:00.000Z',
            created_by_email: null,
            file_count: 8,
            is_active: false,
            kind: 'named',
            position: '1',
            restored_at: null,
            rollback: { requested_at: '2026-01-02T00:00:00.000Z', total: 8, remaining: 5, failure: null },
          },
        ],
      },
    }),
  );
  await page.goto(SETTINGS);
  await expect(page.getByText('Rolling back: 3 of 8 documents restored')).toBeVisible();
  await expect(
    page.getByRole('progressbar', { name: 'Rollback to Under way: percent restored' }),
  ).toHaveAttribute('aria-valuenow', '37.5');
  await page.unrouteAll({ behavior: 'wait' });
});

test('shows errors of every action and retries loading the list', async ({ superAdmin: page, problems }) => {
  await page.route(`**${VERSIONS}/versions`, (route) => route.fulfill({ json: { versions: [] } }));
  await page.goto(SETTINGS);
  await expect(
    page.getByText('No system versions found. Create your first backup using the Quick Actions above.'),
  ).toBeVisible();
  const version = {
    id: 'v1',
    version_name: 'Kept',
    description: '',
    created_at: '2026-01-01T00:00:00.000Z',
    created_by_email: null,
    file_count: 3,
    is_active: false,
    kind: 'named',
    position: '1',
    restored_at: null,
    rollback: null,
  };
  const stuck = {
    ...version,
    id: 'v2',
    version_name: 'Stuck',
    rollback: {
      requested_at: '2026-01-02T00:00:00.000Z',
      total: 3,
      remaining: 1,
      failure: 'branding:acme: botName: Too long',
    },
  };
  await page.route(`**${VERSIONS}/**`, (route) => {
    const url = route.request().url();
    if (route.request().method() !== 'GET') return route.fulfill({ status: 500, body: '' });
    if (url.endsWith('/difference'))
      return route.fulfill({
        json: {
          success: true,
          data: {
            version_name: 'Kept',
            file_count: 3,
            total: 0,
            counts: { added: 0, changed: 0, removed: 0 },
            documents: [],
            newer_clients: 1,
          },
        },
      });
    if (url.endsWith('/auto-backup-stats'))
      return route.fulfill({
        json: {
          statistics: {
            totalBackups: 32,
            gitDeployBackups: 31,
            manualSnapshots: 0,
            emergencyBackups: 0,
            dailyBackups: 0,
            weeklyBackups: 0,
            autoBackups: 31,
            target: 30,
            outdated: 1,
          },
        },
      });
    return route.fulfill({ json: { success: true, versions: [version, stuck] } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Quick Snapshot' }).click();
  await expect(page.getByText('Failed to create snapshot')).toBeVisible();
  await page.getByRole('button', { name: 'Named Version' }).click();
  await page.getByLabel('Version name').fill('Campaign');
  await page.getByRole('button', { name: 'Create Version' }).click();
  await expect(page.getByText('Failed to create version')).toBeVisible();
  await page.getByRole('button', { name: 'Rollback to Kept' }).click();
  await expect(page.getByText('The current configuration matches this version.')).toBeVisible();
  await page.getByLabel('I want to roll back to Kept').check();
  await expect(page.getByText('The golden questions could not be asked with this version')).toBeVisible({
    timeout: 30_000,
  });
  await page.getByLabel('Roll back without golden question results').check();
  await page.getByRole('button', { name: 'Roll back', exact: true }).click();
  await expect(page.getByText('Failed to rollback')).toBeVisible();
  const row = page.getByRole('list', { name: 'Versions' }).getByRole('listitem').nth(1);
  await expect(row).toContainText('Rollback failed');
  await expect(row).toContainText('branding:acme: botName: Too long');
  await expect(row).toContainText('2 of 3 documents restored. Restored documents stay restored.');
  await expectAccessibleLayout(page, 'system-versions-failed');
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole('button', { name: 'Resume the rollback to Stuck' }).click();
  await expect(page.getByText('Failed to rollback')).toBeVisible();
  await row.getByRole('button', { name: 'Abandon the rollback to Stuck' }).click();
  await page.getByRole('button', { name: 'Abandon rollback' }).click();
  await expect(page.getByText('Failed to rollback')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Kept' }).click();
  await page.getByRole('button', { name: 'Delete version' }).click();
  await expect(page.getByText('Failed to delete version')).toBeVisible();
  await page.getByRole('button', { name: 'Backup Cleanup' }).click();
  await page.getByRole('button', { name: 'Clean up' }).click();
  await expect(page.getByText('Failed to run cleanup')).toBeVisible();

  await page.route(`**${VERSIONS}/versions`, (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expect(page.getByRole('alert').getByRole('button', { name: 'Retry' })).toBeVisible({
    timeout: 30_000,
  });
  await page.unrouteAll();
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  problems.length = 0;
});

test('redirects users without access to their dashboard', async ({ page }) => {
  await signInAs(page, 'Manager');
  await page.goto('/ai/settings');
  await expect(
    page.getByText('You need SuperAdmin permissions to access this page. Redirecting to dashboard...'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/ManagerPortal$/, { timeout: 15_000 });
});
