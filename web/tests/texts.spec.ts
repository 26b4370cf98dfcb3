import {
  clientUser,
  newClient,
  PASSWORD,
  signIn,
  signInAsClient,
  staffUser,
  superAdminApi,
} from './accounts.ts';
import { expect, failCommands, signInAsSuperAdmin, test } from './support.ts';

test('rejects a sign-in before the page is ready or while another one is in progress', async ({ page }) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/login');
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.press('Enter');
  await expect(page.getByText('Please wait a moment for the page to load.')).toBeVisible();
  await page.clock.resume();
  await expect(page.getByRole('button', { name: 'Sign In' })).toHaveAttribute('data-ready', 'true');
  await page.route('**/api/auth/login', () => {});
  await page.getByLabel('Email').fill('ada@landline.test');
  await password.fill(PASSWORD);
  await password.press('Enter');
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  await password.press('Enter');
  await expect(page.getByText('Authentication in progress')).toBeVisible();
});

test('shows the specified errors in account settings', async ({ page }) => {
  const person = await staffUser(await superAdminApi());
  await page.goto('/account');
  await signIn(page, person);
  await failCommands(page, '**/api/auth/profile/*');
  const dialog = page.getByRole('dialog');
  const closeDialog = async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  await page.getByRole('button', { name: 'Edit Name' }).click();
  await dialog.getByLabel('First Name').fill('Samantha');
  await dialog.getByRole('button', { name: 'Update Name' }).click();
  await expect(dialog.getByText('Failed to update name')).toBeVisible();
  await closeDialog();
  await page.getByRole('button', { name: 'Change Email' }).click();
  await dialog.getByLabel('New Email').fill('samantha');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Update Email' }).click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await dialog.getByLabel('New Email').fill('samantha@landline.test');
  await dialog.getByRole('button', { name: 'Update Email' }).click();
  await expect(dialog.getByText('Failed to update email')).toBeVisible();
  await closeDialog();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await dialog.getByRole('textbox', { name: 'Current Password' }).fill(PASSWORD);
  for (const name of ['New Password', 'Confirm New Password'])
    await dialog.getByRole('textbox', { name, exact: true }).fill('short-1');
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(dialog.getByText('New password must be at least 8 characters long')).toBeVisible();
  for (const name of ['New Password', 'Confirm New Password'])
    await dialog.getByRole('textbox', { name, exact: true }).fill('Brand-New-9');
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(dialog.getByText('Failed to change password')).toBeVisible();
  await closeDialog();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Edit Name' }).click();
  await dialog.getByLabel('First Name').fill('Samantha');
  await dialog.getByRole('button', { name: 'Update Name' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click();
  const notification = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
  await notification.getByRole('button', { name: 'Remove notification' }).click();
  await expect(notification).toHaveCount(0);
});

test('shows the specified errors in administration', async ({ page }) => {
  const api = await superAdminApi();
  const client = await newClient(api);
  const { email } = await clientUser(api, client.id);
  await signInAsSuperAdmin(page);

  await page.goto(`/SuperAdminPortal/client-admin-directory?search=${email}`);
  await page.getByRole('link', { name: 'View Details of Carl Client' }).click();
  await failCommands(page, '**/api/client-admin/**');
  await page.getByRole('button', { name: 'Send Password Reset' }).click();
  await expect(page.getByText('Failed to send password reset email')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Details' }).click();
  await page.getByLabel('First name').fill('Carlo');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Failed to update administrator')).toBeVisible();
  await page.getByRole('button', { name: `Disable AI Assistant for ${client.name}` }).click();
  await expect(page.getByText('Failed to update product access')).toBeVisible();

  await page.route('**/api/audit?*', (route) =>
    route.fulfill({
      json: { success: true, data: [], pagination: { page: 1, limit: 10, total: 0, totalPages: 0 } },
    }),
  );
  await page.goto(`/ai/client/${client.id}`);
  await expect(page.getByText('No data available')).toBeVisible();

  await page.goto('/SuperAdminPortal/staff');
  await page.route('**/api/staff/*', (route) => route.fulfill({ status: 500, body: '' }));
  await page
    .getByLabel(/^Role of/)
    .first()
    .selectOption('Employee');
  const changeRole = page.getByRole('dialog').getByRole('button', { name: 'Change role' });
  await changeRole.click();
  await expect(page.getByText('An error occurred during the operation')).toBeVisible();
  await page.route('**/api/staff/*', (route) => route.fulfill({ json: { success: true, message: '' } }));
  await changeRole.click();
  await expect(page.getByText('Operation completed successfully')).toBeVisible();
});

test("shows load errors on a client's dashboard and retries", async ({ page }) => {
  const person = await clientUser(await superAdminApi());
  await signInAsClient(page, person);
  const overview = '**/api/ai/client-dashboard/overview';
  await page.route(overview, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/client/portal');
  const problem = page.getByRole('alert').filter({ hasText: 'Failed to fetch dashboard data' });
  await expect(problem).toContainText('Server error. Please try again later.', { timeout: 20_000 });
  await page.unroute(overview);
  await page.route(overview, (route) => route.abort());
  await problem.getByRole('button', { name: 'Retry' }).click();
  await expect(problem).toContainText('Failed to connect to server', { timeout: 20_000 });
  await page.unroute(overview);
  await problem.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Account Overview' })).toBeVisible();
});

test("shows the specified errors for a client's content request", async ({ page }) => {
  const person = await clientUser(await superAdminApi());
  await signInAsClient(page, person);
  await page.goto('/client/portal?tab=content-requests');
  const submit = page.getByRole('button', { name: 'Submit Request' });
  await page.getByLabel('URL').fill('   ');
  await submit.click();
  await expect(page.getByText('Please enter a valid URL')).toBeVisible();
  await page.getByLabel('URL').fill('https://shop.example/opening-hours');
  await failCommands(page, '**/api/ai/content-requests');
  await submit.click();
  await expect(page.getByText('Failed to submit request. Please try again.')).toBeVisible();
  await page.unrouteAll();
  await page.route('**/api/ai/content-requests', (route) => route.abort());
  await submit.click();
  await expect(page.getByText('Network error. Please check your connection and try again.')).toBeVisible();
  await page.unrouteAll();
  // The form still has its values.
  await submit.click();
  await expect(
    page.getByText("Content request submitted successfully! We'll process it within 24-48 hours."),
  ).toBeVisible();
});

const BROKEN = 'This page could not be displayed. Refresh it to try again.';

test('asks to refresh a page whose module fails to load', async ({ page }) => {
  await page.route('**/assets/about-page-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' }),
  );
  await page.goto('/about');
  await expect(page.getByText(BROKEN)).toBeVisible();
  await page.unroute('**/assets/about-page-*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(BROKEN)).toHaveCount(0);
  await expect(page).toHaveURL(/\/about$/);
});

test('shows the specified texts on sign-in, setup and support pages', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/client-login-page-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/client/login', { waitUntil: 'commit' });
  await expect(page.getByText('Verifying your credentials...')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Client Login' })).toBeVisible();
  await expect(page.getByText('Sign in to access your dashboard')).toBeVisible();
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect(page.getByText('Enter your email to receive password reset instructions')).toBeVisible();
  await page.route('**/api/**/validate-*-token/*', () => {});
  for (const [mode, link] of [
    ['', 'setup'],
    ['&mode=reset', 'reset'],
  ]) {
    await page.goto(`/client/setup?token=x${mode}`);
    await expect(page.getByText(`Validating your ${link} link...`)).toBeVisible();
  }
  await page.unrouteAll();
  await page.goto('/login?setup=complete');
  await expect(page.getByText('Account setup completed! Please log in with your credentials.')).toBeVisible();
  await page.goto('/Support');
  await expect(page.getByRole('link', { name: 'Email billing' })).toHaveAttribute(
    'href',
    /subject=Billing(%20|\+)Support(%20|\+)Request/,
  );
});

test('shows a worker as disconnected when its status cannot be loaded', async ({
  superAdmin: page,
  problems,
}) => {
  await page.route('**/api/ai/scraping/worker-status', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/SuperAdminPortal');
  await expect(page.getByText('Disconnected')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Check configuration')).toBeVisible();
  problems.length = 0; // caused by the test's own responses
});

test('shows a worker as disconnected when its status can no longer be loaded', async ({
  superAdmin: page,
  problems,
}) => {
  const url = '**/api/ai/scraping/worker-status';
  const status = { connected: true, error: null, pendingPages: 0, blacklistedUrls: 0, scrapedLast24h: 0 };
  await page.route(url, (route) => route.fulfill({ json: { ...status, avgResponseTime: null } }));
  await page.clock.install();
  await page.goto('/SuperAdminPortal');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 20_000 });
  await page.route(url, (route) => route.fulfill({ status: 500, body: '' }));
  await page.clock.fastForward(20_000); // longer than the polling interval
  await expect(page.getByText('Disconnected')).toBeVisible();
  problems.length = 0; // caused by the test's own responses
});
