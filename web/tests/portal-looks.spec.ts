import type { Page } from '@playwright/test';
import { expect, expectAccessibleLayout, signInAs, test } from './support.ts';

// axe checks every element, in both color schemes and at three widths.
test.slow();

const SUPER_ADMIN_PAGES = [
  '/SuperAdminPortal',
  '/SuperAdminPortal?tab=client-management',
  '/SuperAdminPortal?tab=billing-management',
  '/SuperAdminPortal?tab=user-management',
  '/SuperAdminPortal?tab=system-config',
  '/SuperAdminPortal?tab=geoleads',
  '/SuperAdminPortal/client-admin-directory',
  '/SuperAdminPortal/staff',
  '/SuperAdminPortal/database-health',
  '/SuperAdminPortal/ai-system-config',
  '/SuperAdminPortal/client-system-status',
  '/SuperAdminPortal/security-configuration',
  '/ai',
  '/ai/clients',
  '/ai/add-client',
];

/** Waits until no skeleton is left. */
const loaded = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
};

for (const path of SUPER_ADMIN_PAGES) {
  test(path, async ({ superAdmin: page }) => {
    await page.goto(path);
    await loaded(page);
    await expectAccessibleLayout(page, path);
  });
}

test('a client and an administrator', async ({ superAdmin: page }) => {
  const clients = await (await page.request.get('/api/ai/clients')).json();
  await page.goto(`/ai/client/${clients[0].id}`);
  await loaded(page);
  await expectAccessibleLayout(page, 'client');
  const { admins } = await (await page.request.get('/api/client-admin/get-all-client-admins')).json();
  await page.goto(`/SuperAdminPortal/client-admin/${admins[0].id}`);
  await loaded(page);
  await expectAccessibleLayout(page, 'client-admin');
});

test('the palette and the shortcut sheet', async ({ superAdmin: page }) => {
  await page.goto('/SuperAdminPortal');
  await loaded(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeVisible();
  await expectAccessibleLayout(page, 'palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleLayout(page, 'shortcuts');
});

for (const path of ['/client/portal', '/client/portal?tab=billing', '/client/portal?tab=geo-leads']) {
  test(`${path} of a demo client`, async ({ page, problems }) => {
    await signInAs(page, 'Demo client');
    await page.goto(path);
    await loaded(page);
    await expectAccessibleLayout(page, `demo ${path}`);
    expect(problems).toEqual([]);
  });
}

test('the start pages of the other roles', async ({ page }) => {
  await signInAs(page, 'Admin');
  await page.goto('/AdminPortal');
  await loaded(page);
  await expectAccessibleLayout(page, 'admin');
});
