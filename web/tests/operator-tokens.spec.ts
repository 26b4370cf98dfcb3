import {
  credentials,
  expect,
  expectStaysOpen,
  holdCommands,
  signInAsSuperAdmin,
  test,
  unique,
  variable,
} from './support.ts';

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
  const release = await holdCommands(page, '**/api/operator-tokens', (route) => route.fallback());
  await dialog.getByRole('button', { name: 'Issue token' }).click();
  await expectStaysOpen(page);
  release();
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeFocused();
  const token = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Issue token' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('');
  await page.keyboard.press('Escape');

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

test('a failed revocation is forgotten when its dialog is closed', async ({ page }) => {
  await signInAsSuperAdmin(page);
  const names = [unique('first'), unique('second')];
  for (const name of names) {
    const data = { name, scopes: ['status'], days: 30, password: credentials().password };
    expect((await page.request.post('/api/operator-tokens', { data })).status()).toBe(200);
  }
  const release = await holdCommands(page, '**/api/operator-tokens/*', (route) =>
    route.fulfill({ status: 422, body: '' }),
  );
  await page.goto('/SuperAdminPortal/operator-tokens');
  const dialog = page.getByRole('dialog');
  const error = dialog.getByText('An error occurred during the operation');
  await page.getByRole('button', { name: `Revoke ${names[0]}` }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expectStaysOpen(page);
  release();
  await expect(error).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Revoke ${names[1]}` }).click();
  await expect(dialog.getByRole('heading', { name: `Revoke ${names[1]}` })).toBeVisible();
  await expect(error).toBeHidden();
});
