import { type Page, request } from '@playwright/test';
import { clientUser, newClient, signInAsClient, staffUser, superAdminApi } from './accounts.ts';
import { expect, signInAsSuperAdmin, test, unique, variable } from './support.ts';

const banner = (page: Page) => page.getByRole('complementary', { name: 'Impersonation' });

/** Signs in as the SuperAdmin and impersonates a new client. */
async function startImpersonation(page: Page) {
  const client = await newClient(await superAdminApi());
  await signInAsSuperAdmin(page);
  await page.goto('/SuperAdminPortal');
  await page.goto('/propertyhub');
  await expect(page.getByRole('heading', { name: 'Property Analysis Hub' })).toBeVisible();
  const response = await page.request.post(`/api/ai/client-auth/impersonate/${client.id}`);
  expect(response.status()).toBe(200);
  await page.goto('/client/portal');
  await expect(banner(page)).toContainText(`Impersonating: ${client.name}`);
  return client;
}

test('shows the banner on every page, keeps it on reload and returns home on exit', async ({ page }) => {
  const client = await startImpersonation(page);
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

test('exits impersonation even if the server cannot be reached', async ({ page }) => {
  await startImpersonation(page);
  await page.route('**/stop-impersonation', (route) => route.abort());
  await page.route('**/api/auth/verify', (route) => route.abort());
  await banner(page).getByRole('button', { name: 'Exit Impersonation' }).click();
  await expect(banner(page)).toBeHidden();
  await expect(page).toHaveURL(/\/SuperAdminPortal/);
});

test('ends impersonation on the back button', async ({ page }) => {
  const expectEnded = async () => {
    await expect(page).toHaveURL(/\/SuperAdminPortal\?tab=client-management$/);
    await expect(banner(page)).toBeHidden();
    await expect.poll(async () => (await page.request.get('/api/ai/client-auth/verify')).status()).toBe(403);
  };
  await startImpersonation(page);
  await page.getByRole('link', { name: 'Billing' }).first().click();
  await expect(page.getByRole('heading', { name: 'Billing & Subscription', level: 1 })).toBeVisible();
  await page.goBack();
  await expectEnded();

  // Go back past the start of the impersonation, to a freshly loaded staff page.
  await startImpersonation(page);
  await page.goBack();
  await expectEnded();
});

test('stores classifications and notes with the person who impersonated the client', async ({ page }) => {
  test.slow();
  const client = await startImpersonation(page);
  const api = await superAdminApi();
  const granted = await api.post('/api/geo/datasets/grant-city-access', {
    data: { clientId: client.id, cityDatasetId: 'hawthorne' },
  });
  expect(granted.ok()).toBe(true);
  await page.goto('/propertyhub/hawthorne');
  await expect(page).toHaveURL(new RegExp(`/client/${client.id}/propertyhub/hawthorne`));
  await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click({ timeout: 30_000 });
  await expect(banner(page)).toBeVisible();
  const score = page.getByRole('region', { name: 'Score history' });
  await expect(score.getByText('Imported and scored')).toBeVisible();
  await page.getByRole('button', { name: 'Bad', exact: true }).click();
  await page.getByRole('button', { name: 'Mark as bad' }).click();
  await expect(score.getByText('Classified as bad')).toBeVisible();
  await page.getByRole('button', { name: 'Add Note' }).click();
  await page.getByLabel('Note', { exact: true }).fill('Call again on Monday');
  await page.getByRole('button', { name: 'Add Note' }).click();
  const notes = page.getByRole('list', { name: 'Notes' });
  await expect(notes).toContainText('Call again on Monday');
  await expect(notes).toContainText('Landline staff');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await banner(page).getByRole('button', { name: 'Exit Impersonation' }).click();
  await expect(page).toHaveURL(/\/SuperAdminPortal/);

  // Staff see that the client classified the property.
  await page.goto(`/propertyhub/hawthorne/${id}`);
  await expect(page.getByRole('button', { name: 'Bad', exact: true })).toBeVisible();
  await expect(page.getByText('No notes yet.')).toBeVisible();
  const audit = page.getByRole('region', { name: 'Audit' });
  const classified = audit.getByRole('listitem').filter({ hasText: 'Property classified' });
  await expect(classified.first()).toContainText('Acting as the client');

  // The client sees the activities of the impersonation.
  const person = await clientUser(api, client.id);
  await signInAsClient(page, person);
  await page.goto(`/client/${client.id}/propertyhub/hawthorne/${id}`);
  await expect(page.getByRole('button', { name: 'Remove & Reclassify' })).toBeVisible();
  await expect(notes).toContainText('Landline staff');
});

test('removes notifications when impersonation starts and when it ends', async ({ page }) => {
  const api = await superAdminApi();
  const [client, other] = [await newClient(api), await newClient(api)];
  // Staff are not notified of their own changes.
  const colleague = await request.newContext({ baseURL: variable('BASE_URL') });
  const signedIn = await colleague.post('/api/auth/login', { data: await staffUser(api) });
  expect(signedIn.ok()).toBe(true);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const expectNotified = () =>
    // Notifications from before the page is connected are not delivered.
    expect(async () => {
      const data = { name: unique('Renamed') };
      expect((await colleague.patch(`/api/ai/clients/${other.id}`, { data })).ok()).toBe(true);
      await expect(bell).toHaveAccessibleName(/new$/, { timeout: 5_000 });
    }).toPass();
  await signInAsSuperAdmin(page);
  await page.goto('/SuperAdminPortal?tab=client-management');
  await page.getByRole('button', { name: `View Dashboard of ${client.name}` }).waitFor();
  await expectNotified();
  await page.getByRole('button', { name: `View Dashboard of ${client.name}` }).click();
  await expect(banner(page)).toContainText(`Impersonating: ${client.name}`);
  await bell.click();
  await expect(page.getByText('No notifications yet.')).toBeVisible();
  await page.keyboard.press('Escape');
  await banner(page).getByRole('button', { name: 'Exit Impersonation' }).click();
  await expect(banner(page)).toBeHidden();
  await expectNotified();
  await colleague.dispose();
});
