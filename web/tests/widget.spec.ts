import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { storePage } from '../../infra/src/testing/store-page.ts';
import { superAdminApi } from './accounts.ts';
import { type Site, startSite, strictPolicy } from './sites.ts';
import {
  expect,
  expectAccessibleLayout,
  holdCommands,
  seriousFindings,
  signInAs,
  test,
  unique,
  variable,
} from './support.ts';

const NONCE = 'r4nd0m';
const TEXT =
  'Harbor Bakery bakes sourdough bread every night. The bakery opens at 7 am from Tuesday to Sunday and closes at noon.';

let site: Site;
let clientId: string;
const server = () => variable('BASE_URL');
const authorized = (path = '/') => `http://127.0.0.1:${site.port}${path}`;
const unauthorized = () => `http://localhost:${site.port}/`;

const html = (path: string) => `<!doctype html>
<html lang="${path.includes('es') ? 'es' : 'en'}" ${path.includes('rtl') ? 'dir="rtl"' : ''}>
<head><title>Harbor Bakery</title><meta name="viewport" content="width=device-width">
<script nonce="${NONCE}">
  window.landline = function () { (landline.q = landline.q || []).push(arguments) };
  window.notified = [];
  for (const event of ['answer', 'feedback']) landline('on', event, (detail) => notified.push(detail));
</script>
<script nonce="${NONCE}" async src="${server()}/api/ai/widget/loader/${clientId}.js"></script>
</head><body><h1>Bread of the day</h1><a href="/menu">Menu</a></body></html>`;

test.beforeAll(async () => {
  const api = await superAdminApi();
  const created = await api.post('/api/ai/clients', {
    data: {
      name: unique('Harbor Bakery'),
      primary_domain: `${unique('bakery')}.example`,
      authorized_domains: '127.0.0.1',
    },
  });
  clientId = (await created.json()).id;
  await storePage(variable('PRODUCT_DATABASE_URL'), clientId, {
    url: 'http://127.0.0.1/hours',
    title: 'Opening hours',
    text: TEXT,
  });
  await storePage(variable('PRODUCT_DATABASE_URL'), clientId, {
    url: 'http://127.0.0.1/delivery',
    title: 'Delivery <img src=x onerror="attacked=1">',
    text: 'Delivery of cakes costs 3 dollars <img src=x onerror="attacked=1"> within the city, see [here](https://evil.example/x) or https://evil.example/y.',
  });
  await storePage(variable('PRODUCT_DATABASE_URL'), clientId, {
    url: 'http://127.0.0.1/returns',
    title: 'Can I return a cake?',
    text: 'Cakes can be returned on the same day.',
  });
  site = await startSite((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', strictPolicy(NONCE, server()));
    response.end(html(request.url ?? '/'));
  });
  await expect.poll(async () => (await api.get(`/api/ai/widget/loader/${clientId}.js`)).status()).toBe(200);
  await api.dispose();
});
test.afterAll(() => site?.stop());

const launcher = (page: Page) => page.getByRole('button', { name: /^Chat/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'AI Assistant' });

async function ask(page: Page, question: string): Promise<void> {
  await dialog(page).getByRole('textbox').fill(question);
  await page.keyboard.press('Enter');
}

/** Saves screenshots to LOOKS_DIR, if set. */
async function picture(page: Page, name: string): Promise<void> {
  const dir = process.env.LOOKS_DIR;
  if (dir) await page.screenshot({ path: `${dir}/${name}.png` });
}

test('answers, cites, rates and continues on the next page under a strict policy on another site', async ({
  page,
  problems,
}) => {
  await page.goto(authorized());
  await launcher(page).click();
  await expect(dialog(page).getByText('Hi there! How can I help you today?')).toBeVisible();
  await ask(page, 'When does the bakery open?');
  const log = dialog(page).getByRole('log');
  await expect(log).toContainText('opens at 7 am');
  const source = log.getByRole('link', { name: /Opening hours/ }).last();
  await expect(source).toHaveAttribute('href', /^http:\/\/127\.0\.0\.1\/hours#:~:text=/);
  await log.getByRole('button', { name: 'Good answer' }).click();
  await expect(log.getByRole('button', { name: 'Good answer' })).toHaveAttribute('aria-pressed', 'true');
  await log.getByRole('button', { name: 'Bad answer' }).click();
  await expect(log.getByRole('button', { name: 'Good answer' })).toHaveAttribute('aria-pressed', 'false');
  // The answer and both ratings.
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { notified: unknown[] }).notified.length))
    .toBe(3);

  await page.goto(authorized('/menu'));
  await expect(dialog(page).getByRole('log')).toContainText('opens at 7 am');
  await expect(dialog(page).getByRole('button', { name: 'Bad answer' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // The page keeps the focus when the panel opens beside it or is closed by the page.
  await expect(page.locator('body')).toBeFocused();
  await page.getByRole('link', { name: 'Menu' }).focus();
  await page.evaluate(() => (window as unknown as { landline(call: string): void }).landline('close'));
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Menu' })).toBeFocused();
  expect(problems).toEqual([]);
});

test('offers buttons for questions that the site answers, also after a reload', async ({
  page,
  problems,
}) => {
  await page.goto(authorized());
  await launcher(page).click();
  await ask(page, 'How can I return a gift?');
  const log = dialog(page).getByRole('log');
  await expect(log).toContainText('Did you mean');
  const suggested = log.getByRole('button', { name: 'Can I return a cake?' });
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(suggested).toBeVisible();
    await picture(page, `widget-suggestions-${width}`);
  }
  expect(await seriousFindings(page)).toEqual([]);
  await page.goto(authorized('/menu'));
  await suggested.focus();
  await page.keyboard.press('Enter');
  await expect(log).toContainText('Cakes can be returned on the same day.');
  expect(problems).toEqual([]);
});

test('serves nothing to unauthorized sites', async ({ page }) => {
  await page.goto(unauthorized());
  await expect(launcher(page)).toHaveCount(0);
  const token = await page.evaluate(
    (url) =>
      fetch(url, { method: 'POST' }).then(
        (response) => response.status,
        (error) => String(error),
      ),
    `${server()}/api/ai/widget/client/${clientId}/token`,
  );
  expect(token).toContain('TypeError');
});

test('shows page text as text and links only to the page', async ({ page, problems }) => {
  await page.goto(authorized());
  await launcher(page).click();
  await ask(page, 'What does delivery of cakes cost?');
  const log = dialog(page).getByRole('log');
  await expect(log).toContainText('costs 3 dollars <img');
  await expect(log.getByRole('button', { name: 'Good answer' })).toBeVisible();
  await expect(log.locator('img')).toHaveCount(0);
  await expect(log.locator('a:not([href^="http://127.0.0.1/"])')).toHaveCount(0);
  await expect(log).not.toContainText('evil.example');
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
  await ask(page, 'Is http://127.0.0.1/menu, your menu?');
  await expect(log.locator('a[href="http://127.0.0.1/menu"]')).toHaveText('http://127.0.0.1/menu');
  expect(problems).toEqual([]);
});

test('works by keyboard alone and returns the focus', async ({ page, problems }) => {
  await page.goto(authorized());
  await expect(launcher(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(launcher(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('textbox')).toBeFocused();
  await page.keyboard.type('When does the bakery open?');
  // In Safari, the keys that confirm and cancel Japanese input.
  for (const key of ['Enter', 'Escape'])
    await dialog(page).getByRole('textbox').dispatchEvent('keydown', { key, keyCode: 229 });
  await expect(dialog(page).getByRole('textbox')).toHaveValue('When does the bakery open?');
  await page.keyboard.press('Enter');
  // The answer is announced once, when it is complete.
  await expect(dialog(page).getByRole('status')).toContainText('opens at 7 am');
  await expect(dialog(page).getByRole('log')).toHaveAttribute('aria-live', 'off');
  await page.keyboard.press('Shift+Tab');
  await expect(dialog(page).getByRole('button', { name: 'Bad answer' })).toBeFocused();
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'widget-open');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(launcher(page)).toBeFocused();
  expect(problems).toEqual([]);
});

test('fills a 360 px page, mirrors right-to-left and translates to Spanish', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(authorized('/es-rtl'));
  await page.getByRole('button', { name: 'Chatear con IA' }).click();
  await expect(dialog(page)).toHaveAttribute('aria-modal', 'true');
  await expect(dialog(page).getByText('¡Hola! ¿En qué puedo ayudarle hoy?')).toBeVisible();
  await expect.poll(() => dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 });
  const input = dialog(page).getByRole('textbox');
  expect(await input.evaluate((element) => getComputedStyle(element).fontSize)).toBe('16px');
  const send = await dialog(page).getByRole('button', { name: 'Enviar' }).boundingBox();
  expect(send?.x).toBeLessThan((await input.boundingBox())?.x ?? 0);
  // The covered page cannot be focused.
  for (let index = 0; index < 8; index++) {
    await page.keyboard.press('Tab');
    await expect(dialog(page).locator(':focus')).toHaveCount(1);
  }
  await picture(page, 'widget-360-rtl');
  expect(await seriousFindings(page)).toEqual([]);
});

test('closes its menu when the visitor moves on and keeps the focus in the message form', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(authorized());
  await launcher(page).click();
  const more = dialog(page).getByRole('button', { name: 'More options' });
  const leave = dialog(page).getByRole('button', { name: 'Leave a message' });
  await more.click();
  await dialog(page).getByRole('log').click();
  await expect(leave).toBeHidden();
  await more.click();
  for (const name of ['New conversation', 'Leave a message', 'Hide for 30 seconds']) {
    await expect(dialog(page).getByRole('button', { name })).toBeFocused();
    await page.keyboard.press('Tab');
  }
  await expect(dialog(page).getByRole('log')).toBeFocused();
  await expect(leave).toBeHidden();

  await more.click();
  await leave.click();
  await expect(more).toBeHidden();
  const name = dialog(page).getByLabel('Name');
  await expect(name).toBeFocused();
  await page.keyboard.press('Escape');
  await launcher(page).click();
  await expect(name).toBeFocused();
  await name.fill('Ada');
  await dialog(page).getByLabel('Message', { exact: true }).fill('Call me');
  await dialog(page).getByLabel('Email').fill('ada@example.com');
  const release = await holdCommands(page, '**/api/ai/chat/messages', (route) => route.continue());
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Send message' })).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Tab');
  await expect(dialog(page).locator(':focus')).toHaveCount(1);
  release();
  await expect(dialog(page).getByRole('status')).toContainText('Your message was sent.');
  await expect(dialog(page).getByRole('textbox')).toBeFocused();
  await expect(more).toBeVisible();
});

test('loads at most 8 kB on every page and 45 kB when opened', async ({ page }) => {
  const sizeOf = async (path: string) =>
    gzipSync(await (await page.request.get(`${server()}/api/ai/widget/${path}`)).body()).length;
  expect(await sizeOf(`loader/${clientId}.js`)).toBeLessThanOrEqual(8_000);
  expect(await sizeOf('panel.js')).toBeLessThanOrEqual(45_000);
});

test('shows the widget on the test page if another version is chosen while one loads', async ({
  superAdmin: page,
}) => {
  const isReleased = Promise.withResolvers<void>();
  const loader = `/api/ai/widget/loader/${clientId}.js`;
  await page.route(`**${loader}?widget_version=earlier`, async (route) => {
    const response = await route.fetch({ url: `${server()}${loader}` });
    await isReleased.promise;
    await route.fulfill({ response });
  });
  await page.goto(`/ai/widget/test?clientId=${clientId}&widget_version=earlier`);
  const later = page.waitForResponse((response) => response.url().endsWith(`${loader}?`));
  await page.getByLabel('Version').selectOption('Live version');
  await (await later).finished();
  const earlier = page.waitForResponse(/earlier/);
  isReleased.resolve();
  await (await earlier).finished();
  await launcher(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('lets staff configure, version and test a widget and read its conversations', async ({
  superAdmin: page,
}) => {
  test.slow();
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/loader/${clientId}.js`)) loads.push(request.url());
  });
  await page.goto(`/ai/widget/client/${clientId}`);
  await test.step('branding, with a contrast warning', async () => {
    await page.getByRole('textbox', { name: 'AI link color' }).fill('#eeeeee');
    await expect(page.getByText(/Links in the assistant's answers may be hard to read/)).toBeVisible();
    await page.getByRole('textbox', { name: 'AI link color' }).fill('#0b57d0');
    await page.getByRole('textbox', { name: 'Primary color' }).fill('red;}');
    await expect(page.getByText('Enter a hex or rgba color')).toBeVisible();
    await expect(launcher(page)).toBeVisible();
    expect(loads).toHaveLength(1);
    await page.getByRole('textbox', { name: 'Primary color' }).fill('#0b57d0');
    await page.getByLabel('Bot name').fill('Harbor Helper');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await expect(page.getByText('Settings saved successfully')).toBeVisible();
    await expectAccessibleLayout(page, 'widget-settings');
  });
  await test.step('security', async () => {
    await page.getByRole('link', { name: 'Security', exact: true }).click();
    const entry = page.getByLabel('Domains', { exact: true }).first();
    await entry.fill('not a domain');
    await entry.press('Enter');
    await expect(page.getByText('Invalid domain format. Use example.com or *.example.com')).toBeVisible();
    await entry.fill('127.0.0.1');
    await entry.press('Enter');
    await expect(page.getByText('This domain is already in the list')).toBeVisible();
    await entry.fill('*.bakery.example');
    await entry.press('Enter');
    await page.getByRole('button', { name: 'Save Domains' }).click();
    await expect(page.getByText('Authorized domains saved successfully')).toBeVisible();
    await page.getByLabel('Token expiry', { exact: true }).fill('4');
    await expect(
      page.getByText('Token expiry must be a whole number of minutes from 5 to 10,080'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Set token expiry to 480' }).click();
    const release = await holdCommands(page, '**/api/ai/widget/client/*/security', (route) =>
      route.fallback(),
    );
    await page.getByRole('button', { name: 'Save Security Settings' }).click();
    await page.getByLabel('Rate limit', { exact: true }).fill('77');
    release();
    await expect(page.getByText('Security settings saved successfully')).toBeVisible();
    await expect(page.getByLabel('Rate limit', { exact: true })).toHaveValue('77');
    await expectAccessibleLayout(page, 'widget-security');
  });
  await test.step('versions', async () => {
    await page.getByRole('link', { name: 'Versions', exact: true }).click();
    await expect(page.getByText('No versions have been created yet.')).toBeVisible();
    await page.getByLabel('Description').fill('Blue');
    await page.getByRole('button', { name: 'Create Version' }).click();
    await page.getByRole('button', { name: 'Set as Default: Blue' }).click();
    await expect(page.getByText('Default widget version updated successfully')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set as Default: Blue' })).toBeDisabled();
    await expect(page.getByText('No differences.')).toBeVisible();
    const changed = await page.request.post(`/api/ai/settings/branding/client/${clientId}`, {
      data: { botName: 'Red Helper' },
    });
    expect(changed.ok(), await changed.text()).toBe(true);
    await page.getByLabel('Description').fill('Red');
    await page.getByRole('button', { name: 'Create Version' }).click();
    await expect(page.getByRole('link', { name: 'Preview Red' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Version', exact: true }).selectOption({
      label: await page
        .getByRole('option', { name: /^Blue, / })
        .first()
        .innerText(),
    });
    await page.getByRole('combobox', { name: 'Compared with' }).selectOption({
      label: await page
        .getByRole('option', { name: /^Red, / })
        .first()
        .innerText(),
    });
    const differences = page.getByRole('region', { name: 'Differences' });
    await expect(differences).toContainText('Bot name“Harbor Helper”“Red Helper”');
    await expectAccessibleLayout(page, 'widget-versions');
  });
  await test.step('shows the real widget on the test page', async () => {
    await page.goto(`/ai/widget/test?clientId=${clientId}&position=top-left`);
    await page.getByLabel('Version').selectOption('Blue (default)');
    await expect(page).toHaveURL(/widget_version=/);
    await launcher(page).click();
    const panel = page.getByRole('dialog', { name: 'Harbor Helper' });
    await panel.getByRole('textbox').fill('When does the bakery open?');
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('log')).toContainText('opens at 7 am');
    await page.keyboard.press('Escape');
    await expectAccessibleLayout(page, 'widget-test');
  });
  await test.step('shows the transcript of a conversation', async () => {
    await page.goto(`/ai/client-conversations/${clientId}`);
    const row = page.getByRole('button', { name: 'When does the bakery open?' }).first();
    await row.click();
    await expect(page.getByRole('link', { name: '1. Opening hours' })).toBeVisible();
    await expect(page.locator(':focus')).toContainText('Conversation from');
    await expectAccessibleLayout(page, 'widget-transcript');
    await page.goBack();
    await expect(row).toBeFocused();
  });
  await test.step('shows the global templates', async () => {
    await page.goto('/ai/widget/global?tab=code');
    await expect(page.getByRole('textbox', { name: 'Base script' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save Templates' })).toBeDisabled();
    await expectAccessibleLayout(page, 'widget-code');
    await page.goto('/ai/widget/global?tab=embed');
    await expect(page.getByText(/loader\/client123\.js/)).toBeVisible();
    await expectAccessibleLayout(page, 'widget-embed');
  });
});

test('shows the code of the global widget templates only to a SuperAdmin', async ({ page }) => {
  await signInAs(page, 'Admin');
  await page.goto('/ai/widget/global?tab=code');
  await expect(page.getByLabel('Bot name')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Advanced Code' })).toBeHidden();
});
