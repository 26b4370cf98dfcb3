import type { Locator, Page } from '@playwright/test';
import { storePage } from '../../infra/src/testing/store-page.ts';
import { superAdminApi } from './accounts.ts';
import { type Site, startSite } from './sites.ts';
import { expect, holdCommands, test, unique, variable } from './support.ts';

let site: Site;
let clientId: string;
const loader = (attribute: string) =>
  `<script ${attribute} src="${variable('BASE_URL')}/api/ai/widget/loader/${clientId}.js"></script>`;

/**
 * Returns a page that calls the widget's API before the widget has loaded. On `/twice`, a listener throws, and the
 * script is in the head twice.
 */
const html = (path: string) => `<!doctype html>
<html lang="en"><head><title>Harbor</title><meta name="viewport" content="width=device-width">
<script>
  window.landline = function () { (landline.q = landline.q || []).push(arguments) };
  window.notified = [];
  ${path === '/twice' ? "landline('on', 'ready', () => { throw new Error('by the page') });" : ''}
  window.listener = (detail) => notified.push(['open', detail ?? null]);
  for (const event of ['close', 'hide', 'show', 'reset', 'ready']) landline('on', event, () => notified.push([event]));
  landline('on', 'open', listener);
  landline('setLocale', 'es');
  landline('open');
</script>
${path === '/twice' ? loader('').repeat(2) : loader('async')}
</head><body><h1>Harbor</h1></body></html>`;

test.beforeAll(async () => {
  const api = await superAdminApi();
  const created = await api.post('/api/ai/clients', {
    data: {
      name: unique('Harbor api'),
      primary_domain: `${unique('api')}.example`,
      authorized_domains: '127.0.0.1',
    },
  });
  clientId = (await created.json()).id;
  const data = { placeholderText: 'Ask the port' };
  // The new client may not be in the read models yet.
  await expect(async () => {
    const saved = await api.post(`/api/ai/settings/branding/client/${clientId}`, { data });
    expect(saved.ok(), await saved.text()).toBe(true);
  }).toPass();
  await storePage(variable('PRODUCT_DATABASE_URL'), clientId, {
    url: 'http://127.0.0.1/hours',
    title: 'Hours',
    text: 'The harbor opens at 8 am.',
  });
  await expect.poll(async () => (await api.get(`/api/ai/widget/loader/${clientId}.js`)).status()).toBe(200);
  await api.dispose();
  site = await startSite((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(html(request.url ?? '/'));
  });
});
test.afterAll(() => site?.stop());

const landline = (page: Page, ...command: unknown[]) =>
  page.evaluate(
    (all) => (window as never as { landline(...all: unknown[]): void }).landline(...all),
    command,
  );
const notifications = (page: Page) =>
  page.evaluate(() => (window as never as { notified: [string][] }).notified.map(([name]) => name));

/** Asks a question and waits for the complete answer, which can be rated. */
async function ask(dialog: Locator): Promise<void> {
  await dialog.getByRole('textbox').fill('When does the harbor open?');
  await dialog.getByRole('textbox').press('Enter');
  await expect(dialog.getByRole('log')).toContainText('8 am');
  await expect(dialog.getByRole('button', { name: 'Good answer' })).toHaveCount(1);
}

test("runs a page's calls before and after loading and notifies its listeners", async ({
  page,
  problems,
}) => {
  await page.goto(`http://127.0.0.1:${site.port}/`);
  const widget = page.locator('landline-widget');
  const dialog = widget.getByRole('dialog');
  const launcher = widget.locator('.launcher');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cerrar' })).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveAttribute('placeholder', 'Ask the port');
  await expect.poll(() => notifications(page)).toEqual(['ready', 'open']);

  await landline(page, 'close');
  await expect(dialog).toBeHidden();
  await page.evaluate(() => {
    const { landline, listener } = window as never as {
      landline: { off(...all: unknown[]): void };
      listener: unknown;
    };
    landline.off('open', listener);
  });
  await landline(page, 'toggle');
  await expect(dialog).toBeVisible();
  await landline(page, 'toggle');
  await expect(dialog).toBeHidden();
  expect(await notifications(page)).toEqual(['ready', 'open', 'close', 'close']);

  await landline(page, 'hide', 3_600);
  await expect(launcher).toBeHidden();
  await page.reload();
  await expect(dialog).toBeVisible(); // the page's own call opens it
  await landline(page, 'hide', 3_600);
  await expect(launcher).toBeHidden();
  await landline(page, 'show');
  await expect(launcher).toBeVisible();
  expect((await notifications(page)).slice(-2)).toEqual(['hide', 'show']);

  await landline(page, 'setLocale', 'en', { placeholder: 'Ask the harbor' });
  await landline(page, 'open');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveAttribute('placeholder', 'Ask the harbor');
  const background = () => dialog.evaluate((element) => getComputedStyle(element).backgroundColor);
  await landline(page, 'setColorScheme', 'light');
  const light = await background();
  await landline(page, 'setColorScheme', 'dark');
  await expect.poll(background).not.toBe(light);

  await landline(page, 'identify', { userId: 'ada' });
  await ask(dialog);
  // Another user must not see the previous conversation.
  await landline(page, 'identify', { userId: 'grace' });
  await expect(dialog.getByRole('log')).not.toContainText('8 am');
  await ask(dialog);
  await landline(page, 'reset');
  await expect(dialog.getByRole('log')).not.toContainText('8 am');
  expect((await notifications(page)).at(-1)).toBe('reset');
  expect(problems).toEqual([]);
});

test('adds one widget for two scripts and runs the calls after one that throws', async ({
  page,
  problems,
}) => {
  await page.goto(`http://127.0.0.1:${site.port}/twice`);
  const widget = page.locator('landline-widget');
  await expect(widget.first().getByRole('dialog')).toBeVisible();
  await expect(widget).toHaveCount(1);
  expect(problems).toEqual(['by the page']);
});

test('loads the panel when the visitor tries again', async ({ page }) => {
  await page.route('**/panel.js*', (route) => route.abort(), { times: 1 });
  await page.goto(`http://127.0.0.1:${site.port}/`);
  await page.getByRole('button', { name: 'No se pudo cargar el chat. Inténtelo de nuevo.' }).click();
  await expect(page.locator('landline-widget').getByRole('dialog')).toBeVisible();
});

test('opens once when it is closed and opened again while the panel loads', async ({ page }) => {
  const isReleased = Promise.withResolvers<void>();
  await page.route('**/panel.js*', async (route) => {
    await isReleased.promise;
    await route.continue();
  });
  await page.goto(`http://127.0.0.1:${site.port}/`);
  await expect.poll(() => notifications(page)).toEqual(['ready']);
  await landline(page, 'close');
  await landline(page, 'open');
  isReleased.resolve();
  await expect(page.locator('landline-widget').getByRole('dialog')).toBeVisible();
  expect(await notifications(page)).toEqual(['ready', 'close', 'open']);
});

test('does not animate when reduced motion is preferred', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`http://127.0.0.1:${site.port}/`);
  await expect(page.locator('landline-widget').getByRole('dialog')).toBeVisible();
  const animatedCount = () =>
    page.locator('landline-widget').evaluate(
      ({ shadowRoot }) =>
        [...(shadowRoot?.querySelectorAll('*') ?? [])].filter((element) => {
          const { animationName, transitionDuration } = getComputedStyle(element);
          return animationName !== 'none' || Number.parseFloat(transitionDuration) > 0;
        }).length,
    );
  expect(await animatedCount()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await animatedCount()).toBeGreaterThan(0);
});

const dialogOf = (tab: Page) => tab.locator('landline-widget').getByRole('dialog');

async function startNewConversation(tab: Page): Promise<void> {
  await dialogOf(tab).getByRole('button', { name: 'More options' }).click();
  await dialogOf(tab).getByRole('button', { name: 'New conversation' }).click();
}

test('shares the conversation and its end between tabs', async ({ page, context }) => {
  await page.goto(`http://127.0.0.1:${site.port}/`);
  await landline(page, 'setLocale', 'en');
  await ask(dialogOf(page));
  const otherTab = await context.newPage();
  await otherTab.goto(`http://127.0.0.1:${site.port}/`);
  await landline(otherTab, 'setLocale', 'en');
  await expect(dialogOf(otherTab).getByRole('log')).toContainText('When does the harbor open?');
  await expect(dialogOf(otherTab).getByRole('log')).toContainText('8 am');
  await startNewConversation(otherTab);
  for (const tab of [page, otherTab]) await expect(dialogOf(tab).getByRole('log')).not.toContainText('8 am');
  await ask(dialogOf(page));
  await expect(dialogOf(otherTab).getByRole('button', { name: 'Good answer' })).toHaveCount(1);
});

test('hides and shows the widget in every tab', async ({ page, context }) => {
  const otherTab = await context.newPage();
  const launcher = page.locator('landline-widget .launcher');
  for (const tab of [page, otherTab]) {
    await tab.goto(`http://127.0.0.1:${site.port}/`);
    await expect(dialogOf(tab)).toBeVisible();
  }
  await landline(page, 'hide', 3_600);
  await expect(launcher).toBeHidden();
  await expect(dialogOf(otherTab)).toBeHidden();
  await landline(otherTab, 'show');
  await expect(dialogOf(otherTab)).toBeVisible();
  await expect(launcher).toBeVisible();
});

test('shows neither too little nor an ended conversation if loading it takes long', async ({ page }) => {
  await page.goto(`http://127.0.0.1:${site.port}/`);
  const dialog = dialogOf(page);
  await landline(page, 'setLocale', 'en');
  await ask(dialog);
  const conversation = '**/api/ai/chat/conversation';

  await page.route(conversation, () => {}, { times: 1 });
  await page.reload();
  await landline(page, 'setLocale', 'en');
  await dialog.getByRole('textbox').fill('When does the harbor open?');
  await dialog.getByRole('textbox').press('Enter');
  await expect(dialog.getByRole('button', { name: 'Good answer' })).toHaveCount(2);

  const release = await holdCommands(page, conversation, (route) => route.continue());
  const loaded = page.waitForResponse(conversation);
  await page.reload();
  await landline(page, 'setLocale', 'en');
  await startNewConversation(page);
  release();
  await (await loaded).finished();
  await ask(dialog);
});
