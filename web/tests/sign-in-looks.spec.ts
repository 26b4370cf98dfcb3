import { clientUser, elsewhere, invitedClientUser, mailedLink, newClient } from './accounts.ts';
import { expect, holds, test } from './support.ts';

// axe looks at every element, in both schemes and at three widths.
test.slow();

test("the client's sign-in, and its card of a forgotten password", async ({ page, problems }) => {
  await page.goto('/client/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toHaveAttribute('data-ready', 'true');
  await holds(page, 'client-login');
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible();
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click();
  await holds(page, 'client-forgot');
  expect(problems).toEqual([]);
});

test('forgotten by staff', async ({ page, problems }) => {
  await page.goto('/ForgotPassword');
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  await holds(page, 'staff-forgot');
  expect(problems).toEqual([]);
});

test('a link that is good, and one that is not', async ({ page, problems }) => {
  const api = await elsewhere();
  const email = await invitedClientUser(api, (await newClient(api)).id);
  await page.goto(await mailedLink(api, email));
  await page.getByRole('textbox', { name: 'New Password' }).fill('Good-ish-1');
  await holds(page, 'setup');
  await page.goto('/client/setup?token=forged');
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
  await holds(page, 'setup-invalid');
  expect(problems).toEqual([]);
});

test('account settings, and the notifications', async ({ superAdmin: page }) => {
  await page.goto('/account');
  await expect(page.getByText('This device')).toBeVisible();
  await holds(page, 'account');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await holds(page, 'account-password');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  await holds(page, 'notifications');
});

test("a client's account settings", async ({ page }) => {
  const api = await elsewhere();
  const client = await newClient(api);
  const person = await clientUser(api, client.id);
  await page.request.post('/api/ai/client-auth/login', { data: person });
  await page.goto('/client/portal?tab=account-settings');
  await expect(page.getByText('This device')).toBeVisible();
  await holds(page, 'client-account');
});
