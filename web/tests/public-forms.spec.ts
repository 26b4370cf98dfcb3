import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, seriousFindings, signInAsSuperAdmin, test, unique } from './support.ts';

test('shows the cookie banner until a choice is made, and stores the choice with its date', async ({
  page,
}) => {
  await page.goto('/');
  const banner = page.getByRole('region', { name: 'Cookie consent' });
  await expect(banner).toBeVisible();
  await page.goto('/Contact');
  await banner.getByRole('button', { name: 'Essential only' }).click();
  await expect(banner).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toBeHidden();
  const preferences = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('landline.cookie-preferences') ?? ''),
  );
  expect(preferences).toMatchObject({ essential: true, analytics: false, marketing: false });
  expect(Date.now() - Date.parse(preferences.date)).toBeLessThan(60_000);
});

test('saves cookie preferences on the cookie policy and confirms for three seconds', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Manage preferences' }).click();
  await expect(page).toHaveURL(/\/cookie-policy#preferences$/);
  const analytics = page.getByRole('checkbox', { name: 'Analytics' });
  const marketing = page.getByRole('checkbox', { name: 'Marketing' });
  await expect(page.getByRole('checkbox', { name: 'Essential' })).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: 'Essential' })).toBeChecked();
  await expect(analytics).not.toBeChecked();
  await expect(marketing).not.toBeChecked();
  await analytics.check();
  const save = page.getByRole('button', { name: 'Save preferences' });
  await save.click();
  await expect(save).toBeFocused();
  const confirmation = page.getByText('Your cookie preferences have been saved.');
  await expect(confirmation).toBeVisible();
  await expect(confirmation).toBeHidden({ timeout: 5_000 });
  await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeHidden();
  await page.reload();
  await expect(analytics).toBeChecked();
  await expect(marketing).not.toBeChecked();
});

async function fillQuote(page: Page, email: string) {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Hill');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Company').fill('Hill & Co');
  await page.getByLabel('Comments').fill('Two parcels north of the river.');
}

test('a contact request reaches the inbox, where staff handle and reopen it', async ({ page, problems }) => {
  const email = `${unique('ada')}@example.com`;
  await page.goto('/SalesQuotePage');
  await page.getByRole('button', { name: 'Send message' }).click();
  for (const text of [
    'Please enter your first name',
    'Please enter your last name',
    'Please enter your email address',
    'Please enter your company',
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await fillQuote(page, email);
  await page.getByRole('button', { name: 'Send message' }).click();
  const success = page.getByText("Your message has been sent successfully! We'll be in touch soon.");
  await expect(success).toBeVisible();
  await expect(page.getByLabel('Company')).toHaveValue('');
  await expect(success).toBeHidden({ timeout: 8_000 });

  await signInAsSuperAdmin(page);
  await page.goto('/SuperAdminPortal/inbox');
  const message = page.getByRole('listitem').filter({ hasText: email });
  await expect(message).toContainText('Two parcels north of the river.');
  expect(await seriousFindings(page)).toEqual([]);
  await message.getByRole('button', { name: 'Mark as handled' }).click();
  await expect(message).toBeHidden();
  await page.getByText(/^Handled \d/).click();
  await expect(page).toHaveURL(/contact=handled/);
  await message.getByRole('button', { name: 'Reopen' }).click();
  await expect(message).toBeHidden();
  expect(problems).toEqual([]);
});

/** Serves the given number of contact requests, which can be handled, from a page of 25 each. */
async function serveContactRequests(page: Page, count: number) {
  const requests = Array.from({ length: count }, (_, index) => ({
    id: `request-${index + 1}`,
    firstName: 'Ada',
    lastName: `Hill ${index + 1}`,
    email: 'ada@example.com',
    company: 'Hill & Co',
    phoneNumber: null,
    comments: null,
    fromForm: true,
    status: 'open',
    submittedAt: '2026-01-02T03:04:05.000Z',
    handledAt: null,
    handledBy: null,
  }));
  await page.route('**/api/quotes?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const current = Number(query.get('page'));
    const found = requests.filter(({ status }) => status === query.get('status'));
    const open = requests.filter(({ status }) => status === 'open').length;
    return route.fulfill({
      json: {
        success: true,
        data: found.slice((current - 1) * 25, current * 25),
        pagination: {
          page: current,
          limit: 25,
          total: found.length,
          totalPages: Math.ceil(found.length / 25),
        },
        counts: { open, handled: count - open },
      },
    });
  });
  await page.route('**/api/quotes/*/handle', (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-2);
    for (const request of requests) if (request.id === id) request.status = 'handled';
    return route.fulfill({ json: { success: true } });
  });
}

test('shows the last page of the inbox when the current page becomes empty', async ({ superAdmin: page }) => {
  await serveContactRequests(page, 26);
  await page.goto('/SuperAdminPortal/inbox?page=2');
  const requests = page.getByRole('heading', { name: /^Ada Hill/ });
  await expect(requests).toHaveCount(1);
  await page.getByRole('button', { name: 'Mark as handled' }).click();
  await expect(requests).toHaveCount(25);
  await expect(page).not.toHaveURL(/page=2/);

  await page.goto('/SuperAdminPortal/inbox?page=9');
  await expect(requests).toHaveCount(25);
});

test('keeps the focus in the inbox and announces a handled request', async ({ superAdmin: page }) => {
  await serveContactRequests(page, 3);
  await page.goto('/SuperAdminPortal/inbox');
  const list = page.getByRole('region', { name: 'contact requests' });
  await list.getByRole('button', { name: 'Mark as handled' }).nth(1).press('Enter');
  await expect(list.getByRole('heading')).toHaveCount(2);
  await expect(list).toBeFocused();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'The request from Ada Hill 2 was marked as handled.',
  );
  await page.keyboard.press('Tab');
  await expect(list.getByRole('link').first()).toBeFocused();
});

test('keeps a message in the form when it cannot be sent', async ({ page }) => {
  await page.route('/api/quotes/submit-quote', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/SalesQuotePage');
  await fillQuote(page, 'ada@example.com');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('There was an error sending your message. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Company')).toHaveValue('Hill & Co');
});

test('subscribes an email address to the newsletter and lists it in the inbox', async ({ page }) => {
  const email = `${unique('eve')}@example.com`;
  await page.goto('/');
  await page.getByRole('heading', { name: 'Early access' }).scrollIntoViewIfNeeded();
  const join = page.getByRole('button', { name: 'Get early access' });
  await join.click();
  await expect(page.getByText('Please enter your email address')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter your email address');
  for (const invalid of ['eve', 'eve@']) {
    await page.getByLabel('Email').fill(invalid);
    await join.click();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  }
  await page.route('/api/newsletter/subscribe', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  await page.getByLabel('Email').fill(email);
  await join.click();
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible();
  await join.click();
  await expect(page.getByText("Welcome to early access! We'll be in touch soon.")).toBeVisible();

  await signInAsSuperAdmin(page);
  await page.goto('/SuperAdminPortal/inbox?list=newsletter');
  await expect(page.getByRole('cell', { name: email })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(email);
});

test('exports the inbox after the access token has expired', async ({ page }) => {
  await signInAsSuperAdmin(page);
  await page.goto('/SuperAdminPortal/inbox');
  const exportCsv = page.getByRole('button', { name: 'Export CSV' });
  await expect(exportCsv).toBeVisible();
  await page.context().clearCookies({ name: 'access_token' });
  const download = page.waitForEvent('download');
  await exportCsv.click();
  expect((await download).suggestedFilename()).toBe('contact-requests.csv');
});

test('rejects a forged unsubscribe link', async ({ page }) => {
  await page.goto('/newsletter/unsubscribe?token=made.up');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('The link you followed is invalid or has expired.')).toBeVisible();
});
