import type { Page } from '@playwright/test';
import { mailedLink, PASSWORD, signInAsClient, superAdminApi } from './accounts.ts';
import { expect, parcelFile, signInAsSuperAdmin, test, unique } from './support.ts';

/** Markup that fits the shortest field and sets a global if it runs. */
const HOSTILE = '<img src=x onerror=attacked=1>';

/** Checks that the page has loaded and did not run the markup. */
async function expectHarmless(page: Page, path?: string): Promise<void> {
  if (path !== undefined) await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await expect(page.locator('img[src="x"]'), page.url()).toHaveCount(0);
  expect(await page.evaluate(() => 'attacked' in globalThis), page.url()).toBe(false);
}

const hostileText = (page: Page) => page.getByText(HOSTILE).filter({ visible: true }).first();

test('escapes markup in the names and texts of clients, people and properties', async ({ page }) => {
  test.slow();
  const api = await superAdminApi();
  const post = async (path: string, data: object) => {
    const response = await api.post(path, { data });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return response.json();
  };
  const acceptInvitation = async (path: string, email: string, fields: object) => {
    await post(path, { firstName: HOSTILE, lastName: HOSTILE, email, ...fields });
    const link = await mailedLink(api, email);
    return {
      password: PASSWORD,
      confirmPassword: PASSWORD,
      token: new URL(link, 'http://x').searchParams.get('token'),
    };
  };

  const client = await post('/api/ai/clients', {
    name: `${HOSTILE} ${unique('client')}`,
    primary_domain: `${unique('hostile')}.example`,
    has_ai_assistant: true,
    has_adu_finder: true,
  });
  const clientEmail = `${unique('eve')}@client.test`;
  await post(
    '/api/client-admin/complete-setup',
    await acceptInvitation('/api/client-admin/create-client-admin-invitation', clientEmail, {
      clientId: client.id,
    }),
  );
  const staffEmail = `${unique('eve')}@landline.test`;
  await post(
    '/api/auth/complete-setup',
    await acceptInvitation('/api/staff/invitations', staffEmail, { role: 'Admin' }),
  );
  const prompts = `/api/ai/client-prompts/${client.id}`;
  await post(prompts, { prompt_type: 'custom', prompt_content: HOSTILE });
  await post(`/api/ai/settings/branding/client/${client.id}`, {
    botName: HOSTILE,
    welcomeMessage: HOSTILE,
    placeholderText: HOSTILE,
  });
  await post('/api/ai/content-requests', {
    clientId: client.id,
    clientName: HOSTILE,
    url: 'https://shop.example/hostile',
    description: HOSTILE,
  });
  await post('/api/quotes/submit-quote', {
    firstName: HOSTILE,
    lastName: HOSTILE,
    company: HOSTILE,
    phoneNumber: HOSTILE,
    comments: HOSTILE,
    email: `${unique('eve')}@example.com`,
  });

  await signInAsSuperAdmin(page);
  const key = unique('hostile');
  await test.step('a dataset, its file and a property', async () => {
    await page.goto('/propertyhub/imports/new');
    await page.locator('input[type=file]').setInputFiles({
      name: `${HOSTILE}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(parcelFile([{ apn: '1-1', address: HOSTILE, units: 4 }])),
    });
    await page.getByLabel('Name', { exact: true }).fill(`${HOSTILE} ${key}`);
    await page.getByLabel('Key', { exact: true }).fill(key);
    await expectHarmless(page);
    await page.getByRole('button', { name: 'Start import' }).click();
    await page.getByRole('link', { name: 'View Properties' }).waitFor({ timeout: 30_000 });
    await expectHarmless(page);
    await expect(hostileText(page)).toBeVisible();
    await page.getByRole('link', { name: 'View Properties' }).click();
    await expect(page.locator('.ag-row')).toHaveCount(1, { timeout: 30_000 });
    await expectHarmless(page);
    await page.locator('.ag-row').getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`/${key}/.+`));
  });
  const candidateId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await post(`/api/geo/notes/candidate/${candidateId}`, { noteText: HOSTILE });
  await post('/api/geo/reviews', { candidateId, rating: 1, comment: HOSTILE });
  await post('/api/geo/views', { datasetKey: key, name: HOSTILE, query: '' });
  await post('/api/geo/datasets/grant-city-access', { clientId: client.id, cityDatasetId: key });

  const { admins } = await (await api.get('/api/client-admin/get-all-client-admins')).json();
  const admin = (admins as { id: string; email: string }[]).find(({ email }) => email === clientEmail);
  for (const path of [
    `/propertyhub/${key}/${candidateId}`,
    `/propertyhub/${key}`,
    '/propertyhub',
    '/SuperAdminPortal',
    '/SuperAdminPortal?tab=client-management',
    `/SuperAdminPortal/client-admin-directory?search=${clientEmail}`,
    `/SuperAdminPortal/client-admin/${admin?.id}`,
    '/SuperAdminPortal/staff',
    '/SuperAdminPortal/inbox',
    '/SuperAdminPortal/client-system-status',
    '/SuperAdminPortal/audit',
    '/ai/clients',
    `/ai/client/${client.id}`,
    `/ai/client-content/${client.id}?tab=requests`,
    `/ai/client-prompts/${client.id}`,
    `/ai/widget/client/${client.id}`,
    `/ai/client-analytics?clientId=${client.id}`,
    `/ai/chat?clientId=${client.id}`,
  ]) {
    await test.step(path, () => expectHarmless(page, path));
  }
  for (const path of [
    '/SuperAdminPortal?tab=client-management',
    `/SuperAdminPortal/client-admin/${admin?.id}`,
    '/SuperAdminPortal/staff',
    '/SuperAdminPortal/inbox',
    `/ai/client/${client.id}`,
    `/propertyhub/${key}/${candidateId}`,
  ]) {
    await page.goto(path);
    await expect(hostileText(page), path).toBeVisible();
  }
  await test.step('the command palette', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search pages, clients and properties' }).fill('img src');
    await expect(page.getByRole('option').filter({ hasText: HOSTILE }).first()).toBeVisible();
    await expectHarmless(page);
  });
  await test.step('impersonation of that client', async () => {
    await page.request.post(`/api/ai/client-auth/impersonate/${client.id}`);
    await expectHarmless(page, '/client/portal');
    await expect(page.getByText(`Impersonating: ${client.name}`)).toBeVisible();
    await page.request.post('/api/ai/client-auth/stop-impersonation');
  });
  await test.step('the invited users', async () => {
    await signInAsClient(page, { email: clientEmail, password: PASSWORD });
    for (const path of [
      '/client/portal',
      '/client/portal?tab=content-requests',
      `/client/${client.id}/propertyhub`,
    ])
      await expectHarmless(page, path);
    const response = await page.request.post('/api/auth/login', {
      data: { email: staffEmail, password: PASSWORD },
    });
    expect(response.status()).toBe(200);
    await expectHarmless(page, '/AdminPortal');
    await expectHarmless(page, '/account');
    await expect(hostileText(page)).toBeVisible();
  });
  await test.step('the emails to the invited users', async () => {
    const { emails } = (await (await api.get('/api/dev/outbox')).json()) as {
      emails: { to: string; html: string }[];
    };
    const invitationEmails = emails.filter(({ to }) => to === clientEmail || to === staffEmail);
    expect(invitationEmails.length).toBeGreaterThan(1);
    for (const { html } of invitationEmails) expect(html).not.toContain('<img src=x');
  });
  await api.dispose();
});
