import { expect, holds, importDataset, seriousFindings, test, unique } from './support.ts';

// axe looks at every element, in both schemes and at three widths.
test.slow();

test('the sign-in', async ({ page, problems }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toHaveAttribute('data-ready', 'true');
  await holds(page);
  expect(problems).toEqual([]);
});

test('the choice of doors', async ({ page, problems }) => {
  await page.goto('/login-selection');
  await expect(page.getByText('AI Assistant Admin Login')).toBeVisible();
  await holds(page);
  expect(problems).toEqual([]);
});

test('the hub', async ({ superAdmin: page }) => {
  await importDataset(page, unique('looks'));
  await page.goto('/propertyhub');
  await expect(page.getByRole('heading', { name: 'Recent imports' })).toBeVisible();
  await holds(page);
});

test('an import that has ended', async ({ superAdmin: page }) => {
  const key = unique('looks');
  await importDataset(page, key);
  await page.goto('/propertyhub');
  await page.getByRole('link', { name: `${key}.csv` }).click();
  await expect(page.getByRole('heading', { name: 'Rejected rows' })).toBeVisible();
  await holds(page);
});

test('an import that is prepared', async ({ superAdmin: page }) => {
  await page.goto('/propertyhub/imports/new');
  await page.locator('input[type=file]').setInputFiles({
    name: 'looks.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('apn,address\n1-1,1 Main St\n'),
  });
  await expect(page.getByRole('heading', { name: 'First rows' })).toBeVisible();
  await holds(page);
});

test('a list, and the menu on a phone', async ({ superAdmin: page }) => {
  await importDataset(page, unique('looks'));
  await expect(page.locator('.ag-row')).toHaveCount(12);
  await holds(page);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Property Hub' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
});

test('a candidate', async ({ superAdmin: page }) => {
  await importDataset(page, unique('looks'));
  await page.getByRole('link', { name: '105 Journey Ln', exact: true }).click();
  await expect(page.getByRole('img', { name: /of 45/ })).toBeVisible();
  await holds(page);
});

test('a judgement that is about to be made', async ({ superAdmin: page }) => {
  await importDataset(page, unique('looks'));
  await page.getByRole('link', { name: '105 Journey Ln', exact: true }).click();
  await page.getByRole('button', { name: 'Bad', exact: true }).click();
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  await holds(page);
});
