import { credentials, expect, test, unique, variable } from './support.ts';

test('a SuperAdmin issues an operator token, which works until it is revoked', async ({
  superAdmin: page,
}) => {
  const name = unique('build server');
  await page.goto('/SuperAdminPortal?tab=user-management');
  await page.getByRole('link', { name: 'Operator tokens' }).click();
  await page.getByRole('button', { name: 'Issue token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('List staff and client administrators').check();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(credentials().password);
  await dialog.getByRole('button', { name: 'Issue token' }).click();
  const token = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const staff = () =>
    fetch(new URL('/api/staff', variable('BASE_URL')), { headers: { authorization: `Bearer ${token}` } });
  expect((await staff()).status).toBe(200);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Active');
  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');
  expect((await staff()).status).toBe(401);
});
