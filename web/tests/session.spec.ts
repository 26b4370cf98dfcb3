import type { Page } from '@playwright/test';
import { clientUser, signIn, signInAsClient, superAdminApi } from './accounts.ts';
import { credentials, expect, signInAsSuperAdmin, test } from './support.ts';

const warning = (page: Page) => page.getByRole('dialog', { name: 'Your session is about to expire' });

test('warns before two hours of inactivity, renews the session on request and signs out the next time', async ({
  page,
}) => {
  await page.clock.install();
  await signInAsSuperAdmin(page);
  await page.goto('/propertyhub');
  await expect(page.getByRole('heading', { name: 'Property Analysis Hub' })).toBeVisible();
  await page.clock.fastForward('01:54:00');
  await expect(warning(page)).toBeHidden();
  await page.clock.fastForward('01:30');
  await expect(warning(page)).toBeVisible();
  await expect(warning(page)).toContainText('You will be signed out in');
  const renewed = page.waitForResponse('**/api/auth/refresh-token');
  await page.getByRole('button', { name: 'Stay Signed In' }).click();
  await renewed;
  await expect(warning(page)).toBeHidden();
  await page.clock.fastForward('01:54:00');
  await expect(warning(page)).toBeHidden();
  await page.clock.fastForward('07:00');
  await expect(page).toHaveURL(/\/login\?timeout=true$/);
  await expect(page.getByText('Your session has timed out due to inactivity (2 hour limit).')).toBeVisible();
  // The message survives a reload and disappears later.
  await page.reload();
  await expect(page.getByText('Your session has timed out due to inactivity (2 hour limit).')).toBeVisible();
  await page.clock.fastForward('00:11');
  await expect(page.getByText('Your session has timed out')).toBeHidden();
});

test('signs out a client user after 30 minutes of inactivity', async ({ page }) => {
  const person = await clientUser(await superAdminApi());
  await page.clock.install();
  await signInAsClient(page, person);
  await page.goto('/client/portal');
  await expect(page.getByRole('button', { name: /account$/ })).toBeVisible();
  await page.clock.fastForward('25:30');
  await expect(warning(page)).toBeVisible();
  await page.clock.fastForward('05:00');
  await expect(page).toHaveURL(/\/login\?timeout=true$/);
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
});

test('follows a sign-in in another tab', async ({ page, context }) => {
  const person = await clientUser(await superAdminApi());
  await signInAsSuperAdmin(page);
  await page.goto('/propertyhub');
  await expect(page.getByRole('heading', { name: 'Property Analysis Hub' })).toBeVisible();
  const otherTab = await context.newPage();
  await otherTab.goto('/client/login?from=selection');
  await signIn(otherTab, person);
  await expect(otherTab).toHaveURL(/\/client\/portal/);
  // The cookies belong to the client now, so the staff page must not continue.
  await expect(page).toHaveURL(/\/client\//);
});

test('detects on wake-up that another tab signed out', async ({ page }) => {
  await signInAsSuperAdmin(page);
  await page.goto('/propertyhub');
  await expect(page.getByRole('heading', { name: 'Property Analysis Hub' })).toBeVisible();
  await page.evaluate(() => {
    localStorage.setItem('landline.force-logout', 'signed-out');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page).toHaveURL(/\/login\?action=logout$/);
  await expect(page.getByText('You have been successfully logged out.')).toBeVisible();
  // Signing in again clears the mark.
  await signIn(page, credentials());
  await expect(page).toHaveURL(/\/SuperAdminPortal/);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page).toHaveURL(/\/SuperAdminPortal/);
});

test('keeps a new session when a sleeping tab learns that the previous one has ended', async ({
  page,
  context,
}) => {
  await signInAsSuperAdmin(page);
  const sleeping = await context.newPage();
  await sleeping.addInitScript(holdMessages);
  for (const tab of [page, sleeping]) {
    await tab.goto('/propertyhub');
    await expect(tab.getByRole('heading', { name: 'Property Analysis Hub' })).toBeVisible();
  }
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login\?action=logout$/);
  await signIn(page, credentials());
  await expect(page).toHaveURL(/\/SuperAdminPortal/);
  await sleeping.evaluate(() => window.dispatchEvent(new Event('wake')));
  await expect(sleeping).toHaveURL(/\/SuperAdminPortal/);
  await expect(page).toHaveURL(/\/SuperAdminPortal/);
});

/** Holds the messages of other tabs until the event `wake`, as the browser does while a tab sleeps. */
function holdMessages(): void {
  const { set } = Object.getOwnPropertyDescriptor(BroadcastChannel.prototype, 'onmessage') ?? {};
  Object.defineProperty(BroadcastChannel.prototype, 'onmessage', {
    set(handler: (message: MessageEvent) => void) {
      const held: MessageEvent[] = [];
      set?.call(this, (message: MessageEvent) => held.push(message));
      window.addEventListener('wake', () => {
        for (const message of held) handler(message);
        set?.call(this, handler);
      });
    },
  });
}

test("rejects a staff call with a client's session and keeps that session", async ({ page }) => {
  const person = await clientUser(await superAdminApi());
  await signInAsClient(page, person);
  await page.goto('/client/portal');
  await expect(page.getByRole('button', { name: /account$/ })).toBeVisible();
  const status = await page.evaluate(async () => (await fetch('/api/auth/verify')).status);
  expect(status).toBe(403);
  await page.goto('/SuperAdminPortal');
  await expect(page).toHaveURL(/\/client\/portal/);
});

test('ignores a stored path to another site', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(() => sessionStorage.setItem('landline.redirect.staff', '//evil.example/'));
  await signIn(page, credentials());
  await expect(page).toHaveURL(new RegExp(`^${new URL(page.url()).origin}/`));
  await expect(page).not.toHaveURL(/login/);
});

test('shares one refresh between two tabs whose calls are rejected', async ({ page, context }) => {
  await signInAsSuperAdmin(page);
  const otherTab = await context.newPage();
  const tabs = [page, otherTab];
  for (const tab of tabs) {
    await tab.goto('/propertyhub');
    await expect(tab.getByRole('heading', { name: 'Property Analysis Hub' })).toBeVisible();
  }
  const refreshes: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh-token')) refreshes.push(request.url());
  });
  // Both tabs must send their request before either gets a response.
  const sendingTabs = new Set<Page>();
  const rejectedTabs = new Set<Page>();
  const both = Promise.withResolvers<void>();
  for (const tab of tabs) {
    await tab.route('**/api/geo/**', async (route) => {
      sendingTabs.add(tab);
      if (sendingTabs.size === tabs.length) both.resolve();
      await both.promise;
      const response = await route.fetch();
      if (response.status() === 401) rejectedTabs.add(tab);
      await route.fulfill({ response });
    });
  }
  await context.clearCookies({ name: 'access_token' });
  for (const tab of tabs)
    void tab
      .getByRole('table', { name: 'Cities' })
      .getByRole('link', { name: 'Hawthorne Properties' })
      .click();
  for (const tab of tabs) await expect(tab.locator('.ag-row')).toHaveCount(50, { timeout: 30_000 });
  expect(rejectedTabs.size).toBe(2);
  expect(refreshes).toHaveLength(1);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(page.locator('.ag-row')).toHaveCount(50, { timeout: 30_000 });
});
