import { expect, holds, test, unique } from './support.ts';

// axe looks at every element, in both schemes and at three widths.
test.slow();

test('somebody who left an address is found, erased, and gone', async ({ superAdmin: page }) => {
  const email = `${unique('forget')}@example.com`;
  const subscribed = await page.request.post('/api/newsletter/subscribe', {
    data: { email, status: 'subscribed' },
  });
  expect(subscribed.ok(), await subscribed.text()).toBe(true);

  await page.goto('/SuperAdminPortal?tab=system-config');
  await page.getByRole('link', { name: 'Erasure' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Reference').fill('T-17');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Where personal data was left' })).toContainText(
    'Newsletter subscriber',
  );
  await page.getByRole('button', { name: 'Request erasure' }).click();
  const requests = page.getByRole('table', { name: 'Requests' });
  await expect(requests).toContainText('Requested');
  await holds(page, 'erasure-people');

  await page.setViewportSize({ width: 1440, height: 900 });
  await requests.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByRole('button', { name: 'Erase for good' })).toBeDisabled();
  await page.getByLabel('Type ERASE to confirm').fill('ERASE');
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await expect(requests).toContainText('Erased', { timeout: 60_000 });
  await page.reload();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('This address was left nowhere, or it was erased already.')).toBeVisible();

  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Events' })).toContainText('PersonErased');

  await page.goto('/SuperAdminPortal/erasure?tab=retention');
  const kept = page.getByRole('combobox').first();
  await kept.selectOption('90 days');
  await page.reload();
  await expect(kept).toHaveValue('90');
  await holds(page, 'erasure-retention');
  await page
    .getByRole('link', { name: /^Audit of what was erased of/ })
    .first()
    .click();
  await expect(page).toHaveURL(/stream=outdatedConversations-/);
});

test('owners are found by their property, and rows by the import that rejected them', async ({
  superAdmin: page,
}) => {
  await page.goto('/SuperAdminPortal/erasure');
  await page.getByLabel('Find by').selectOption('Property');
  await page.getByLabel('Parcel number, address or owner').fill('LLC');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  const found = page.getByRole('table', { name: 'Where personal data was left' });
  await expect(found).toContainText('Property owner');
  const first = await found.getByRole('row').nth(1).textContent();
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(found.getByRole('row').nth(1)).not.toHaveText(first ?? '');
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(found.getByRole('row')).toHaveCount(51);
  await holds(page, 'erasure-owners');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel('Find by').selectOption('Import');
  await expect(found).toBeHidden();
  await page.getByLabel('File name, or words of a rejected row').fill('nothing of the kind');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(
    page.getByText('No import like this has rejected rows, or they were erased already.'),
  ).toBeVisible();
});
