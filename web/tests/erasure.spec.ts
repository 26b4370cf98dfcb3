import { signIn, staffUser, superAdminApi } from './accounts.ts';
import {
  expect,
  expectAccessibleLayout,
  expectStaysOpen,
  failCommands,
  holdCommands,
  test,
  unique,
  variable,
} from './support.ts';

// axe checks every element in both color schemes and at three widths.
test.slow();

test('finds and erases a newsletter subscriber, and sets a retention period', async ({
  superAdmin: page,
  browser,
  problems,
}) => {
  const email = `${unique('forget')}@example.com`;
  const response = await page.request.post('/api/newsletter/subscribe', {
    data: { email, status: 'subscribed' },
  });
  expect(response.ok(), await response.text()).toBe(true);

  await page.goto('/SuperAdminPortal?tab=system-config');
  await page.getByRole('link', { name: 'Erasure' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Reference').fill('T-17');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Search results' })).toContainText('Newsletter subscriber');
  await page.getByRole('button', { name: 'Request erasure' }).click();
  const requests = page.getByRole('table', { name: 'Requests' });
  await expect(
    page.getByText('Erasure requested. The data is erased after the request is approved.'),
  ).toBeVisible();
  await expect(page.getByRole('table', { name: 'Search results' })).toContainText('Requested');
  await expect(page.getByRole('button', { name: 'Request erasure' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'People' })).toBeFocused();
  await expect(requests).toContainText('Requested');
  await expectAccessibleLayout(page, 'erasure-people');

  await page.setViewportSize({ width: 1440, height: 900 });
  // The demo data has a second SuperAdmin.
  await expect(requests).toContainText('Another SuperAdmin must approve');
  await expect(requests.getByRole('button', { name: 'Erase' })).toHaveCount(0);
  const second = await staffUser(await superAdminApi(), 'SuperAdmin');
  const context = await browser.newContext({ baseURL: variable('BASE_URL') });
  const approver = await context.newPage();
  await approver.goto('/SuperAdminPortal/erasure');
  await signIn(approver, second);
  await approver.getByRole('table', { name: 'Requests' }).getByRole('button', { name: 'Erase' }).click();
  await expect(approver.getByRole('button', { name: 'Erase permanently' })).toBeDisabled();
  await approver.getByLabel('Type ERASE to confirm').fill('ERASE');
  await approver.getByRole('button', { name: 'Erase permanently' }).click();
  await expect(approver.getByRole('dialog')).toBeHidden();
  await context.close();
  await page.reload();
  await expect(requests).toContainText('Erased', { timeout: 60_000 });
  await page.reload();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(
    page.getByText('No personal data with this email address, or it has already been erased.'),
  ).toBeVisible();

  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Events' })).toContainText('Person erased');

  await page.goto('/SuperAdminPortal/erasure?tab=retention');
  const retentionPeriod = page.getByRole('combobox').first();
  await expect(retentionPeriod).toHaveValue('');
  const release = await holdCommands(page, '**/api/admin/retention/*', (route) =>
    route.fulfill({ status: 500, body: '' }),
  );
  const dialog = page.getByRole('dialog');
  const saved = page.getByText(/^The retention period for .* was saved\.$/);
  const failed = page.getByText(
    'The retention period could not be saved. The previous one still applies. Try again.',
  );
  await retentionPeriod.focus();
  await page.keyboard.press('ArrowDown');
  await expect(dialog).toContainText('for 30 days?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(retentionPeriod).toHaveValue('');
  await expect(retentionPeriod).toBeFocused();
  await retentionPeriod.selectOption('90 days');
  await dialog.getByRole('button', { name: 'Shorten' }).click();
  await expectStaysOpen(page);
  release();
  await expect(failed).toBeVisible();
  await page.unroute('**/api/admin/retention/*');
  problems.splice(0);
  await dialog.getByRole('button', { name: 'Shorten' }).click();
  await expect(saved).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(retentionPeriod).toHaveValue('90');
  // A longer period erases nothing, so it needs no confirmation.
  await retentionPeriod.focus();
  await page.keyboard.press('ArrowDown');
  await expect(saved).toBeVisible();
  await expect(retentionPeriod).toHaveValue('180');
  await expect(retentionPeriod).toBeFocused();
  // A second change applies too, although the list still loads after the first.
  const { promise: released, resolve: releaseList } = Promise.withResolvers<void>();
  await page.route('**/api/admin/retention', async (route) => {
    await released;
    await route.fallback();
  });
  for (const days of ['365', '730']) {
    const answered = page.waitForResponse('**/api/admin/retention/*');
    await page.keyboard.press('ArrowDown');
    await answered;
    await expect(retentionPeriod).toHaveValue(days);
  }
  releaseList();
  await page.reload();
  await expect(retentionPeriod).toHaveValue('730');
  await expectAccessibleLayout(page, 'erasure-retention');
  await page
    .getByRole('link', { name: /^Audit log of erased conversations for/ })
    .first()
    .click();
  await expect(page).toHaveURL(/stream=outdatedConversations-/);
});

test('finds owners by property and rejected rows by import', async ({ superAdmin: page, problems }) => {
  await page.goto('/SuperAdminPortal/erasure');
  await page.getByLabel('Email address').fill('LL');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  const tooShort = page.getByText('Enter at least 3 characters to search.');
  await expect(tooShort).toBeVisible();
  await page.getByLabel('Find by').selectOption('Property');
  await expect(tooShort).toBeHidden();
  const term = page.getByLabel('Parcel number, address or owner');
  await term.fill('LLC');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  const results = page.getByRole('table', { name: 'Search results' });
  await expect(results).toContainText('Property owner');
  const first = await results.getByRole('row').nth(1).textContent();
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(results.getByRole('row').nth(1)).not.toHaveText(first ?? '');
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(results.getByRole('row')).toHaveCount(51);
  await expectAccessibleLayout(page, 'erasure-owners');

  await page.setViewportSize({ width: 1440, height: 900 });
  // The next search does not repeat the error of a failed request.
  await failCommands(page, '**/api/admin/erasures');
  await results.getByRole('button', { name: 'Request erasure' }).first().click();
  const error = page.getByText('The erasure could not be requested.');
  await expect(error).toBeVisible();
  problems.splice(0);
  await term.fill('Yards');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(results.getByRole('row').nth(1)).toContainText('Yards');
  await expect(error).toBeHidden();

  await page.getByLabel('Find by').selectOption('Import');
  await expect(results).toBeHidden();
  await page.getByLabel('File name or text of a rejected row').fill('nothing of the kind');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(
    page.getByText('No matching import has rejected rows, or they have already been erased.'),
  ).toBeVisible();
});
