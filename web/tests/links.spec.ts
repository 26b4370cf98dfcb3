import { expireEmailLink } from '../../infra/src/testing/expire-email-link.ts';
import {
  clientUser,
  invitedClientUser,
  mailedLink,
  newClient,
  PASSWORD,
  signIn,
  staffUser,
  superAdminApi,
} from './accounts.ts';
import { expect, test, variable } from './support.ts';

const NEW_PASSWORD = 'Another-Horse-8';

test('an invited user completes the setup from the email link and opens the portal', async ({
  page,
  problems,
}) => {
  const api = await superAdminApi();
  const client = await newClient(api);
  const email = await invitedClientUser(api, client.id);
  await page.goto(await mailedLink(api, email));
  await expect(page.getByRole('heading', { name: 'Complete Your Account Setup' })).toBeVisible();
  for (const text of [email, client.name, 'Carl Client']) await expect(page.getByText(text)).toBeVisible();

  const button = page.getByRole('button', { name: 'Complete Setup' });
  const [password, confirmation] = [
    page.getByRole('textbox', { name: 'New Password' }),
    page.getByRole('textbox', { name: 'Confirm Password' }),
  ];
  const expectError = async (first: string, second: string, text: string) => {
    await password.fill(first);
    await confirmation.fill(second);
    await button.click();
    await expect(page.getByText(text)).toBeVisible();
  };
  await expectError('', '', 'Please fill in all fields');
  await expectError(PASSWORD, 'something else', 'Passwords do not match');
  await expectError('Short-1', 'Short-1', 'Password must be at least 12 characters long');
  await expectError(
    'only-small-letters',
    'only-small-letters',
    'Password must contain uppercase letter, lowercase letter, number, and special character',
  );
  await password.fill(PASSWORD);
  await confirmation.fill(PASSWORD);
  await expect(page.getByText('Password strength: Strong')).toBeVisible();
  await button.click();
  await expect(page).toHaveURL(/\/client\/portal$/);
  expect(problems).toEqual([]);
});

test('resets a forgotten password by email with a link that works once', async ({ page }) => {
  const api = await superAdminApi();
  const person = await clientUser(api);
  await page.clock.install();
  await page.goto('/client/login');
  await signIn(page, { ...person, password: 'wrong' });
  await expect(page.getByText('Invalid email or password')).toBeVisible();

  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible();
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click();
  await expect(page.getByText('Please enter your email address')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click();
  await expect(page.getByText('Password reset instructions have been sent to your email')).toBeVisible();
  // The card returns to the login form automatically; the message stays for the rest of its 10 seconds.
  await expect(page.getByRole('heading', { name: 'Client Login' })).toBeVisible();
  await expect(page.getByText('Password reset instructions have been sent to your email')).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(page.getByText('Password reset instructions have been sent to your email')).toBeHidden();

  const link = await mailedLink(api, person.email, 2);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Reset Your Password' })).toBeVisible();
  await page.getByRole('textbox', { name: 'New Password' }).fill(NEW_PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(
    page.getByText('Password reset successful! You can now log in with your new password.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/client\/login$/);
  await signIn(page, { ...person, password: NEW_PASSWORD });
  await expect(page).toHaveURL(/\/client\/portal$/);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact Support' })).toBeVisible();
});

test('rejects forged links and links without a token', async ({ page }) => {
  await page.goto('/client/setup');
  await expect(
    page.getByText('Invalid setup link. Please check your email for the correct link.'),
  ).toBeVisible();
  for (const path of [
    '/client/setup?token=forged',
    '/setup?token=forged',
    '/client/setup?token=..%2F..&mode=reset',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
  }
});

test('rejects an expired link and links to the login page', async ({ page }) => {
  const api = await superAdminApi();
  const link = await mailedLink(api, await invitedClientUser(api, (await newClient(api)).id));
  await page.goto(link);
  // The heading is there before the link is validated; the form is not.
  await expect(page.getByRole('textbox', { name: 'New Password' })).toBeVisible();
  await expireEmailLink(
    variable('PRODUCT_DATABASE_URL'),
    new URLSearchParams(link.split('?')[1]).get('token') ?? '',
  );
  // The server also rejects a form that was opened before the link expired.
  await page.getByRole('textbox', { name: 'New Password' }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page.getByText('Invalid or expired setup link')).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible();
});

test('resets a staff password and revokes other links', async ({ page }) => {
  const api = await superAdminApi();
  const person = await staffUser(api);
  await page.goto('/ForgotPassword');
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByLabel('Email').fill('nobody');
  await next.click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await next.click();
  await expect(page.getByText('Password reset instructions have been sent to your email')).toBeVisible();
  const older = await mailedLink(api, person.email, 2);
  await page.request.post('/api/forgot-password', { data: { email: person.email } });
  const newer = await mailedLink(api, person.email, 3);
  await page.goto(older);
  await page.getByRole('textbox', { name: 'New Password' }).fill(NEW_PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, { ...person, password: NEW_PASSWORD });
  await expect(page).toHaveURL(/\/AdminPortal$/);
  await page.goto(newer);
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
});

test('redirects legacy client URLs', async ({ page }) => {
  await page.goto('/ai-client/login');
  await expect(page).toHaveURL(/\/client\/login$/);
  await page.goto('/ai-client/setup?token=forged');
  await expect(page).toHaveURL(/\/client\/setup\?token=forged$/);
  await page.goto('/ai-client/dashboard');
  await expect(page).toHaveURL(/\/client\/login$/);
});
