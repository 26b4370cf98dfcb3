import type { Locator, Page } from '@playwright/test';
import { expect, signInAs, signInAsSuperAdmin, test, unique } from './support.ts';

/** Returns the position of a text, to the pixel. */
async function positionOf(text: Locator): Promise<number[]> {
  return text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, top, height } = range.getBoundingClientRect();
    return [left, top, height].map(Math.round);
  });
}

/** Checks that the frame in the HTML has the same layout as the app's frame. */
async function expectSameLayout(page: Page, url: string, title: string, subtitle: RegExp): Promise<void> {
  const textPositions = async (frame: string, heading: string) => {
    const within = page.locator(frame);
    await expect(within.getByText(title).first()).toBeVisible();
    const texts = [
      within.getByText('Landline', { exact: true }).first(),
      within.locator(heading),
      within.getByText(subtitle),
    ];
    return Promise.all(texts.map(async (text) => [await text.innerText(), await positionOf(text)]));
  };
  for (const width of [1440, 900, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await page.route('**/assets/index-*.js', (route) => route.abort());
    await page.goto(url);
    const before = await textPositions('#shell', 'p:first-child');
    await page.unrouteAll();
    await page.reload();
    const after = await textPositions('#root', 'h1');
    await expect(page.locator('#shell')).toBeHidden();
    expect(before, `${width} px`).toEqual(after);
  }
}

test.describe('the SuperAdmin portal', () => {
  test('opens the overview with its figures and lists the tabs only in the sidebar', async ({
    superAdmin: page,
  }) => {
    await page.goto('/');
    await page.goto('/SuperAdminPortal');
    await expect(page.getByRole('heading', { level: 1, name: 'System Overview' })).toBeVisible();
    await expect(page).toHaveTitle(/^System Overview/);
    await expect(page.getByText('Total Users')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0);
    const sidebar = page.getByRole('navigation', { name: 'Main', exact: true });
    const tabs = [
      'System Overview',
      'Client Management',
      'Billing Management',
      'User Management',
      'System Configuration',
      'Property Finder',
    ];
    await expect(sidebar.locator(':scope > a')).toHaveText([...tabs, 'Property Hub', 'Inbox']);
    for (const name of tabs) await expect(page.getByRole('link', { name, exact: true })).toHaveCount(1);
    await sidebar.getByRole('link', { name: 'System Configuration' }).click();
    await expect(page).toHaveURL(/tab=system-config$/);
    await page.getByRole('link', { name: 'Database Health' }).click();
    await expect(page.getByRole('row', { name: /^candidates/ })).toContainText(/Up to date|Catching up/);
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
    await expect(crumbs).toHaveText(['SuperAdmin Portal', 'System Configuration', 'Database Health']);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('heading', { name: 'Parked events' })).toBeVisible();
  });

  test('shows its frame before the app loads, with the same texts in the same places', async ({ page }) => {
    await signInAsSuperAdmin(page);
    await expectSameLayout(page, '/SuperAdminPortal', 'System Overview', /^System activity and items/);
    // Other pages have no frame in the HTML.
    await page.route('**/assets/index-*.js', (route) => route.abort());
    await page.goto('/SuperAdminPortal/staff');
    await expect(page.locator('#shell')).toHaveCount(0);
  });

  test('adds a client, then offers to invite its administrators', async ({ superAdmin: page }) => {
    const name = unique('Acme');
    await page.goto('/SuperAdminPortal?tab=client-management');
    await page.getByRole('link', { name: 'Add New Client' }).click();
    await expect(page).toHaveURL(/\/ai\/add-client\?returnTo=superadmin$/);
    const submit = page.getByRole('button', { name: 'Add Client' });
    await expect(submit).toBeDisabled();
    await page.getByLabel('Client name').fill(name);
    await expect(submit).toBeDisabled();
    await page.getByLabel('AI Assistant').uncheck();
    await expect(page.getByText('At least one product must be selected')).toBeVisible();
    await page.getByLabel('Property Finder').check();
    await expect(submit).toBeEnabled();
    const domains = page.getByLabel('Allowed email domains').first();
    await domains.fill('not a domain');
    await domains.press('Enter');
    await expect(page.getByText('Invalid domain format')).toBeVisible();
    await domains.fill('acme.example');
    await domains.press('Enter');
    await domains.fill('acme.example');
    await domains.press('Enter');
    await expect(page.getByText('This domain is already in the list')).toBeVisible();
    await submit.click();
    await expect(page.getByText(`${name} was added.`)).toBeVisible();
    await expect(page).toHaveURL(/tab=user-management&clientId=[^&]+&clientName=[^&]+$/, { timeout: 5_000 });
    const clientSelect = page.getByRole('combobox', { name: 'Client', exact: true });
    await expect(clientSelect.locator('option:checked')).toHaveText(name);
  });

  test('filters and counts clients', async ({ superAdmin: page }) => {
    await page.goto('/SuperAdminPortal?tab=client-management');
    const clients = page.getByRole('list', { name: 'Clients' });
    await expect(clients.getByText('Assistant client')).toBeVisible();
    await expect(page.getByText(/^(\d+) of \1 clients$/)).toBeVisible();
    await page.getByLabel('Filter by product').selectOption('Geo Leads');
    await expect(page).toHaveURL(/product=geo/);
    await expect(clients.getByText('Property Finder client')).toBeVisible();
    await expect(clients.getByText('Assistant client', { exact: true })).toBeHidden();
    const count = await clients.getByRole('listitem').count();
    const status = page.getByRole('status').filter({ hasText: 'clients' });
    await expect(status).toHaveText(new RegExp(`^${count} of \\d+ clients$`));
  });

  test('changes a client and its products', async ({ superAdmin: page }) => {
    const name = unique('Changing');
    const response = await page.request.post('/api/ai/clients', {
      data: { name, primary_domain: 'changing.example', has_ai_assistant: true },
    });
    const { id } = await response.json();
    await page.goto(`/ai/client/${id}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.getByRole('button', { name: `Disable AI Assistant for ${name}` }).click();
    await expect(page.getByText('AI Assistant disabled successfully')).toBeVisible();
    await page.getByRole('button', { name: `Enable AI Assistant for ${name}` }).click();
    await expect(page.getByText('AI Assistant enabled successfully')).toBeVisible();
    await page.getByLabel('Plan').selectOption('Elite');
    await page.getByLabel('Client name').fill(`${name} Ltd`);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `${name} Ltd` })).toBeVisible();
    await expect(page.getByText('Elite Plan')).toBeVisible();
    await page.getByRole('button', { name: 'Close client' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Close client' })).toBeDisabled();
    await dialog.getByLabel(/^Type/).fill(`${name} Ltd`);
    await dialog.getByRole('button', { name: 'Close client' }).click();
    await expect(page.getByText('Closed', { exact: true })).toBeVisible();
    await expect(page.getByText('Product Access Management')).toBeHidden();
  });

  test('does not show the placeholder domain of a client without a website', async ({ superAdmin: page }) => {
    const name = unique('Offline');
    const response = await page.request.post('/api/ai/clients', {
      data: { name, has_ai_assistant: false, has_adu_finder: true },
    });
    const { id } = await response.json();
    await page.goto(`/ai/client/${id}`);
    await expect(page.getByText('No domain specified')).toBeVisible();
    await expect(page.getByLabel('Primary domain')).toHaveValue('');
    await page.getByLabel('Client name').fill(`${name} Ltd`);
    const save = page.getByRole('button', { name: 'Save Changes' });
    await save.click();
    await expect(page.getByRole('heading', { level: 1, name: `${name} Ltd` })).toBeVisible();
    await expect(page.getByLabel('Primary domain')).toHaveValue('');
    const website = `https://${name.toLowerCase()}.example`;
    await page.getByLabel('Primary domain').fill(website);
    await save.click();
    await expect(page.getByText('No domain specified')).toHaveCount(0);
    await page.getByLabel('Primary domain').fill('');
    await save.click();
    await expect(page.getByText('No domain specified')).toBeVisible();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Search pages, clients and properties' });
    const option = page.getByRole('option', { name: `${name} Ltd` });
    await search.fill(name);
    await expect(option).toContainText('No domain specified');
    await search.fill('no-website');
    await expect(option).toHaveCount(0);
  });

  test('drops unsaved input when another client opens', async ({ superAdmin: page }) => {
    const [first, second] = [unique('First'), unique('Second')];
    const create = async (name: string) => {
      const response = await page.request.post('/api/ai/clients', {
        data: { name, has_ai_assistant: false, has_adu_finder: true },
      });
      return (await response.json()).id;
    };
    const firstId = await create(first);
    await create(second);
    const name = page.getByLabel('Client name');
    await page.goto(`/ai/client/${firstId}`);
    await expect(name).toHaveValue(first);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search pages, clients and properties' }).fill(second);
    await page.getByRole('option', { name: second }).click();
    await expect(name).toHaveValue(second);
    await name.fill(`${second} Ltd`);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
    await expect(name).toHaveValue(first);
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  });

  test("opens a client's dashboard by impersonation", async ({ superAdmin: page }) => {
    // The browser logs an error for each response that arrives after the impersonation has started or ended.
    const allLoaded = () => expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await page.goto('/SuperAdminPortal?tab=client-management');
    const view = page.getByRole('button', { name: 'View Dashboard of Property Finder client' });
    await expect(view).toBeVisible();
    await allLoaded();
    await view.click();
    await expect(page).toHaveURL(/\/client\/portal$/);
    const heading = page.getByRole('heading', {
      level: 1,
      name: "Welcome to Property Finder client's Dashboard",
    });
    await expect(heading).toBeVisible();
    await page.goto('/SuperAdminPortal');
    await expect(page).toHaveURL(/\/client\/portal$/);
    await expect(heading).toBeVisible();
    await allLoaded();
    await page.getByRole('button', { name: /account$/ }).click();
    await page.getByRole('menuitem', { name: 'Exit Impersonation' }).click();
    await expect(page).toHaveURL(/\/SuperAdminPortal/);
  });
});

test.describe('the client portal', () => {
  test('shows its frame before the app loads, and session data before the response', async ({ page }) => {
    await signInAs(page, 'Demo client');
    await expectSameLayout(page, '/client/portal', 'Welcome Dashboard', /^Your account, your services/);
    await page.route('**/api/ai/client-dashboard/overview', () => {});
    await page.goto('/client/portal');
    await expect(page.getByText('Account name')).toBeVisible();
    await expect(page.getByRole('link', { name: 'View Analytics' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open Property Hub' })).toBeVisible();
    await expect(page.getByRole('definition').getByRole('status', { name: 'Loading' })).toHaveCount(1);
  });

  test('shows the account and its services', async ({ page, problems }) => {
    const { client } = await signInAs(page, 'Property Finder client');
    await page.goto('/ClientPortal');
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome Dashboard' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Account Overview' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Need Help?' })).toBeVisible();
    await page.getByRole('link', { name: 'Open Property Hub' }).click();
    await expect(page).toHaveURL(new RegExp(`/client/${client?.id}/propertyhub$`));
    const datasets = page.getByRole('table', { name: 'Datasets' });
    await expect(datasets.getByRole('row')).toHaveText([
      /Dataset\s*Properties\s*Status\s*Action/,
      /Beverly Hills Properties.*1 zipcode: 90210.*Partial/s,
      /Hawthorne Properties.*All zipcodes included.*Active/s,
    ]);
    await page.goto('/propertyhub');
    await expect(page).toHaveURL(new RegExp(`/client/${client?.id}/propertyhub$`));
    await page.goto('/client/portal?tab=nonsense');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await page.goto('/client/portal?tab=analytics');
    await expect(page.getByText('Access Restricted')).toBeVisible();
    await expect(page.getByText("You don't have access to AI Analytics.")).toBeVisible();
    expect(problems).toEqual([]);
  });

  test("blocks another client's URL and staff pages", async ({ page }) => {
    await signInAs(page, 'Property Finder client');
    for (const path of [
      '/client/somebody-else/portal',
      '/client/somebody-else/propertyhub',
      '/SuperAdminPortal',
      '/ai/clients',
      '/login',
    ]) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/client\/portal$/);
    }
  });

  test('restricts products the client lacks', async ({ page }) => {
    const { client } = await signInAs(page, 'Assistant client');
    await page.goto('/client/portal?tab=geo-leads');
    await expect(page.getByText("You don't have access to Property Finder.")).toBeVisible();
    await page.goto(`/client/${client?.id}/propertyhub`);
    await expect(page).toHaveURL(/\/client\/portal$/);
    await expect(page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link')).toHaveText([
      'Dashboard',
      'Billing',
      'Account Settings',
      'AI Analytics',
      'AI Customization',
      'AI Content Requests',
      'Support',
    ]);
  });

  test('marks a demo account', async ({ page, problems }) => {
    await signInAs(page, 'Demo client');
    await page.goto('/client/portal');
    await expect(page.getByText('DEMO', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'View Terms' }).click();
    await expect(page.getByRole('dialog')).toContainText('30 days');
    await expect(page.getByRole('dialog')).toContainText('$100');
    await page.getByRole('button', { name: 'I Understand' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    const billing = page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Billing' });
    await expect(billing).toHaveAttribute('aria-disabled', 'true');
    await billing.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Not available in demo mode');
    await page.goto('/client/portal?tab=billing');
    await expect(page.getByText('Not available in demo mode')).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('redirects to the client login', async ({ page }) => {
    await page.goto('/client/portal?tab=billing');
    await expect(page).toHaveURL(/\/client\/login$/);
  });
});

test.describe('roles', () => {
  for (const [name, home] of [
    ['Admin', '/AdminPortal'],
    ['Manager', '/ManagerPortal'],
    ['Employee', '/EmployeePortal'],
  ] as const) {
    test(`${name} starts at ${home} and has no access to the SuperAdmin portal`, async ({
      page,
      problems,
    }) => {
      await signInAs(page, name);
      const requestedPaths: string[] = [];
      page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
      await page.goto('/dashboard');
      await expect(page).toHaveURL(new RegExp(`${home}$`));
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
      for (const path of [
        '/SuperAdminPortal/client-admin-directory',
        '/SuperAdminPortal/client-admin/somebody',
      ]) {
        await page.goto(path);
        await expect(page).toHaveURL(/\/Unauthorized$/);
        await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
      }
      expect(requestedPaths.filter((path) => path.startsWith('/api/client-admin/'))).toEqual([]);
      await page.goto('/SuperAdminPortal');
      await expect(page).toHaveURL(/\/Unauthorized$/);
      await page.getByRole('link', { name: 'Go to Dashboard' }).click();
      await expect(page).toHaveURL(new RegExp(`${home}$`));
      await page.goto('/client/portal');
      await expect(page).toHaveURL(/\/Unauthorized$/);
      await page.goto('/ai/clients');
      await expect(page).toHaveURL(name === 'Admin' ? /\/ai\/clients$/ : new RegExp(`${home}$`));
      expect(problems).toEqual([]);
    });
  }
});

test.describe('from the keyboard', () => {
  test('the palette finds pages, clients and properties', async ({ superAdmin: page }) => {
    await page.goto('/SuperAdminPortal');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search pages, clients and properties' });
    await field.fill('database');
    await expect(page.getByRole('option', { selected: true })).toContainText('Database Health');
    await field.fill('finder cl');
    await expect(page.getByRole('option', { name: /^Property Finder client/ })).toBeVisible();
    await field.fill('hawthorne');
    await expect(page.getByRole('option', { name: /^Hawthorne Properties/ })).toBeVisible();
    await field.fill('staff');
    await expect(page.getByRole('option', { selected: true })).toContainText('Staff');
    await field.fill('zzzz');
    await expect(page.getByText('Nothing found for “zzzz”.')).toBeVisible();
    await field.fill('client selection');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/ai\/clients$/);
  });

  test('the palette says when the search failed', async ({ superAdmin: page, problems }) => {
    await page.route('**/api/ai/clients', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/SuperAdminPortal/staff');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search pages, clients and properties' }).fill('finder cl');
    await expect(page.getByText('Clients and properties could not be searched completely.')).toBeVisible();
    // The browser logs the 500 response.
    expect(problems.splice(0).every((text) => text.includes('status of 500'))).toBe(true);
  });

  test('shortcuts open pages, and a sheet lists them', async ({ superAdmin: page }) => {
    await page.goto('/SuperAdminPortal');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
      'Property Analysis Hub',
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(page).toHaveURL(/\/propertyhub$/);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await expect(page).toHaveURL(/\/SuperAdminPortal$/);
  });
});
