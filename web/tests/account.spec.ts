import { createHmac } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { clientUser, signIn, staffUser, superAdminApi } from './accounts.ts';
import { expect, expectStaysOpen, holdCommands, test, unique, variable } from './support.ts';

/** Returns the code of an authenticator app (RFC 6238), `steps` half minutes from now. */
function totp(secret: string, steps = 0): string {
  const bits = [...secret.replaceAll(/\s|=/g, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('changes name, email and password, and logs out every session after the password change', async ({
  page,
}) => {
  const person = await staffUser(await superAdminApi());
  await page.goto('/account');
  await signIn(page, person);
  await expect(page).toHaveURL(/\/account$/);

  await page.getByRole('button', { name: 'Edit Name' }).click();
  await page.getByLabel('First Name').fill('');
  await page.getByLabel('Last Name').fill('');
  await page.getByRole('button', { name: 'Update Name' }).click();
  await expect(page.getByText('Please enter at least a first or last name')).toBeVisible();
  await page.getByLabel('First Name').fill('Samantha');
  const release = await holdCommands(page, '**/api/auth/profile/name', (route) => route.fallback());
  await page.getByRole('button', { name: 'Update Name' }).click();
  await expectStaysOpen(page);
  release();
  await expect(page.getByText('Name updated successfully!')).toBeVisible();
  await expect(page.getByText('Samantha Staff').first()).toBeVisible();

  const email = `${unique('sam')}@landline.test`;
  await page.getByRole('button', { name: 'Change Email' }).click();
  await page.getByRole('button', { name: 'Update Email' }).click();
  await expect(page.getByText('Please fill in all fields')).toBeVisible();
  await page.getByLabel('New Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('not my password');
  await page.getByRole('button', { name: 'Update Email' }).click();
  await expect(page.getByText('The password is incorrect.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Update Email' }).click();
  await expect(page.getByText('Email updated successfully!')).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();

  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Change Password' });
  await submit.click();
  await expect(dialog.getByText('Please fill in all password fields')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Current Password' }).fill(person.password);
  await dialog.getByRole('textbox', { name: 'New Password', exact: true }).fill('Brand-New-9');
  await dialog.getByRole('textbox', { name: 'Confirm New Password' }).fill('Brand-New-8');
  await submit.click();
  await expect(dialog.getByText('New passwords do not match')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Confirm New Password' }).fill('Brand-New-9');
  await submit.click();
  await expect(page.getByText('Password changed successfully. Please log in again.')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?action=logout$/);
  await signIn(page, { email, password: 'Brand-New-9' });
  await expect(page).toHaveURL(/\/AdminPortal$/);
});

/** Opens the account settings of a new staff user on this page and on another device. */
async function signInOnTwoDevices(page: Page, browser: Browser) {
  const person = await staffUser(await superAdminApi());
  const context = await browser.newContext({ baseURL: variable('BASE_URL') });
  const otherDevice = await context.newPage();
  await otherDevice.goto('/account');
  await signIn(otherDevice, person);
  await expect(otherDevice).toHaveURL(/\/account$/);
  await page.goto('/account');
  await signIn(page, person);
  return { otherDevice, context };
}

test('lists another device and signs it out', async ({ page, browser }) => {
  const { otherDevice, context } = await signInOnTwoDevices(page, browser);
  await expect(page.getByText('This device')).toHaveCount(1);
  await page
    .getByRole('button', { name: /^Sign out / })
    .first()
    .click();
  await expect(page.getByText('has been signed out.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sessions' })).toBeFocused();
  await expect(otherDevice).toHaveURL(/\/login\?timeout=true$/);
  await context.close();
});

test('signs out everywhere else', async ({ page, browser }) => {
  const { otherDevice, context } = await signInOnTwoDevices(page, browser);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('You have been signed out everywhere else.')).toBeVisible();
  await expect(otherDevice).toHaveURL(/\/login\?timeout=true$/);
  await expect(page.getByText('This device')).toBeVisible();
  await context.close();
});

for (const { kind, user, account, home, login, loginError } of [
  {
    kind: 'a staff member',
    user: staffUser,
    account: '/account',
    home: /\/AdminPortal$/,
    login: '/login',
    loginError: 'Invalid credentials. Please try again.',
  },
  {
    kind: "a client's user",
    user: clientUser,
    account: '/client/portal?tab=account-settings',
    home: /\/client\/portal/,
    login: '/client/login',
    loginError: 'Invalid email or password',
  },
] as const)
  test(`${kind} turns on two-factor sign-in, enters a code and uses a recovery code`, async ({ page }) => {
    const person = await user(await superAdminApi());
    await page.goto(account);
    await signIn(page, person);
    await page.getByRole('button', { name: 'Turn On' }).click();
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    const secret = await page.locator('code').innerText();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await dialog.getByRole('textbox', { name: 'Code' }).fill('12');
    await dialog.getByRole('button', { name: 'Turn On' }).click();
    await expect(dialog.getByText('Enter the 6-digit code')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(totp(secret));
    await dialog.getByRole('button', { name: 'Turn On' }).click();
    const codeItems = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codeItems).toHaveCount(10);
    const codes = await codeItems.allInnerTexts();
    await page.getByRole('button', { name: 'I saved these codes' }).click();
    await page.getByRole('button', { name: /account$/ }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();

    await expect(page).toHaveURL(/\/login\?action=logout$/);
    await page.goto(login);
    await signIn(page, person);
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText(loginError)).toBeVisible();
    await page.getByLabel('Code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page).toHaveURL(home);
  });

test('a client user signs out to the login page, which links to the client login', async ({ page }) => {
  const person = await clientUser(await superAdminApi());
  await page.goto('/client/portal?tab=billing');
  await expect(page).toHaveURL(/\/client\/login$/);
  await signIn(page, person);
  await expect(page).toHaveURL(/\/client\/portal\?tab=billing$/);
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login\?action=logout$/);
  await expect(page.getByText('You have been successfully logged out.')).toBeVisible();
  await page.getByRole('link', { name: 'Client Login' }).click();
  await expect(page.getByRole('heading', { name: 'Client Login' })).toBeVisible();
});

test('fades a toast out over 300 ms when it is closed', async ({ page }) => {
  await page.goto('/account');
  await signIn(page, await staffUser(await superAdminApi()));
  await page.getByRole('button', { name: 'Edit Name' }).click();
  await page.getByLabel('First Name').fill('Samantha');
  await page.getByRole('button', { name: 'Update Name' }).click();
  const toast = page
    .getByRole('status')
    .filter({ has: page.getByRole('button', { name: 'Remove notification' }) });
  await expect(toast).toHaveCSS('opacity', '1');
  const fading = toast.evaluate(
    (element) =>
      new Promise<{ opacities: number[]; durations: string }>((resolve) => {
        const opacities: number[] = [];
        let durations = '';
        const sample = () => {
          if (!element.isConnected) return resolve({ opacities, durations });
          const { opacity, transitionDuration } = getComputedStyle(element);
          opacities.push(Number(opacity));
          durations = transitionDuration;
          requestAnimationFrame(sample);
        };
        sample();
      }),
  );
  await toast.getByRole('button', { name: 'Remove notification' }).click();
  const { opacities, durations } = await fading;
  expect(new Set(durations.split(', '))).toEqual(new Set(['0.3s']));
  expect(opacities.some((opacity) => opacity > 0 && opacity < 1)).toBe(true);
});
