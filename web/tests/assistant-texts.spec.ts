import type { Page } from '@playwright/test';
import { newClient, superAdminApi } from './accounts.ts';
import { expect, failCommands, signInAsSuperAdmin, test } from './support.ts';

/** Makes every request to a path fail without a message. */
const failAll = (page: Page, path: string | RegExp) =>
  page.route(path, (route) => route.fulfill({ status: 500, body: '' }));

let client: { id: string; name: string };
test.beforeAll(async () => {
  const api = await superAdminApi();
  client = await newClient(api);
  for (const path of ['one', 'two']) {
    const added = await api.post('/api/ai/scraping/add-custom-url', {
      data: { clientId: client.id, url: `https://shop.example/${path}`, scrapeImmediately: false },
    });
    expect(added.ok(), await added.text()).toBe(true);
  }
  for (let n = 0; n < 4; n++) {
    const response = await api.post('/api/ai/content-requests', {
      data: {
        clientId: client.id,
        clientName: client.name,
        url: `https://shop.example/ask-${n}`,
        description: '',
      },
    });
    expect(response.ok(), await response.text()).toBe(true);
  }
  await api.dispose();
});
test.beforeEach(async ({ page }) => {
  await signInAsSuperAdmin(page);
});

test('shows load errors and unknown clients with the specified texts', async ({ page }) => {
  await failAll(page, '**/api/ai/clients');
  await page.goto('/ai');
  await expect(page.getByRole('alert').filter({ hasText: 'Error Loading Dashboard' })).toBeVisible();
  await page.goto('/ai/clients');
  const problem = page.getByRole('alert').filter({ hasText: 'Error Loading Clients' });
  await expect(problem).toContainText('An error occurred while loading clients');
  await expect(problem.getByRole('link', { name: 'Back to AI Dashboard' })).toBeVisible();
  await page.unroute('**/api/ai/clients');
  await problem.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('table', { name: 'Clients' })).toContainText(client.name);
  await page.getByLabel('Search clients').fill('no such client');
  await expect(page.getByText('No clients found')).toBeVisible();
  await page.route('**/api/ai/clients', (route) =>
    route.fulfill({ json: [{ id: 'x', name: 'Only One', primary_domain: null }] }),
  );
  await page.goto('/ai/clients');
  await expect(page.getByText('No domain specified').last()).toBeVisible();
  await page.unroute('**/api/ai/clients');
  await page.route('**/api/ai/clients', (route) => route.fulfill({ json: [] }));
  await page.goto('/ai/clients');
  await expect(page.getByText('No clients available')).toBeVisible();

  await page.goto('/ai/client/nobody');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client Not Found');
  await expect(page.getByText('Client information not found')).toBeVisible();
  await failAll(page, `**/api/ai/clients/${client.id}`);
  await page.goto(`/ai/client/${client.id}`);
  await expect(page.getByText('Error Loading Client', { exact: true })).toBeVisible();
  await page.goto(`/ai/client-content/${client.id}`);
  await expect(page.getByText('Error Loading Client Content')).toBeVisible();
  await page.unroute(`**/api/ai/clients/${client.id}`);
  await failAll(page, `**/api/ai/scraping/pages/${client.id}`);
  await page.goto(`/ai/client-content/${client.id}`);
  await expect(page.getByText('Error Loading Client Content')).toBeVisible();
  await failAll(page, '**/api/ai/clients');
  await page.goto('/SuperAdminPortal?tab=client-management');
  await expect(page.getByText('Failed to load clients').first()).toBeVisible();
});

test('shows the specified errors for website content, and warns when the plan runs out of pages', async ({
  page,
}) => {
  test.slow();
  await page.goto(`/ai/client-content/${client.id}`);
  const row = page.getByLabel('Select https://shop.example/one');
  await expect(row).toBeVisible();
  await failCommands(page, '**/api/ai/scraping/**');
  const expectText = (text: string) => expect(page.getByText(text)).toBeVisible();
  await page.getByRole('button', { name: 'Discover URLs' }).click();
  await expectText('Failed to discover URLs. Check server configuration.');
  await page.getByRole('button', { name: 'Start Scraping' }).click();
  await expectText('Failed to start scraping');
  await row.check();
  await page.getByRole('button', { name: 'Scrape Immediately' }).click();
  await expectText('Failed to start immediate scraping');
  await page.getByRole('button', { name: 'Update Priority' }).click();
  await expectText('Failed to update priority');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Blacklist', exact: true }).click();
  await dialog.getByRole('button', { name: 'Blacklist' }).click();
  await expectText('Failed to blacklist selected URLs');
  await page.getByRole('button', { name: 'Delete All Content' }).click();
  await expect(dialog).toContainText('This cannot be undone');
  await dialog.getByRole('button', { name: 'Delete All Content' }).click();
  await expectText('Failed to delete all content');
  await page.getByRole('button', { name: 'Add Custom URL' }).click();
  await dialog.getByLabel('URL').fill('https://shop.example/three');
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await expectText('Failed to add URL');
  await expect(dialog.getByLabel('URL')).not.toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.unrouteAll();

  await test.step('blacklists a page that another user has deleted', async () => {
    const api = await superAdminApi();
    const { pages } = await (await api.get(`/api/ai/scraping/pages/${client.id}`)).json();
    await page.route('**/api/ai/scraping/pages/*', (route) => route.abort());
    await api.delete(`/api/ai/scraping/delete-all-content/${client.id}`);
    await page.getByRole('button', { name: 'Blacklist', exact: true }).click();
    await dialog.getByRole('button', { name: 'Blacklist' }).click();
    await expectText('Could not retrieve URLs for selected pages');
    await page.unrouteAll();
    const ids = (pages as { url: string; id: string }[]).map(({ id }) => id);
    for (const path of ['one', 'two'])
      await api.post('/api/ai/scraping/add-custom-url', {
        data: { clientId: client.id, url: `https://shop.example/${path}`, scrapeImmediately: false },
      });
    await api.post('/api/ai/scraping/blacklist-by-url', {
      data: { client_id: client.id, urls: [], pageIds: ids.slice(0, 1) },
    });
    await api.dispose();
  });

  await page.goto(`/ai/client-content/${client.id}?tab=blacklist`);
  await failCommands(page, '**/api/ai/scraping/**');
  await page.getByLabel('Select all blacklisted URLs').check();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expectText('Failed to restore selected URLs');
  await page.getByRole('button', { name: 'Permanently Delete' }).click();
  await expect(dialog).toContainText('This cannot be undone');
  await dialog.getByRole('button', { name: 'Permanently Delete' }).click();
  await expectText('Failed to permanently delete selected URLs');
  await page.goto(`/ai/client-content/${client.id}?tab=requests`);
  await failCommands(page, '**/api/ai/admin-content-requests/**');
  await page
    .getByRole('button', { name: /^Process/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Process' }).click();
  await expect(dialog.getByText('Failed to update content request')).toBeVisible();
  await page.unrouteAll();

  for (const [indexed, text] of [
    [450, "50 of the plan's 500 pages are left."],
    [499, "1 of the plan's 500 pages is left."],
    [500, 'The plan has no pages left. Additional pages are listed but not learned.'],
  ] as const) {
    await page.route('**/api/ai/scraping/pages/*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), indexed } });
    });
    await page.goto(`/ai/client-content/${client.id}`);
    await expect(page.getByText(text)).toBeVisible();
    await page.unrouteAll();
  }

  for (const [change, reason] of [
    [{ active: false }, 'is inactive'],
    [{ has_ai_assistant: false }, 'does not have the AI Assistant'],
  ] as const) {
    await page.route(`**/api/ai/clients/${client.id}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), ...change } });
    });
    await page.goto(`/ai/client-content/${client.id}`);
    await expectText(`This website cannot be scraped because the client ${reason}.`);
    await expect(page.getByRole('button', { name: 'Start Scraping' })).toBeDisabled();
    await page.unrouteAll();
  }

  let encoded = 3;
  await page.route('**/api/ai/scraping/pages/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), passages: 4, encoded } });
  });
  await page.goto(`/ai/client-content/${client.id}`);
  const preparing = page.getByText('Preparing semantic search: 3 of 4 text passages.');
  await expect(preparing).toBeVisible();
  encoded = 4;
  await expect(preparing).toBeHidden();
  await page.unrouteAll();

  const { requests } = await (await page.request.get('/api/ai/admin-content-requests/pending')).json();
  await page.goto('/SuperAdminPortal');
  await expect(page.getByText(`+${requests.length - 3} more requests...`)).toBeVisible();
});

test('shows the specified errors for prompts, widgets and analytics', async ({ page, context }) => {
  test.slow();
  const expectText = (text: string) => expect(page.getByText(text).first()).toBeVisible();
  const api = await superAdminApi();
  const prompts = `/api/ai/client-prompts/${client.id}`;
  await api.post(prompts, { data: { prompt_type: 'custom', prompt_content: 'Be kind.' } });
  await page.goto(`/ai/client-prompts/${client.id}`);
  await failCommands(page, '**/api/ai/**');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectText('Failed to delete prompt');

  await page.goto(`/ai/widget/client/${client.id}`);
  await expect(page.getByLabel('Welcome message')).toHaveValue('Hi there! How can I help you today?');
  await expect(page.getByLabel('Placeholder text')).toHaveValue('Ask me anything...');
  await expect(page.getByLabel('Widget button text')).toHaveValue('Chat with AI');
  await page.getByLabel('Bot name').fill('Ada');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expectText('Failed to save settings. Please check console for details.');
  await page.getByRole('link', { name: 'Security', exact: true }).click();
  await page.getByRole('button', { name: 'Save Domains' }).click();
  await expectText('Failed to save domains');
  await expectText('No authorized domains');
  await page.getByRole('link', { name: 'Versions', exact: true }).click();
  await page.getByRole('button', { name: 'Create Version' }).click();
  await expectText('Failed to create widget version');
  await page.unrouteAll();
  const created = await api.post(`/api/ai/widget/client/${client.id}/version`, { data: {} });
  const { versionId } = await created.json();
  await failCommands(page, '**/default-version');
  await page.getByRole('button', { name: /^Set as Default: Version created on/ }).click();
  await expectText('Failed to update default version');
  await page.route(`**/widget/client/${client.id}/version`, (route) =>
    route.fulfill({ json: { versionId, description: '' } }),
  );
  await page.getByRole('button', { name: 'Create Version' }).click();
  await expectText(`Widget version ${versionId} created successfully`);
  await page.unrouteAll();
  await failAll(page, `**/api/ai/widget/client/${client.id}/domains`);
  await page.goto(`/ai/widget/client/${client.id}?tab=security`);
  const domains = page.getByRole('alert').filter({ hasText: 'Failed to load authorized domains' });
  await expect(domains).toContainText('Error loading domains. Please try again.');

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/ai/widget/global?tab=embed');
  await page.getByRole('button', { name: 'Copy: Embed Code' }).click();
  await expectText('Embed code copied to clipboard');
  await page.getByRole('button', { name: 'Copy: Example URL' }).click();
  await expectText('Example URL copied to clipboard');
  await page.unrouteAll();
  await page.goto('/ai/widget/global');
  await page.route('**/api/ai/settings/branding', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ json: {} }),
  );
  await page.getByLabel('Bot name').fill('Ada');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expectText('Visual templates saved successfully');
  await failCommands(page, '**/api/ai/widget/**');
  await page.goto('/ai/widget/global?tab=code');
  await page.getByRole('textbox', { name: 'Base script' }).fill('// nothing');
  await page.getByRole('button', { name: 'Save Templates' }).click();
  await expectText('Failed to save template files');
  await failAll(page, '**/api/ai/widget/templates*');
  await page.goto('/ai/widget/global?tab=code');
  await expectText('Failed to load widget templates');
  await page.unrouteAll();

  await failAll(page, '**/api/ai/admin-content-requests/pending');
  await page.goto('/SuperAdminPortal?tab=client-management');
  await expectText('Failed to load pending content requests');
  await page.unrouteAll();

  await page.clock.install();
  await page.goto(`/ai/widget/test?clientId=${client.id}`);
  await expect(page.getByText('Current Client').first()).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const choice = page.getByLabel('Client', { exact: true });
  await choice.selectOption({ index: 2 });
  await expectText('Switching client widget...');
  await page.clock.resume();
  await expect(page.getByText('Switching client widget...')).toBeHidden();

  await page.goto(`/ai/client-analytics?clientId=${client.id}`);
  await failCommands(page, '**/api/ai/analytics/**');
  await page.getByRole('button', { name: /^Reset/ }).click();
  await page.getByRole('dialog').getByLabel('Type DELETE_ALL_DATA to confirm').fill('DELETE_ALL_DATA');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Reset/ })
    .click();
  await expectText('Failed to reset analytics data');
  await page.keyboard.press('Escape');
  await failAll(page, '**/api/ai/analytics/shareable-analytics**');
  await page.getByRole('button', { name: /Share/ }).click();
  await expectText('Failed to generate shareable analytics');
  await api.dispose();
});

test('shows the specified error of the command that Undo sends', async ({ page }) => {
  const api = await superAdminApi();
  const { id } = await newClient(api);
  const url = 'https://shop.example/undo';
  const added = await api.post('/api/ai/scraping/add-custom-url', {
    data: { clientId: id, url, scrapeImmediately: false },
  });
  expect(added.ok(), await added.text()).toBe(true);
  await api.dispose();
  const expectFailedUndo = async (text: string) => {
    await failCommands(page, '**/api/ai/scraping/**');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(text)).toBeVisible();
    await page.unrouteAll();
  };
  await page.goto(`/ai/client-content/${id}`);
  await page.getByLabel(`Select ${url}`).check();
  await page.getByRole('button', { name: 'Blacklist', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Blacklist' }).click();
  await expectFailedUndo('Failed to restore selected URLs');
  await page.getByRole('link', { name: 'Blacklist', exact: true }).click();
  await page.getByLabel(`Select ${url}`).check();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expectFailedUndo('Failed to blacklist selected URLs');
  await page.getByRole('link', { name: 'Crawl Settings' }).click();
  await page.getByLabel('Exclude').fill('/parking');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expectFailedUndo('The previous crawl settings could not be restored. Your changes still apply.');
});
