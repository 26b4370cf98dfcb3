import { expect, importDataset, test, unique } from './support.ts';

test('keeps filters in the URL and clears them with one click', async ({ superAdmin: page }) => {
  await importDataset(page, unique('filters'));
  await page.getByRole('textbox', { name: 'Search' }).fill('105 Journey');
  await expect(page).toHaveURL(/search=105\+Journey/);
  await expect(page.getByText('1 property', { exact: true })).toBeVisible();
  await page.getByLabel('Classification').selectOption('bad');
  await expect(page.getByText('No properties found matching your criteria.')).toBeVisible();

  await page.reload();
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips).toContainText('Address: 105 Journey');
  await expect(chips).toContainText('Classification: Bad');
  await chips.getByRole('button', { name: 'Remove Classification: Bad' }).click();
  await expect(page.getByText('1 property', { exact: true })).toBeVisible();
  await chips.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByText('12 properties', { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('');
});

test('does not call a dataset empty while the list loads after filters are cleared', async ({
  superAdmin: page,
}) => {
  await importDataset(page, unique('cleared'));
  await page.getByLabel('Classification').selectOption('bad');
  await expect(page.getByText('No properties found matching your criteria.')).toBeVisible();
  // Without a reload, the unfiltered list is still cached.
  await page.reload();
  await expect(page.getByText('No properties found matching your criteria.')).toBeVisible();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/geo/candidates?*', async (route) => {
    await released;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Clear all', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Loading properties' })).toBeVisible();
  await expect(page.getByText('This dataset has no properties yet.')).toHaveCount(0);
  release();
  await expect(page.getByText('12 properties', { exact: true })).toBeVisible();
});

test('undoes filters one at a time with the back button', async ({ superAdmin: page }) => {
  await importDataset(page, unique('back'));
  const search = page.getByRole('textbox', { name: 'Search' });
  await search.fill('Journey');
  await expect(page).toHaveURL(/search=Journey/);
  await page.getByRole('textbox', { name: 'Min score' }).fill('101');
  await expect(page).toHaveURL(/minScore=100/); // the maximum
  await page.goBack();
  await expect(page).not.toHaveURL(/minScore/);
  await expect(page.getByRole('textbox', { name: 'Min score' })).toHaveValue('');
  await expect(search).toHaveValue('Journey');
  await page.goBack();
  await expect(search).toHaveValue('');
  await expect(page.getByText('12 properties', { exact: true })).toBeVisible();
});

test('keeps a trailing space when the user pauses while typing', async ({ superAdmin: page }) => {
  await importDataset(page, unique('typing'));
  const search = page.getByRole('textbox', { name: 'Search' });
  await search.pressSequentially('105 ');
  await expect(page).toHaveURL(/search=105$/);
  await search.pressSequentially('Journey');
  await expect(page).toHaveURL(/search=105\+Journey/);
});

test('hides columns in a narrow window, but never Label and Actions', async ({ superAdmin: page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/propertyhub/hawthorne');
  await expect(page.locator('.ag-row')).toHaveCount(50, { timeout: 30_000 });
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  for (const name of ['Address', 'AI Score', 'Label', 'Actions']) await expect(header(name)).toBeInViewport();
  await expect(header('Year')).toHaveCount(0);
  const table = await page.locator('.ag-root-wrapper').boundingBox();
  const actions = await header('Actions').boundingBox();
  const last = await page.locator('.ag-row[row-index="49"]').boundingBox();
  if (!table || !actions || !last) throw new Error('The table is not visible');
  expect(actions.x + actions.width).toBeLessThanOrEqual(table.x + table.width);
  // No gap below the last row either.
  expect(table.y + table.height - last.y - last.height).toBeLessThanOrEqual(2);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const name of 'Address,Zip Code,AI Score,Grade,Units,Open Space,Lot Size,Year,Label,Actions'.split(
    ',',
  ))
    await expect(header(name)).toBeInViewport();
  const row = page.locator('.ag-row[row-index="0"]');
  await expect(row.getByTitle('Details', { exact: true })).toHaveAttribute(
    'href',
    /hawthorne\/[0-9a-f-]{36}/,
  );
  // Demo parcels have no link to a parcel viewer, only these.
  for (const title of ['Map', 'Earth'])
    await expect(row.getByTitle(title, { exact: true })).toHaveAttribute('href', /^https:/);
});

test('shows no units column for industrial parcels', async ({ superAdmin: page }) => {
  await page.goto('/propertyhub/ios/salt-lake-city');
  await expect(page.getByRole('columnheader', { name: 'Open Space' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('columnheader', { name: 'Units' })).toHaveCount(0);
});

test('keeps the header visible and starts the next page at the top', async ({ superAdmin: page }) => {
  await page.goto('/propertyhub/hawthorne');
  await expect(page.locator('.ag-row')).toHaveCount(50, { timeout: 30_000 });
  const header = page.getByRole('columnheader', { name: 'Address' });
  const next = page.getByRole('button', { name: 'Next page' });
  await next.scrollIntoViewIfNeeded();
  await expect(header).toBeInViewport();
  await next.click();
  await expect(page).toHaveURL(/page=2/);
  // The previous page's first row may still be fading out.
  await expect(page.locator('.ag-row[row-index="0"]').first()).toBeInViewport();
});

test('sorts by the headers, keeps the order in the URL, and supports the back button', async ({
  superAdmin: page,
}) => {
  await importDataset(page, unique('sorting'));
  await page.getByRole('columnheader', { name: 'Address' }).click();
  await expect(page).toHaveURL(/sortBy=address/);
  await expect(page.locator('.ag-row[row-index="0"]')).toContainText('111 Journey Ln');
  await page.getByRole('columnheader', { name: 'Address' }).click();
  await expect(page.locator('.ag-row[row-index="0"]')).toContainText('100 Journey Ln');
  await page.goBack();
  await expect(page.locator('.ag-row[row-index="0"]')).toContainText('111 Journey Ln');
});

test('shows 2,000 candidates in pages of 50', async ({ superAdmin: page }) => {
  await page.goto('/propertyhub/hawthorne');
  await expect(page.getByText('2,000 properties')).toBeVisible({ timeout: 30_000 });
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByRole('button', { name: /^Page / })).toHaveCount(5);
  await pages.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await pages.getByLabel(/^Go to page/).fill('40');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/page=40/);
  await expect(pages.getByRole('button', { name: 'Next page' })).toBeDisabled();
});

test('corrects a page number beyond the last page', async ({ superAdmin: page }) => {
  await page.goto('/propertyhub/hawthorne?page=9999');
  await expect(page).toHaveURL(/page=40/);
  await expect(page.locator('.ag-row[row-index="0"]')).toBeVisible();
});

test('opens a candidate from the keyboard', async ({ superAdmin: page }) => {
  await importDataset(page, unique('keyboard'));
  await page.locator('.ag-row[row-index="0"] .ag-cell[col-id="zip_code"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('AI score', { exact: true })).toBeVisible();
});

test('shows cards on a phone', async ({ superAdmin: page }) => {
  await importDataset(page, unique('cards'));
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.locator('.ag-root')).toHaveCount(0);
  await page.getByRole('link', { name: '111 Journey Ln' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '111 Journey Ln' })).toBeVisible();
});

test('reports unknown datasets and properties', async ({ superAdmin: page, problems }) => {
  await page.goto('/propertyhub/atlantis');
  await expect(page.getByText('Dataset not found or access denied')).toBeVisible();
  await page.goto('/propertyhub/hawthorne/00000000-0000-8000-8000-000000000000');
  await expect(page.getByText('The requested property could not be found.')).toBeVisible();
  await page.goto('/propertyhub/hawthorne');
  const candidate = await page.locator('.ag-row[row-index="0"]').getAttribute('row-id');
  await page.goto(`/propertyhub/beverly-hills/${candidate}`);
  await expect(page.getByText('The requested property could not be found.')).toBeVisible();
  // The browser logs the 404 responses.
  expect(problems.every((text) => text.includes('status of 404'))).toBe(true);
  problems.length = 0;
});
