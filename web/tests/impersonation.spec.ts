import type { Page } from '@playwright/test';
import { elsewhere, newClient } from './accounts.ts';
import { credentials, expect, test } from './support.ts';

const banner = (page: Page) => page.getByRole('complementary', { name: 'Impersonation' });

/** Signed in as the SuperAdmin, who acts as a client of its own. */
async function acting(page: Page) {
  const client = await newClient(await elsewhere());
  await page.request.post('/api/auth/login', { data: credentials() });
  await page.goto('/SuperAdminPortal');
  await page.goto('/propertyhub');
  await expect(page.getByRole('heading', { name: 'Property Analysis Hub' })).toBeVisible();
  const answer = await page.request.post(`/api/ai/client-auth/impersonate/${client.id}`);
  expect(answer.status()).toBe(200);
  await page.goto('/client/portal');
  await expect(banner(page)).toContainText(`Impersonating: ${client.name}`);
  return client;
}

test('the banner is on every page, a reload keeps it, and exit leads home', async ({ page }) => {
  const client = await acting(page);
  await expect(banner(page)).toContainText('All actions are recorded.');
  await page.reload();
  await expect(banner(page)).toBeVisible();
  await page.goto('/propertyhub');
  await expect(page).toHaveURL(new RegExp(`/client/${client.id}/propertyhub$`));
  await expect(banner(page)).toBeVisible();
  await page.goto('/About');
  await expect(banner(page)).toBeVisible();
  await page.goto('/client/portal');
  await banner(page).getByRole('button', { name: 'Exit Impersonation' }).click();
  await expect(page).toHaveURL(/\/SuperAdminPortal/);
  await expect(banner(page)).toBeHidden();
  expect((await page.request.get('/api/auth/verify')).status()).toBe(200);
  expect((await page.request.get('/api/ai/client-auth/verify')).status()).toBe(403);
});

test('a server that cannot be reached keeps nobody from leaving', async ({ page }) => {
  await acting(page);
  await page.route('**/stop-impersonation', (route) => route.abort());
  await page.route('**/api/auth/verify', (route) => route.abort());
  await banner(page).getByRole('button', { name: 'Exit Impersonation' }).click();
  await expect(banner(page)).toBeHidden();
  await expect(page).toHaveURL(/\/SuperAdminPortal/);
});

test('going back ends it', async ({ page }) => {
  const isOver = async () => {
    await expect(page).toHaveURL(/\/SuperAdminPortal\?tab=client-management$/);
    await expect(banner(page)).toBeHidden();
    await expect.poll(async () => (await page.request.get('/api/ai/client-auth/verify')).status()).toBe(403);
  };
  await acting(page);
  await page.getByRole('link', { name: 'Billing' }).first().click();
  await expect(page.getByRole('heading', { name: 'Billing & Subscription', level: 1 })).toBeVisible();
  await page.goBack();
  await isOver();

  // Beyond where it began: to a page of staff, loaded afresh.
  await acting(page);
  await page.goBack();
  await isOver();
});
