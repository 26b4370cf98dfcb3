import type { Page } from '@playwright/test';
import { invitedClientUser, mailedLink, newClient, PASSWORD, superAdminApi } from './accounts.ts';
import { credentials, expect, expectStaysOpen, holdCommands, test, unique } from './support.ts';

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New Password').fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Complete Setup' }).click();
}

test('invites an administrator, who sets up the account and opens the portal', async ({
  superAdmin: page,
  browser,
}) => {
  const email = `${unique('grace')}@mail.example`;
  await page.goto('/SuperAdminPortal?tab=user-management');
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('All fields are required').first()).toBeVisible();
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Mapper');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Client', { exact: true }).selectOption('Property Finder client');
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText(`Invitation sent successfully to ${email}!`)).toBeVisible();
  const link = await mailedLink(page.request, email);

  const invitedPage = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await invitedPage.goto(link);
  await choosePassword(invitedPage);
  await expect(invitedPage).toHaveURL(/\/client\/portal$/, { timeout: 15_000 });
  await expect(invitedPage.getByRole('heading', { level: 1, name: 'Welcome Dashboard' })).toBeVisible();
  await invitedPage.context().close();

  await page.goto('/SuperAdminPortal/client-admin-directory');
  await expect(page.getByText('Total Administrators')).toBeVisible();
  await page.getByLabel('Search administrators').fill(email);
  await expect(page).toHaveURL(/search=/);
  await page.getByRole('link', { name: 'View Details of Grace Mapper' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Mapper' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit Details' }).click();
  await page.getByLabel('First name').fill('Gone');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit Details' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Grace');
  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All fields are required')).toBeVisible();
  await page.getByLabel('First name').fill('Grace B.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Administrator updated successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Grace B. Mapper' })).toBeVisible();
  await page.getByRole('button', { name: 'Send Password Reset' }).click();
  await expect(page.getByText('Password reset email sent successfully')).toBeVisible();
});

test('shows that an invited account was deactivated', async ({ superAdmin: page }) => {
  const email = `${unique('ivy')}@mail.example`;
  const data = { firstName: 'Ivy', lastName: email, email, role: 'Employee' };
  expect((await page.request.post('/api/staff/invitations', { data })).ok()).toBe(true);
  await page.goto('/SuperAdminPortal/staff');
  const row = page.getByRole('row', { name: new RegExp(email) });
  await expect(row).toContainText('Invited');
  await row.getByRole('button', { name: /^Deactivate/ }).click();
  await expect(row).toContainText('Inactive');
});

test('invites staff, changes a role and deactivates an account', async ({ superAdmin: page, browser }) => {
  const email = `${unique('ida')}@mail.example`;
  await page.goto('/SuperAdminPortal/staff');
  await expect(page.getByRole('row', { name: new RegExp(credentials().email) })).toContainText('You');
  await page.getByRole('button', { name: 'Invite staff' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Ida');
  await dialog.getByLabel('Last name').fill(email);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Role').selectOption('Manager');
  const release = await holdCommands(page, '**/api/staff/invitations', (route) => route.fallback());
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expectStaysOpen(page);
  release();
  await expect(page.getByText(`Invitation sent successfully to ${email}!`)).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(email) });
  await expect(row).toContainText('Invited');
  const link = await mailedLink(page.request, email);

  const invitedPage = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await invitedPage.goto(link);
  await choosePassword(invitedPage);
  await expect(invitedPage).toHaveURL(/\/(ManagerPortal|login)/, { timeout: 15_000 });
  await invitedPage.context().close();

  await page.reload();
  await expect(row).toContainText('Active');
  const role = row.getByLabel(/^Role of Ida/);
  await role.focus();
  await page.keyboard.press('ArrowUp');
  await expect(dialog).toContainText(`Change the role of Ida ${email} from Manager to Admin?`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(role).toHaveValue('Manager');
  await expect(role).toBeFocused();
  await role.selectOption('Employee');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(page.getByText('Operation completed successfully')).toBeVisible();
  await row.getByRole('button', { name: /^Deactivate/ }).click();
  await expect(row).toContainText('Inactive');
  await row.getByRole('button', { name: /^Audit of Ida/ }).click();
  const audit = page.getByRole('dialog');
  await expect(audit.getByRole('listitem').filter({ hasText: 'deactivated' })).toBeVisible();
  await expect(page).toHaveURL(/audit=/);
  // Only one change is undone at a time.
  const undo = audit.getByRole('button', { name: /^Undo / });
  const releaseUndo = await holdCommands(page, '**/api/audit/*/undo', (route) => route.fallback());
  await undo.first().click();
  await expect(undo).toHaveCount(2);
  for (const button of await undo.all()) await expect(button).toBeDisabled();
  releaseUndo();
  await expect(audit.getByText('The change was undone')).toBeVisible();
  await expect(audit.getByRole('listitem').filter({ hasText: 'reactivated' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row).toContainText('Active');
});

test('sends an invitation again, and asks before it turns off two-factor sign-in', async ({
  superAdmin: page,
}) => {
  const api = await superAdminApi();
  const email = await invitedClientUser(api, (await newClient(api)).id);
  let hasTwoFactor = true;
  await page.route('**/api/client-admin/get-client-admin/*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({
      response,
      json: { ...body, admin: { ...body.admin, two_factor: hasTwoFactor } },
    });
  });
  await page.goto(`/SuperAdminPortal/client-admin-directory?search=${email}`);
  await page.getByRole('link', { name: 'View Details of Carl Client' }).click();
  await page.getByRole('button', { name: 'Send Invitation Again' }).click();
  await expect(page.getByText(`Invitation sent successfully to ${email}!`)).toBeVisible();
  await mailedLink(api, email, 2);

  const turnOff = page.getByRole('button', { name: 'Turn Off Two-Factor Sign-In' });
  const dialog = page.getByRole('dialog');
  await turnOff.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(turnOff).toBeFocused();
  await turnOff.click();
  hasTwoFactor = false;
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-factor sign-in was turned off')).toBeVisible();
  await expect(turnOff).toBeHidden();
  await expect(page.getByRole('group', { name: 'Security Actions' })).toBeFocused();
});

test('reports an unknown administrator', async ({ superAdmin: page, problems }) => {
  await page.goto('/SuperAdminPortal/client-admin/00000000-0000-8000-8000-000000000000');
  await expect(page.getByText('Administrator not found')).toBeVisible();
  await page.goto('/ai/client/00000000-0000-8000-8000-000000000000');
  await expect(page.getByText('Client information not found')).toBeVisible();
  expect(problems.every((text) => text.includes('status of 404'))).toBe(true);
  problems.length = 0;
});
