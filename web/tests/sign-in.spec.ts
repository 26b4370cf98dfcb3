import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { signIn } from './accounts.ts';
import { credentials, expect, signInAsSuperAdmin, test, variable } from './support.ts';

test('requires both fields and clears the error on typing', async ({ page }) => {
  await page.goto('/login');
  const submit = page.getByRole('button', { name: 'Sign In' });
  await expect(submit).toHaveAttribute('data-ready', 'true');
  await submit.click();
  const message = page.getByText('Please enter both email and password');
  await expect(message).toBeVisible();
  await page.getByLabel('Email').fill('a');
  await expect(message).toBeHidden();
});

test('shows the wrong-password error for five seconds', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toHaveAttribute('data-ready', 'true');
  await page.getByLabel('Email').fill('nobody@landline.test');
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await page.keyboard.press('Enter');
  const message = page.getByText('Invalid credentials. Please try again.');
  await expect(message).toBeVisible();
  await expect(message).toBeHidden({ timeout: 8_000 });
});

test('signs in the SuperAdmin created at first start and opens the portal', async ({ page }) => {
  const file = path.join(variable('PRODUCT_DATA_DIR'), 'superadmin.json');
  const created = JSON.parse(await readFile(file, 'utf8')) as { email: string; password: string };
  await page.goto('/SuperAdminPortal');
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, created);
  await expect(page).toHaveURL(/\/SuperAdminPortal$/);
  await expect(page.getByRole('heading', { level: 1, name: 'System Overview' })).toBeVisible();
});

test('opens the requested page after sign-in and the login page after sign-out', async ({
  page,
  problems,
}) => {
  await page.goto('/propertyhub/imports/new');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In' })).toHaveAttribute('data-ready', 'true');
  const { email, password } = credentials();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/propertyhub\/imports\/new$/);
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login\?action=logout$/);
  await expect(page.getByText('You have been successfully logged out.')).toBeVisible();
  expect(problems).toEqual([]);
});

test('signs out the other tabs too', async ({ superAdmin: page, context }) => {
  await page.goto('/propertyhub');
  const otherTab = await context.newPage();
  await otherTab.goto('/propertyhub');
  await expect(otherTab.getByRole('heading', { name: 'Property Analysis Hub' })).toBeVisible();
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(otherTab).toHaveURL(/\/login\?action=logout$/);
});

test('skips the login page for signed-in users', async ({ superAdmin: page }) => {
  await page.goto('/login');
  await expect(page).toHaveURL(/\/SuperAdminPortal$/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/SuperAdminPortal$/);
  await page.goto('/');
  await page.getByRole('link', { name: 'Go to Portal' }).click();
  await expect(page).toHaveURL(/\/SuperAdminPortal$/);
});

test('reports an expired session on the login page', async ({ page, context }) => {
  await signInAsSuperAdmin(page);
  await page.goto('/propertyhub');
  await expect(page.getByRole('heading', { name: 'Property Analysis Hub' })).toBeVisible();
  await context.clearCookies();
  await page.getByRole('link', { name: 'Hawthorne Properties' }).click();
  await expect(page).toHaveURL(/\/login\?timeout=true$/);
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
});

test('shows a not-found page for an unknown URL', async ({ superAdmin: page }) => {
  await page.goto('/nowhere');
  await expect(page.getByText('Page Not Found')).toBeVisible();
  await page.goto('/propertyhub/zipcode/123');
  await expect(page.getByText('Page Not Found')).toBeVisible();
});

test('redirects legacy URLs to the hub', async ({ superAdmin: page }) => {
  await page.goto('/aduhub');
  await expect(page).toHaveURL(/\/propertyhub$/);
  await page.goto('/property-hub/hawthorne?minScore=50');
  await expect(page).toHaveURL(/\/propertyhub\/hawthorne\?minScore=50$/);
});

test('offers to reload the sign-in page if its session code cannot be loaded', async ({ page }) => {
  await page.route('**/assets/frame-*.js', (route) => route.abort());
  await page.goto('/login');
  await expect(
    page.getByText('The sign-in page could not be loaded completely. Reload the page.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In' })).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toHaveAttribute('data-ready', 'true');
});
