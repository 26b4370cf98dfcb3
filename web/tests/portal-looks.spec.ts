import { expect, expectAccessibleLayout, test } from './support.ts';

// axe checks every element, in both color schemes and at three widths.
test.slow();

test('renders the command palette and the shortcut sheet', async ({ superAdmin: page }) => {
  await page.goto('/SuperAdminPortal');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeVisible();
  await expectAccessibleLayout(page, 'palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleLayout(page, 'shortcuts');
});
