import type { Route } from '@playwright/test';
import { clientUser, newClient, signInAsClient, superAdminApi } from './accounts.ts';
import {
  expect,
  expectAccessibleLayout,
  seriousFindings,
  signInAs,
  signInAsSuperAdmin,
  test,
} from './support.ts';

const GRANTED_ZIP = '90210';
const propertyCountText = (count: string) => new RegExp(`^${count} propert(y|ies)$`);

test('lets a client work with a granted ZIP code until it is revoked', async ({ page, problems }) => {
  test.slow();
  await signInAsSuperAdmin(page);
  const api = await superAdminApi();
  const client = await newClient(api);
  const person = await clientUser(api, client.id);

  await page.goto('/SuperAdminPortal?tab=geoleads');
  const grant = page.getByRole('button', { name: 'Grant Access' });
  await expect(grant).toBeDisabled();
  await expect(grant).toHaveAccessibleDescription('Please select a client and city');
  await expect(page.getByText('Please select a client and city')).toBeVisible();
  await page.getByLabel('Client', { exact: true }).selectOption({ label: client.name });
  await expect(page.getByText('No datasets granted yet')).toBeVisible();
  await expect(grant).toBeDisabled();
  await expect(page.getByText('Please select a client and city')).toBeVisible();
  await page.getByLabel('City', { exact: true }).selectOption('beverly-hills');
  await expect(page.getByText('Please select a client and city')).toHaveCount(0);
  await expect(grant).toBeEnabled();
  await page.getByText('Selected ZIP codes').click();
  await grant.click();
  await expect(page.getByText('Please select at least one zipcode')).toBeVisible();
  await page.getByRole('checkbox', { name: GRANTED_ZIP }).check();
  await grant.click();
  await expect(page.getByText('Zipcode access granted successfully!')).toBeVisible();
  const access = page.getByRole('table', { name: 'Dataset access' });
  await expect(access).toContainText(`${GRANTED_ZIP} Properties`);
  await expect(access).toContainText('Enabled');
  // Messages close automatically (spec 001 §9).
  await expect(page.getByText('Zipcode access granted successfully!')).toBeHidden();
  await page.getByText('Full city', { exact: true }).click();
  await page.getByLabel('City', { exact: true }).selectOption('salt-lake-city');
  await grant.click();
  await expect(page.getByText('Full city access granted successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke Salt Lake City Properties' }).click();
  await expect(page.getByText('Dataset access revoked successfully!')).toBeVisible();
  await expect(access).not.toContainText('Salt Lake City');
  await expect(page.getByRole('group', { name: 'Granted datasets' })).toBeFocused();
  expect(await seriousFindings(page)).toEqual([]);

  // The client's own page needs no client selection.
  await page.goto(`/ai/client/${client.id}`);
  await page.getByRole('button', { name: 'Grant Access' }).click();
  await expect(page.getByText('Please select a city')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Dataset access' })).toContainText(GRANTED_ZIP);

  await signInAsClient(page, person);
  await page.goto('/client/portal?tab=geo-leads');
  await page.getByRole('link', { name: 'Open Property Hub' }).click();
  await expect(page).toHaveURL(new RegExp(`/client/${client.id}/propertyhub$`));
  const hub = page.getByRole('table', { name: 'Datasets' });
  await expect(hub.getByRole('row')).toHaveCount(2);
  await expect(hub).toContainText(`1 zipcode: ${GRANTED_ZIP}`);
  await expect(hub).toContainText('Partial');
  const propertyCount = await hub.getByRole('row').nth(1).getByRole('cell').nth(1).innerText();
  await hub.getByRole('link', { name: 'Beverly Hills Properties' }).click();
  await expect(page.getByText(propertyCountText(propertyCount))).toBeVisible();
  await page.goto(`/client/${client.id}/propertyhub/zipcode/${GRANTED_ZIP}`);
  await expect(page.getByRole('heading', { name: `${GRANTED_ZIP} Properties`, level: 1 })).toBeVisible();
  await expect(page.getByText(propertyCountText(propertyCount))).toBeVisible();
  const denied = page.getByText('Dataset not found or access denied');
  for (const path of ['zipcode/90212', 'hawthorne', 'county/beverly-hills']) {
    await page.goto(`/client/${client.id}/propertyhub/${path}`);
    await expect(denied).toBeVisible();
  }

  await page.goto(`/client/${client.id}/propertyhub/zipcode/${GRANTED_ZIP}`);
  await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click();
  await expect(page).toHaveURL(
    new RegExp(`/client/${client.id}/propertyhub/zipcode/${GRANTED_ZIP}/[0-9a-f-]{36}`),
  );
  const property = page.url();
  await page.getByRole('button', { name: 'Add Note' }).click();
  const add = page.getByRole('button', { name: 'Add Note' });
  await expect(add).toBeDisabled();
  await page.getByLabel('Note', { exact: true }).fill('x'.repeat(2001));
  await expect(page.getByText('Note text cannot exceed 2000 characters')).toBeVisible();
  await expect(page.getByText('2001 / 2000')).toBeVisible();
  await page.getByLabel('Note', { exact: true }).fill('  ');
  await expect(page.getByText('Note text is required')).toBeVisible();
  await expect(add).toBeDisabled();
  await page.getByLabel('Note', { exact: true }).fill('Offer on Monday');
  await page.getByLabel('Type', { exact: true }).selectOption('decision');
  await page.getByLabel('Priority', { exact: true }).selectOption('high');
  await add.click();
  const notes = page.getByRole('list', { name: 'Notes' });
  await expect(notes).toContainText('Offer on Monday');
  await expect(notes).toContainText('Carl Client');
  await expect(page.getByText('Lead status')).toBeVisible();
  await notes.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Note', { exact: true }).fill('Offer on Tuesday');
  await page.getByRole('button', { name: 'Save Note' }).click();
  await expect(notes).toContainText('Offer on Tuesday');
  await notes.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Are you sure you want to delete this note?');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No notes yet.')).toBeVisible();
  await page.getByLabel('Your rating').selectOption('5');
  await page.getByRole('button', { name: 'Add Review' }).click();
  await expect(page.getByRole('list', { name: 'Reviews' })).toContainText('Carl Client');
  expect(await seriousFindings(page)).toEqual([]);

  await signInAsSuperAdmin(page);
  await page.goto(`/ai/client/${client.id}`);
  await page.getByRole('button', { name: `Revoke ${GRANTED_ZIP} Properties` }).click();
  await expect(page.getByText('Dataset access revoked successfully!')).toBeVisible();
  await expect(page.getByText('No datasets granted yet')).toBeVisible();

  await signInAsClient(page, person);
  await page.goto(property);
  await expect(page.getByRole('heading', { name: 'Property Not Found' })).toBeVisible();
  await page.goto(`/client/${client.id}/propertyhub`);
  await expect(page.getByText('No datasets are currently available.')).toBeVisible();
  await expect(page.getByText('Contact support to request access to additional datasets.')).toBeVisible();
  // Chromium logs rejected requests, and requests aborted when the test signs in as another user.
  const expected =
    /^Failed to load resource: (the server responded with a status of 40[134] |net::ERR_ABORTED)/;
  expect(problems.filter((text) => !expected.test(text))).toEqual([]);
});

test('finds a ZIP code on Enter without submitting the grant', async ({ superAdmin: page }) => {
  await page.route('**/api/geo/datasets/cities-with-zipcodes', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const city of json.data)
      city.zipcodes = Array.from({ length: 13 }, (_, index) => ({
        id: `${city.city_id}:${90201 + index}`,
        dataset_key: String(90201 + index),
        candidate_count: 1,
      }));
    await route.fulfill({ response, json });
  });
  const answered = Promise.withResolvers<void>();
  let grants = 0;
  await page.route('**/api/geo/datasets/grant-*', async (route) => {
    grants++;
    await answered.promise;
    await route.fulfill({ json: { success: true, message: 'Granted' } });
  });
  const { id } = await newClient(page.request);
  await page.goto(`/ai/client/${id}`);
  await page.getByLabel('City', { exact: true }).selectOption('beverly-hills');
  await page.getByText('Selected ZIP codes').click();
  const search = page.getByLabel('Find a ZIP code');
  await search.fill('90213');
  await page.getByRole('checkbox', { name: /^90/ }).check();
  await search.press('Enter');
  // Disabled if Enter has already submitted the form.
  await page.getByRole('button', { name: 'Grant Access' }).click();
  answered.resolve();
  await expect(page.getByText('Granted', { exact: true })).toBeVisible();
  expect(grants).toBe(1);
});

test('disables notes and classification in a demo account', async ({ page }) => {
  const { client } = await signInAs(page, 'Demo client');
  await page.goto(`/client/${client?.id}/propertyhub/hawthorne`);
  await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click({ timeout: 30_000 });
  await expect(page.getByRole('heading', { name: 'Property Notes' })).toBeVisible();
  // Notes and reviews.
  const upgrade = page.getByRole('button', { name: 'Demo Account - Upgrade to Enable', disabled: true });
  await expect(upgrade).toHaveCount(2);
  for (const name of ['Good', 'Bad'])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Add Note' })).toHaveCount(0);
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcuts).toContainText('Next property');
  await expect(shortcuts).not.toContainText('Write a note');
});

test('renders the grant form at every width in light and dark', async ({ superAdmin: page }) => {
  await page.goto('/SuperAdminPortal?tab=geoleads');
  await page.getByLabel('Client', { exact: true }).selectOption({ label: 'Property Finder client' });
  await expect(page.getByRole('table', { name: 'Dataset access' })).toBeVisible();
  await page.getByLabel('City', { exact: true }).selectOption('beverly-hills');
  await page.getByText('Selected ZIP codes').click();
  await expectAccessibleLayout(page, 'grants');
});

test('shows the specified message for each failure', async ({ page }) => {
  test.slow();
  await signInAsSuperAdmin(page);
  const failing = { status: 500, contentType: 'application/json', body: '{}' };
  const fail = (method: string) => (route: Route) =>
    route.request().method() === method ? route.fulfill(failing) : route.fallback();
  await page.route('**/api/geo/datasets/grant-*', fail('POST'));
  await page.goto('/SuperAdminPortal?tab=geoleads');
  await page.getByLabel('Client', { exact: true }).selectOption({ label: 'Property Finder client' });
  await page.getByLabel('City', { exact: true }).selectOption('beverly-hills');
  const grant = page.getByRole('button', { name: 'Grant Access' });
  await grant.click();
  await expect(page.getByText('Failed to grant city access')).toBeVisible();
  await page.getByText('Selected ZIP codes').click();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await grant.click();
  await expect(page.getByText('Failed to grant zipcode access')).toBeVisible();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/geo/datasets/revoke-access/*', async (route) => {
    await answered.promise;
    await route.fulfill(failing);
  });
  const revoke = page.getByRole('button', { name: /^Revoke / });
  await revoke.first().click();
  await expect(revoke.and(page.locator(':enabled'))).toHaveCount(0); // one at a time, so that each outcome is shown
  answered.resolve();
  await expect(page.getByText('Failed to revoke dataset access')).toBeVisible();

  await page.goto('/propertyhub/beverly-hills');
  await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click({ timeout: 30_000 });
  const text = page.getByLabel('Note', { exact: true });
  const writeNote = async () => {
    await page.getByRole('button', { name: 'Add Note' }).click();
    await text.fill('Ask about the fence');
    await page.getByRole('button', { name: 'Add Note' }).click();
  };
  await page.route('**/api/geo/notes/**', fail('POST'));
  await writeNote();
  await expect(page.getByText('Failed to create note')).toBeVisible();
  await page.route('**/api/geo/notes/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Add Note' }).click();
  await expect(page.getByText('Failed to save note')).toBeVisible();
  await page.unroute('**/api/geo/notes/**');
  await page.getByRole('button', { name: 'Add Note' }).click();
  const note = page.getByRole('list', { name: 'Notes' }).getByRole('listitem').first();
  await expect(note).toContainText('Ask about the fence');
  await page.route('**/api/geo/notes/*', fail('PUT'));
  await page.route('**/api/geo/notes/*', fail('DELETE'));
  await note.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Save Note' }).click();
  await expect(page.getByText('Failed to update note')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await note.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Failed to delete note')).toBeVisible();
  await page.route('**/api/geo/notes/candidate/*', fail('GET'));
  await page.route('**/api/geo/reviews/**', fail('GET'));
  await page.reload();
  await expect(page.getByText(/^Error: /)).toBeVisible();
  // The reviews card is hidden without its data (spec 001 §7).
  await expect(page.getByRole('heading', { name: 'Reviews' })).toHaveCount(0);
});
