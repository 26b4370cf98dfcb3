import { expect, expectAccessibleLayout, importDataset, seriousFindings, test, unique } from './support.ts';

test('saves, opens, updates and deletes a view', async ({ superAdmin: page, problems }) => {
  const key = unique('views');
  await importDataset(page, key);
  const list = new URL(page.url()).pathname;
  const menu = page.getByRole('button', { name: /^Saved views/ });
  const item = (name: string) => page.getByRole('menuitem', { name });

  await menu.click();
  await expect(page.getByText('No saved views yet.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`${list}?minUnits=12&sortBy=address`);
  await menu.click();
  await item('Save this view').click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await expect(dialog.getByRole('button', { name: 'Save View' })).toBeDisabled();
  await dialog.getByLabel('Name').fill('Many units');
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save View' }).click();
  await expect(page).toHaveURL(/view=many-units/);

  // The name in the URL is enough to apply the filters.
  await page.goto(`${list}?view=many-units`);
  await expect(page).toHaveURL(/minUnits=12/);
  await expect(page.getByText('Min units: 12')).toBeVisible();
  await expect(menu).toHaveAccessibleName('Saved views, Many units is open');

  // Another view cannot have the same name.
  await menu.click();
  await item('Save this view').click();
  await dialog.getByLabel('Name').fill('Many Units!');
  await dialog.getByRole('button', { name: 'Save View' }).click();
  await expect(dialog.getByText('There is already a view named “Many units”.')).toBeVisible();
  expect(problems.splice(0).every((text) => text.includes('status of 409'))).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // Update the view with the current filters.
  await page.getByRole('button', { name: 'Remove Min units: 12' }).click();
  await expect(page.getByText('12 properties', { exact: true })).toBeVisible();
  await expectAccessibleLayout(page, 'list-views');
  await page.setViewportSize({ width: 1440, height: 900 });
  await menu.click();
  await item('Update “Many units”').click();
  await expect(item('Update “Many units”')).toHaveCount(0);
  await menu.click();
  await expect(item('Delete “Many units”')).toBeVisible();
  await expect(item('Update “Many units”')).toHaveCount(0);
  // The map stays open when a view is opened or deleted.
  await page.goto(`${list}?map=true`);
  await menu.click();
  await item('Many units').click();
  await expect(page).toHaveURL(/view=many-units&map=true$/);
  await menu.click();
  await item('Delete “Many units”').click();
  await expect(page).not.toHaveURL(/view=/);
  await expect(page).toHaveURL(/map=true/);
  await menu.click();
  await expect(page.getByText('No saved views yet.')).toBeVisible();
});

test('marks and filters properties imported since the last visit', async ({ superAdmin: page }) => {
  await importDataset(page, unique('visited'));
  const newOnly = page.getByRole('button', { name: 'Only new since your last visit' });
  await expect(page.locator('.ag-row').first()).toBeVisible();
  // At the first visit, no candidate is new.
  await expect(newOnly).toHaveCount(0);

  // Pretend that the last visit was yesterday; the server counts half an hour as one visit.
  await page.route('**/api/geo/visits', async (route) => {
    const response = await route.fetch();
    const since = new Date(Date.now() - 86_400_000).toISOString();
    await route.fulfill({ response, json: { success: true, data: { since } } });
  });
  await page.reload();
  await expect(page.locator('.ag-row').getByText('New', { exact: true })).toHaveCount(12);
  expect(await seriousFindings(page)).toEqual([]);
  await newOnly.click();
  await expect(page).toHaveURL(/newOnly=true/);
  await expect(page.getByText('New since your last visit', { exact: true })).toBeVisible();
});
