import {
  clientUser,
  invitedClientUser,
  mailedLink,
  newClient,
  signInAsClient,
  superAdminApi,
} from './accounts.ts';
import { expect, expectAccessibleLayout, test } from './support.ts';

// axe checks every element, in both color schemes and at three widths.
test.slow();

test('renders the password reset card of the client login', async ({ page, problems }) => {
  await page.goto('/client/login');
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible();
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click();
  await expectAccessibleLayout(page, 'client-forgot');
  expect(problems).toEqual([]);
});

test('renders a valid and an invalid setup link', async ({ page, problems }) => {
  const api = await superAdminApi();
  const email = await invitedClientUser(api, (await newClient(api)).id);
  await page.goto(await mailedLink(api, email));
  await page.getByRole('textbox', { name: 'New Password' }).fill('Good-ish-1');
  await expectAccessibleLayout(page, 'setup');
  await page.goto('/client/setup?token=forged');
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
  await expectAccessibleLayout(page, 'setup-invalid');
  expect(problems).toEqual([]);
});

test('renders the change password dialog and the notifications', async ({ superAdmin: page }) => {
  await page.goto('/account');
  await expect(page.getByText('This device')).toBeVisible();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleLayout(page, 'account-password');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByText('No notifications yet.')).toBeVisible();
  await expectAccessibleLayout(page, 'notifications');
});

test("renders a client's account settings", async ({ page }) => {
  const api = await superAdminApi();
  const client = await newClient(api);
  const person = await clientUser(api, client.id);
  await signInAsClient(page, person);
  await page.goto('/client/portal?tab=account-settings');
  await expect(page.getByText('This device')).toBeVisible();
  await expectAccessibleLayout(page, 'client-account');
});
