import { gzipSync } from 'node:zlib';
import { type Page, request } from '@playwright/test';
import { learn } from '../../infra/src/testing/learn.ts';
import { type Site, startSite, strictPolicy } from './sites.ts';
import { credentials, expect, seriousFindings, test, unique, variable } from './support.ts';

const NONCE = 'r4nd0m';
const TEXT =
  'Harbour Bakery bakes sourdough bread every night. The bakery opens at 7 am from Tuesday to Sunday and closes at noon.';

let site: Site;
let clientId: string;
const server = () => variable('BASE_URL');
const authorized = (path = '/') => `http://127.0.0.1:${site.port}${path}`;
const unauthorized = () => `http://localhost:${site.port}/`;

const html = (path: string) => `<!doctype html>
<html lang="${path.includes('es') ? 'es' : 'en'}" ${path.includes('rtl') ? 'dir="rtl"' : ''}>
<head><title>Harbour Bakery</title><meta name="viewport" content="width=device-width">
<script nonce="${NONCE}">
  window.landline = function () { (landline.q = landline.q || []).push(arguments) };
  window.told = [];
  for (const event of ['answer', 'feedback']) landline('on', event, (detail) => told.push(detail));
</script>
<script nonce="${NONCE}" async src="${server()}/api/ai/widget/loader/${clientId}.js"></script>
</head><body><h1>Bread of the day</h1><a href="/menu">Menu</a></body></html>`;

test.beforeAll(async () => {
  const api = await request.newContext({ baseURL: server() });
  expect((await api.post('/api/auth/login', { data: credentials() })).status()).toBe(200);
  const made = await api.post('/api/ai/clients', {
    data: {
      name: unique('Harbour Bakery'),
      primary_domain: `${unique('bakery')}.example`,
      authorized_domains: '127.0.0.1',
    },
  });
  clientId = (await made.json()).id;
  await learn(variable('PRODUCT_DATABASE_URL'), clientId, {
    url: 'http://127.0.0.1/hours',
    title: 'Opening hours',
    text: TEXT,
  });
  site = await startSite((incoming, answer) => {
    answer.setHeader('Content-Type', 'text/html; charset=utf-8');
    answer.setHeader('Content-Security-Policy', strictPolicy(NONCE, server()));
    answer.end(html(incoming.url ?? '/'));
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

/** With LOOKS_DIR set, how it looks is kept there. */
async function picture(page: Page, name: string): Promise<void> {
  const dir = process.env.LOOKS_DIR;
  if (dir) await page.screenshot({ path: `${dir}/${name}.png` });
}

test('on another site, under a strict policy: ask, read the source, rate, and go on on the next page', async ({
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
  await expect(source).toHaveAttribute('href', 'http://127.0.0.1/hours');
  await log.getByRole('button', { name: 'Good answer' }).click();
  await expect(log.getByRole('button', { name: 'Good answer' })).toHaveAttribute('aria-pressed', 'true');
  await log.getByRole('button', { name: 'Bad answer' }).click();
  await expect(log.getByRole('button', { name: 'Good answer' })).toHaveAttribute('aria-pressed', 'false');
  // The answer, and both ratings.
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { told: unknown[] }).told.length))
    .toBe(3);

  await page.goto(authorized('/menu'));
  await expect(dialog(page).getByRole('log')).toContainText('opens at 7 am');
  await expect(dialog(page).getByRole('button', { name: 'Bad answer' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(problems).toEqual([]);
});

test('a site that is not authorized gets nothing', async ({ page }) => {
  await page.goto(unauthorized());
  await expect(launcher(page)).toHaveCount(0);
  const token = await page.evaluate(
    (url) =>
      fetch(url, { method: 'POST' }).then(
        (answer) => answer.status,
        (error) => String(error),
      ),
    `${server()}/api/ai/widget/client/${clientId}/token`,
  );
  expect(token).toContain('TypeError');
});

test('with the keyboard alone: open, ask, read, close, and be where one was', async ({ page, problems }) => {
  await page.goto(authorized());
  await expect(launcher(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(launcher(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('textbox')).toBeFocused();
  await page.keyboard.type('When does the bakery open?');
  await page.keyboard.press('Enter');
  // Announced once, when it is finished.
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

test('at 360 px it takes the page, right to left and in Spanish it is mirrored and translated', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(authorized('/es-rtl'));
  await page.getByRole('button', { name: 'Chatear con IA' }).click();
  await expect(dialog(page)).toHaveAttribute('aria-modal', 'true');
  await expect(dialog(page).getByText('¡Hola! ¿En qué puedo ayudarle hoy?')).toBeVisible();
  const box = await dialog(page).boundingBox();
  expect(box).toEqual({ x: 0, y: 0, width: 360, height: 640 });
  const input = dialog(page).getByRole('textbox');
  expect(await input.evaluate((element) => getComputedStyle(element).fontSize)).toBe('16px');
  const send = await dialog(page).getByRole('button', { name: 'Enviar' }).boundingBox();
  expect(send?.x).toBeLessThan((await input.boundingBox())?.x ?? 0);
  // What it covers is not reached.
  for (let index = 0; index < 8; index++) {
    await page.keyboard.press('Tab');
    await expect(dialog(page).locator(':focus')).toHaveCount(1);
  }
  await picture(page, 'widget-360-rtl');
  expect(await seriousFindings(page)).toEqual([]);
});

test('what every page loads is at most 8 kB, what opens at most 45 kB', async ({ page }) => {
  const sizeOf = async (path: string) =>
    gzipSync(await (await page.request.get(`${server()}/api/ai/widget/${path}`)).body()).length;
  expect(await sizeOf(`loader/${clientId}.js`)).toBeLessThanOrEqual(8_000);
  expect(await sizeOf('panel.js')).toBeLessThanOrEqual(45_000);
});
