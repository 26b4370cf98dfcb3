import { clientUser, newClient, signIn, superAdminApi } from './accounts.ts';
import { type Site, startSite } from './sites.ts';
import { expect, expectAccessibleLayout, holdCommands, test, unique, variable } from './support.ts';

const FILLER =
  'We are a family business, have been here for many years, and look forward to your visit on any day.';
const html = (title: string, text: string, links = '') =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${text} ${FILLER}</p></main>${links}`;
const PAGES: Record<string, string> = {
  '/': html(
    'Harbor Books',
    'Welcome to the bookstore at the harbor.',
    '<a href="/hours">Hours</a> <a href="/parking">Parking</a> <a href="/gone">Old</a> <a href="/app">App</a>',
  ),
  '/hours': html('Opening hours', 'The bookstore opens at 9 am and closes at 6 pm.'),
  '/parking': html('Parking', 'Parking costs 3 dollars an hour behind the store.'),
  '/app': '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>',
};

/** The website does not respond until this resolves. */
let gate: Promise<unknown> = Promise.resolve();
let site: Site;
let origin: string;
let client: { id: string; name: string };
test.beforeAll(async () => {
  site = await startSite(async (request, response) => {
    await gate;
    const found = PAGES[request.url ?? '/'];
    response
      .writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
      .end(found ?? 'Not found');
  });
  origin = `http://localhost:${site.port}`;
  const api = await superAdminApi();
  const response = await api.post('/api/ai/clients', {
    data: { name: unique('Harbor Books'), primary_domain: origin },
  });
  expect(response.ok(), await response.text()).toBe(true);
  client = await response.json();
  await api.dispose();
});
test.afterAll(() => site?.stop());

test('staff scrape a website, review each page, and blacklist and restore a page', async ({
  superAdmin: staff,
}) => {
  test.slow();
  await staff.goto(`/ai/client/${client.id}`);
  await expect(staff.getByRole('heading', { level: 1 })).toHaveText(`${client.name} Management Hub`);
  await staff.getByRole('link', { name: 'Manage Content' }).click();
  await expect(staff.getByText('No pages yet')).toBeVisible();
  await expect(staff.getByRole('button', { name: 'Start Scraping' })).toBeDisabled();
  await expect(staff.getByRole('button', { name: 'Delete All Content' })).toBeDisabled();

  await staff.getByRole('button', { name: 'Discover URLs' }).click();
  const rows = staff.getByRole('region', { name: 'Scraped pages' }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await staff.getByRole('button', { name: 'Start Scraping' }).click();
  await expect(rows).toHaveCount(5, { timeout: 60_000 });
  const row = (path: string) =>
    rows.filter({ has: staff.getByRole('link', { name: origin + path, exact: true }) });
  await expect(row('/hours')).toContainText('Completed');
  await expect(row('/gone')).toContainText(
    'Fetching: The server returned status 404: the page does not exist',
  );
  await expect(row('/app')).toContainText('The page needs JavaScript');
  await expect(staff.getByText('3 of 500')).toBeVisible();
  await expect(staff.getByText('The plan has 497 pages left.')).toBeVisible();

  const reopened = Promise.withResolvers<void>();
  gate = reopened.promise;
  await staff.getByRole('button', { name: 'Start Scraping' }).click();
  await expect(row('/hours')).toContainText('Processing');
  await staff.getByRole('button', { name: 'Stop Scraping' }).click();
  await expect(staff.getByText('Scraping has been stopped')).toBeVisible();
  await expect(row('/hours')).toContainText('Completed');
  await expect(staff.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
  reopened.resolve();

  await row('/hours')
    .getByRole('button', { name: /History/ })
    .click();
  await expect(staff.getByRole('dialog').getByText('Added with priority 5')).toBeVisible();
  await expect(staff.getByRole('dialog').getByText(/^Content updated \(fetched in \d+ ms\)$/)).toBeVisible();
  await staff.keyboard.press('Escape');

  await staff.getByRole('button', { name: 'Scrape Immediately' }).click();
  await expect(staff.getByText('No URLs selected for immediate scraping')).toBeVisible();
  await staff.getByRole('button', { name: 'Update Priority' }).click();
  await expect(staff.getByText('No URLs selected for priority update')).toBeVisible();
  await staff.getByRole('button', { name: 'Blacklist', exact: true }).click();
  await expect(staff.getByText('No URLs selected for deletion')).toBeVisible();

  await row('/parking').getByRole('checkbox').check();
  await staff.getByLabel('New priority').selectOption('9');
  await staff.getByRole('button', { name: 'Update Priority' }).click();
  await expect(row('/parking')).toContainText('9');
  await staff.getByRole('button', { name: 'Undo' }).click();
  await expect(row('/parking').getByText('5', { exact: true })).toBeVisible();

  await row('/parking').getByRole('checkbox').check();
  await expect(staff.getByText('1 selected')).toBeVisible();
  await staff.getByLabel('Search pages').fill('hours');
  await expect(staff.getByText('0 selected')).toBeVisible();
  await staff.getByLabel('Search pages').fill('');
  await staff.getByRole('button', { name: 'Blacklist', exact: true }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Blacklist' }).click();
  await expect(staff.getByText('Selected URLs have been blacklisted')).toBeVisible();
  await expect(rows).toHaveCount(4);
  const ask = async () => {
    const response = await staff.request.post('/api/ai/chat', {
      data: { clientId: client.id, message: 'What does parking cost?' },
    });
    return (await response.json()).answered;
  };
  expect(await ask()).toBe(false);
  await staff.getByRole('button', { name: 'Undo' }).click();
  await expect(staff.getByText('Selected URLs have been restored')).toBeVisible();
  await expect(row('/parking')).toContainText('Completed');
  expect(await ask()).toBe(true);

  await staff.getByRole('button', { name: 'Add Custom URL' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await expect(dialog.getByText('Please enter a valid URL')).toBeVisible();
  await expect(dialog.getByLabel('Priority').locator('option').first()).toHaveText('1 (Lowest)');
  await expect(dialog.getByLabel('Priority').locator('option').last()).toHaveText('10 (Highest)');
  await dialog.getByLabel('URL').fill(`${origin}/nowhere`);
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  const outcome = staff.getByRole('status').filter({ hasText: 'scraped immediately! (0/1 successful)' });
  await expect(outcome).toHaveAttribute('data-kind', 'notice');
  await expect(row('/nowhere')).toContainText('Custom');
  await expectAccessibleLayout(staff, 'content pages');

  await staff.setViewportSize({ width: 1280, height: 900 });
  await staff.getByRole('link', { name: 'Crawl Settings' }).click();
  await staff.getByLabel('Exclude').fill('parking');
  await expect(staff.getByText('A pattern must start with / or *')).toBeVisible();
  await staff.getByLabel('Exclude').fill('');
  const save = staff.getByRole('button', { name: 'Save Settings' });
  await expect(save).toBeDisabled();
  await staff.getByLabel('Exclude').fill('/parking');
  const release = await holdCommands(staff, '**/api/ai/scraping/settings/*', (route) => route.fallback());
  await save.click();
  await staff.getByLabel('Include').fill('/hours');
  await staff.getByLabel('Exclude').fill('/parking\n/app');
  release();
  await expect(staff.getByText('Crawl settings saved')).toBeVisible();
  await expect(staff.getByLabel('Include')).toHaveValue('/hours');
  await expect(staff.getByLabel('Exclude')).toHaveValue('/parking\n/app');
  await staff.getByLabel('Include').fill('');
  await staff.getByLabel('Exclude').fill('/parking');
  await expect(save).toBeDisabled();
  await expectAccessibleLayout(staff, 'content settings');

  await staff.setViewportSize({ width: 1280, height: 900 });
  await staff.getByRole('link', { name: 'Pages', exact: true }).click();
  await row('/gone').getByRole('checkbox').check();
  await staff.getByRole('button', { name: 'Blacklist', exact: true }).click();
  await staff.getByLabel('Also delete their content').check();
  await staff.getByRole('dialog').getByRole('button', { name: 'Blacklist' }).click();
  await staff.getByRole('link', { name: 'Blacklist', exact: true }).click();
  const blacklisted = staff.getByRole('region', { name: 'Blacklisted URLs' });
  await expect(blacklisted).toContainText(`${origin}/gone`);
  await staff.getByRole('button', { name: 'Restore' }).click();
  await expect(staff.getByText('No blacklisted URLs selected for restoration')).toBeVisible();
  await staff.getByRole('button', { name: 'Permanently Delete' }).click();
  await expect(staff.getByText('No blacklisted URLs selected for permanent deletion')).toBeVisible();
  await expectAccessibleLayout(staff, 'content blacklist');
  await staff.setViewportSize({ width: 1280, height: 900 });
  await staff.getByLabel(`Select ${origin}/gone`).check();
  await staff.getByRole('button', { name: 'Permanently Delete' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Permanently Delete' }).click();
  await expect(staff.getByText('Selected URLs have been permanently deleted')).toBeVisible();
  await expect(staff.getByText('No blacklisted URLs', { exact: true })).toBeVisible();

  await staff.getByRole('link', { name: 'Pages', exact: true }).click();
  await staff.getByRole('button', { name: 'Delete All Content' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Delete All Content' }).click();
  await expect(staff.getByText('All content deleted successfully')).toBeVisible();
  await expect(staff.getByText('No pages yet')).toBeVisible();
  expect(await ask()).toBe(false);
});

test('a client uploads a file and staff replace it', async ({ superAdmin: staff, browser }) => {
  const api = await superAdminApi();
  const { id } = await newClient(api);
  const person = await clientUser(api, id);
  const context = await browser.newContext();
  const portal = await context.newPage();
  await portal.goto(new URL('/client/login', variable('BASE_URL')).href);
  await signIn(portal, person);
  await portal.getByRole('link', { name: 'AI Content Requests' }).first().click();
  const choose = async (page: typeof portal, name: string, content: string) => {
    const fileChooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload file' }).click();
    const buffer = Buffer.from(content);
    await (await fileChooser).setFiles({ name, mimeType: 'application/octet-stream', buffer });
  };
  await choose(portal, 'large.txt', 'a'.repeat(5 * 1024 * 1024 + 1));
  await expect(portal.getByText('large.txt is too large. Files can be at most 5 MB.')).toBeVisible();
  await choose(portal, 'Gift cards.pdf', 'Not a PDF');
  await expect(portal.getByText('Only PDF, Word (.docx) and text files')).toBeVisible();
  await choose(portal, 'Gift cards.txt', 'Gift cards\n\nA gift card is valid for three years.');
  await expect(portal.getByText('Your assistant is reading the file.')).toBeVisible();
  const learned = portal.getByRole('region', { name: 'Your pages' });
  await expect(learned).toContainText('Completed');
  await expect(learned.getByRole('button', { name: 'Request a change to Gift cards.txt' })).toBeVisible();
  await expectAccessibleLayout(portal, 'uploaded files of a client');
  await portal.goto(`${portal.url()}&page=2`);
  await expect(learned.getByRole('link', { name: 'Gift cards.txt' })).toBeVisible();
  const href = await learned.getByRole('link', { name: 'Gift cards.txt' }).getAttribute('href');
  expect(await (await portal.request.get(href ?? '')).text()).toContain('valid for three years');

  await staff.goto(`/ai/client-content/${id}`);
  await choose(staff, 'Gift cards.txt', 'Gift cards\n\nA gift card is valid for five years.');
  await expect(staff.getByText('Your assistant is reading the file.')).toBeVisible();
  const row = staff.getByRole('region', { name: 'Scraped pages' }).locator('tbody tr');
  await expect(row).toContainText('Completed');
  await row.getByRole('button', { name: 'History of Gift cards.txt' }).click();
  await expect(staff.getByRole('dialog').getByText('Uploaded Gift cards.txt (48 B)')).toHaveCount(1);
  await expect(staff.getByRole('dialog').getByText(/^Uploaded Gift cards.txt/)).toHaveCount(2);
  await staff.keyboard.press('Escape');
  await expectAccessibleLayout(staff, 'uploaded files');
  const ask = async () => {
    const data = { clientId: id, message: 'How long is a gift card valid?' };
    return (await staff.request.post('/api/ai/chat', { data })).json();
  };
  await expect
    .poll(ask)
    .toMatchObject({ message: expect.stringContaining('five years'), citations: [{ url: href }] });
  await context.close();
  await api.dispose();
});

test('a client requests content, staff complete it, and the client is notified by email', async ({
  superAdmin: staff,
  browser,
}) => {
  test.slow();
  const api = await superAdminApi();
  const person = await clientUser(api, client.id);
  const context = await browser.newContext();
  const portal = await context.newPage();
  await portal.goto(new URL('/client/login', variable('BASE_URL')).href);
  await signIn(portal, person);
  await portal.getByRole('link', { name: 'AI Content Requests' }).first().click();
  await expect(portal.getByText('No content requests yet')).toBeVisible();
  await portal.getByRole('button', { name: 'Submit Request' }).click();
  await expect(portal.getByText('Please enter a valid URL')).toBeVisible();
  const url = `https://books.example/${'long-'.repeat(12)}page`;
  await portal.getByLabel('URL').fill(url);
  await portal.getByLabel('Description').fill('Our new prices');
  await expect(portal.getByLabel('Priority')).toHaveValue('medium');
  // High priority, because the overview shows only the first few requests.
  await portal.getByLabel('Priority').selectOption('high');
  await portal.getByRole('button', { name: 'Submit Request' }).click();
  await expect(
    portal.getByText("Content request submitted successfully! We'll process it within 24-48 hours."),
  ).toBeVisible();
  await expect(portal.getByRole('region', { name: 'Your content requests' })).toContainText('Pending');
  await expect(portal.getByText('Your assistant has not read any pages yet.')).toBeVisible();
  await portal.getByRole('button', { name: 'Add a page' }).click();
  const addDialog = portal.getByRole('dialog', { name: 'Add a page' });
  await addDialog.getByRole('button', { name: 'Add page' }).click();
  await expect(addDialog.getByText('Please enter a valid URL')).toBeVisible();
  await expectAccessibleLayout(portal, 'add a page');
  await portal.setViewportSize({ width: 1280, height: 900 });
  await addDialog.getByLabel('URL').fill(`${origin}/hours`);
  await addDialog.getByRole('button', { name: 'Add page' }).click();
  await expect(portal.getByText('Your assistant is reading the page.')).toBeVisible();
  const learned = portal.getByRole('region', { name: 'Your pages' });
  await expect(learned).toContainText('Completed');
  await expect(portal.getByText('1 of 500')).toBeVisible();
  await learned.getByRole('button', { name: `Request a change to ${origin}/hours` }).click();
  await expect(portal.getByLabel('URL')).toHaveValue(`${origin}/hours`);
  await expect(portal.getByLabel('Description')).toBeFocused();
  await portal.getByLabel('Search your pages').fill('nothing like it');
  await expect(portal.getByText('No pages match')).toBeVisible();
  await portal.getByRole('button', { name: 'Clear filters' }).click();
  await expect(learned).toContainText('Opening hours');
  await expectAccessibleLayout(portal, 'content requests of a client');

  await staff.goto('/SuperAdminPortal');
  await expect(staff.getByText(`${url.slice(0, 50)}...`)).toBeVisible();
  await expectAccessibleLayout(staff, 'pending content requests');
  await staff.setViewportSize({ width: 1280, height: 900 });
  await staff.getByRole('link', { name: 'Review Requests' }).click();
  await staff.getByRole('link', { name: `Review the request from ${client.name}` }).click();
  const requests = staff.getByRole('region', { name: 'Content requests' });
  await requests.getByRole('button', { name: /^Process/ }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Process' }).click();
  await expect(staff.getByText('Content request processing successfully')).toBeVisible();
  await expect(requests.getByRole('button', { name: /^Reject/ })).toHaveCount(0);
  await expectAccessibleLayout(staff, 'content requests of staff');
  await staff.setViewportSize({ width: 1280, height: 900 });
  await requests.getByRole('button', { name: /^Complete/ }).click();
  await expect(staff.getByLabel('Note')).toHaveValue('Request completed and content added');
  await staff.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expect(staff.getByText('Content request completed successfully')).toBeVisible();

  const ownRequests = portal.getByRole('region', { name: 'Your content requests' });
  await expect(ownRequests).toContainText('Completed');
  await expect(ownRequests).toContainText('Request completed and content added');
  await expect
    .poll(
      async () => {
        const { emails } = await (await api.get('/api/dev/outbox')).json();
        return (emails as { to: string; subject: string }[])
          .filter(({ to }) => to === person.email)
          .map(({ subject }) => subject);
      },
      { timeout: 20_000 },
    )
    .toContain('Your content request is complete');
  await context.close();
  await api.dispose();
});
