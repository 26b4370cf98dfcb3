import { expect, expectAccessibleLayout, importDataset, seriousFindings, test, unique } from './support.ts';

// axe checks every element, in both color schemes and at three widths.
test.slow();

test('renders an imported list, the menu on a phone, a candidate, the classification dialog and the import', async ({
  superAdmin: page,
}) => {
  const key = unique('looks');
  await importDataset(page, key);
  await expect(page.locator('.ag-row')).toHaveCount(12);
  await expectAccessibleLayout(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Property Hub' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: '105 Journey Ln', exact: true }).click();
  await expect(page.getByRole('img', { name: /of 45/ })).toBeVisible();
  await expectAccessibleLayout(page);
  await page.getByRole('button', { name: 'Bad', exact: true }).click();
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  await expectAccessibleLayout(page);

  await page.goto('/propertyhub');
  await page.getByRole('link', { name: `${key}.csv` }).click();
  await expect(page.getByRole('heading', { name: 'Rejected rows' })).toBeVisible();
  await expectAccessibleLayout(page);
});

test('renders a new import', async ({ superAdmin: page }) => {
  await page.goto('/propertyhub/imports/new');
  await page.locator('input[type=file]').setInputFiles({
    name: 'looks.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('apn,address\n1-1,1 Main St\n'),
  });
  await expect(page.getByRole('heading', { name: 'First rows' })).toBeVisible();
  await expectAccessibleLayout(page);
});
