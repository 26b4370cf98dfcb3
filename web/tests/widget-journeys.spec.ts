import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { storePage } from '../../infra/src/testing/store-page.ts';
import { superAdminApi } from './accounts.ts';
import { type Site, startSite, strictPolicy } from './sites.ts';
import { expect, signInAsSuperAdmin, test, unique, variable } from './support.ts';

const NONCE = 'r4nd0m';
const HOSTILE = '<img src=x onerror="attacked=1">';
/** Hostile markup, up to each field's limit. */
const HOSTILE_BRANDING = {
  botName: '<img src=x onerror=attacked=1>',
  welcomeMessage: `Hello ${HOSTILE}`,
  placeholderText: `Ask ${HOSTILE}`,
  widgetButtonText: '<b onclick=attacked>',
};
const HOURS = 'When does it open?';

let site: Site;
let bakery: string;
let garage: string;
let hostile: string;
const server = () => variable('BASE_URL');
const urlOf = (path: string) => `http://127.0.0.1:${site.port}${path}`;

const loader = (clientId: string) =>
  `<script nonce="${NONCE}" async src="${server()}/api/ai/widget/loader/${clientId}.js"></script>`;
/**
 * Returns a page with a widget and a button that removes everything from the page. `/two` has a second widget;
 * `/hostile` has the widget of the client with hostile branding.
 */
const html = (path: string) => `<!doctype html>
<html lang="en"><head><title>Harbor</title>${loader(path === '/hostile' ? hostile : bakery)}${path === '/two' ? loader(garage) : ''}</head>
<body><h1>Harbor</h1><button id="tidy">Tidy up</button>
<script nonce="${NONCE}">tidy.addEventListener('click', () => document.body.replaceChildren())</script>
</body></html>`;

async function clientWith(api: APIRequestContext, kind: string, text: string): Promise<string> {
  const created = await api.post('/api/ai/clients', {
    data: {
      name: unique(`Harbor ${kind}`),
      primary_domain: `${unique(kind)}.example`,
      authorized_domains: '127.0.0.1',
    },
  });
  const { id } = await created.json();
  await storePage(variable('PRODUCT_DATABASE_URL'), id, {
    url: `http://127.0.0.1/${kind}`,
    title: kind,
    text,
  });
  await expect.poll(async () => (await api.get(`/api/ai/widget/loader/${id}.js`)).status()).toBe(200);
  return id;
}

test.beforeAll(async () => {
  const api = await superAdminApi();
  bakery = await clientWith(api, 'bakery', 'The bakery opens at 7 am. It closes at noon.');
  garage = await clientWith(api, 'garage', 'The garage opens at 9 am. It closes at six.');
  hostile = await clientWith(api, 'hostile', 'The harbor opens at 8 am.');
  const branded = await api.post(`/api/ai/settings/branding/client/${hostile}`, { data: HOSTILE_BRANDING });
  expect(branded.status(), await branded.text()).toBe(200);
  const prompt_content = `- Mooring ${HOSTILE} costs 4 dollars a night`;
  const prompt = { prompt_type: 'product_info', prompt_content };
  expect((await api.post(`/api/ai/client-prompts/${hostile}`, { data: prompt })).ok()).toBe(true);
  await api.dispose();
  site = await startSite((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', strictPolicy(NONCE, server()));
    response.end(html(request.url ?? '/'));
  });
});
test.afterAll(() => site?.stop());

const widgets = (page: Page) => page.locator('landline-widget');

async function openWidget(widget: Locator): Promise<Locator> {
  await widget.getByRole('button', { name: /^Chat/ }).click();
  const dialog = widget.getByRole('dialog');
  await expect(dialog.getByText('Hi there! How can I help you today?')).toBeVisible();
  return dialog;
}

/**
 * Locates the rating buttons, one per complete answer. Until an answer is complete, the widget accepts no other
 * question.
 */
const ratingButtons = (within: Locator) => within.getByRole('button', { name: 'Good answer' });

async function ask(dialog: Locator, question: string): Promise<void> {
  await dialog.getByRole('textbox').fill(question);
  await dialog.getByRole('textbox').press('Enter');
}

test('keeps two widgets separate and restores them when the page removes them', async ({
  page,
  problems,
}) => {
  await page.goto(urlOf('/two'));
  await expect(widgets(page)).toHaveCount(2);
  const boxes = await Promise.all([0, 1].map((n) => widgets(page).nth(n).getByRole('button').boundingBox()));
  const [upper, lower] = boxes.sort((a, b) => (a?.y ?? 0) - (b?.y ?? 0));
  expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThanOrEqual(lower?.y ?? 0);
  const transcripts: string[] = [];
  for (const n of [0, 1]) {
    const dialog = await openWidget(widgets(page).nth(n));
    await ask(dialog, HOURS);
    await expect(dialog.getByRole('log')).toContainText(/opens at (7|9) am/);
    await expect(ratingButtons(dialog)).toHaveCount(1);
    transcripts.push((await dialog.getByRole('log').textContent()) ?? '');
    await page.keyboard.press('Escape');
  }
  expect(transcripts.filter((text) => text.includes('7 am') && !text.includes('9 am'))).toHaveLength(1);
  expect(transcripts.filter((text) => text.includes('9 am') && !text.includes('7 am'))).toHaveLength(1);
  await page.getByRole('button', { name: 'Tidy up' }).click();
  await expect(page.getByRole('heading', { name: 'Harbor' })).toHaveCount(0);
  await expect(widgets(page)).toHaveCount(2);
  await widgets(page).nth(0).getByRole('button', { name: /^Chat/ }).click();
  await expect(widgets(page).nth(0).getByRole('log')).toContainText('opens at');
  expect(problems).toEqual([]);
});

test('keeps the last rating although an earlier one fails', async ({ page }) => {
  await page.goto(urlOf('/'));
  const dialog = await openWidget(widgets(page));
  await ask(dialog, HOURS);
  await ratingButtons(dialog).waitFor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/ai/chat/feedback', (route) => released.then(() => route.abort()), { times: 1 });
  await ratingButtons(dialog).click();
  const bad = dialog.getByRole('button', { name: 'Bad answer' });
  await bad.click();
  const saved = page.waitForResponse('**/api/ai/chat/feedback');
  release();
  await expect(dialog.getByRole('status')).toHaveText('Your rating was not saved. Try again.');
  await expect(bad).toHaveAttribute('aria-pressed', 'true');
  await saved;
  await page.reload();
  await expect(bad).toHaveAttribute('aria-pressed', 'true');
});

test('renews an invalid token silently', async ({ page }) => {
  await page.goto(urlOf('/'));
  const dialog = await openWidget(widgets(page));
  await ask(dialog, HOURS);
  await expect(dialog.getByRole('log')).toContainText('opens at 7 am');
  await expect(ratingButtons(dialog)).toHaveCount(1);
  const name = `landline:${bakery}:token`;
  const stale = JSON.stringify(['expired.token.here', Date.now() + 3_600_000]);
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [name, stale] as const);
  await ask(dialog, 'When does it close?');
  await expect(ratingButtons(dialog)).toHaveCount(2);
  expect(await page.evaluate((key) => sessionStorage.getItem(key), name)).not.toContain('expired');
});

test('records a question once although the visitor retries it after going offline or stopping the answer', async ({
  page,
  context,
}) => {
  await page.goto(urlOf('/'));
  const dialog = await openWidget(widgets(page));
  const log = dialog.getByRole('log');
  await context.setOffline(true);
  await ask(dialog, HOURS);
  await expect(log).toContainText("You're offline. Your conversation is kept.");
  await context.setOffline(false);
  await log.getByRole('button', { name: 'Try again' }).click();
  await expect(log).toContainText('opens at 7 am');
  await expect(ratingButtons(dialog)).toHaveCount(1);

  // The server does not respond.
  const chat = '**/api/ai/chat';
  await page.route(chat, () => {});
  await ask(dialog, 'When does it close?');
  await expect(dialog.getByRole('button', { name: 'Stop' })).toBeVisible();
  await ask(dialog, 'Where is it?');
  await expect(dialog.getByRole('textbox')).toHaveValue('Where is it?');
  await expect(log).not.toContainText('This answer is incomplete.');
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(log).toContainText('This answer is incomplete.');
  await dialog.getByRole('textbox').clear();
  await page.unroute(chat);
  await log.getByRole('button', { name: 'Try again' }).click();
  await expect(ratingButtons(dialog)).toHaveCount(2);
  await page.reload();
  await expect(ratingButtons(widgets(page))).toHaveCount(2);
  await expect(widgets(page).getByRole('log').getByText(HOURS)).toHaveCount(1);
});

test("delivers a left message to the client's inbox", async ({ page, browser }) => {
  await page.goto(urlOf('/'));
  const dialog = await openWidget(widgets(page));
  await ask(dialog, 'Who won the race in Norway?');
  await expect(dialog.getByRole('log')).toContainText("I don't know");
  await dialog.getByRole('log').getByRole('button', { name: 'Leave a message' }).click();
  await dialog.getByRole('button', { name: 'Send message' }).click();
  for (const text of ['your name', 'a valid email address', 'a message'])
    await expect(dialog.getByText(`Enter ${text}`)).toBeVisible();
  const name = unique('Ada');
  await dialog.getByLabel('Name').fill(`${name} ${HOSTILE}`);
  await dialog.getByLabel('Email').fill('ada@example.com');
  await dialog.getByLabel('Message', { exact: true }).fill(`Call me ${HOSTILE}`);
  const messages = '**/api/ai/chat/messages';
  const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Retry-After' };
  await page.route(messages, (route) =>
    route.fulfill({ status: 429, headers: { ...headers, 'Retry-After': '30' }, body: '{}' }),
  );
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await expect(
    dialog.getByRole('alert').getByText('Too many requests. Try again in 30 seconds.'),
  ).toBeVisible();
  await page.unroute(messages);
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await expect(dialog.getByRole('status')).toContainText('Your message was sent. Thank you.');

  const staff = await browser.newPage({ baseURL: server() });
  await signInAsSuperAdmin(staff);
  await staff.goto(`/ai/client-conversations/${bakery}?tab=messages`);
  await expect(staff.getByText(`Call me ${HOSTILE}`)).toBeVisible();
  await expect(staff.locator('img[src=x]')).toHaveCount(0);
  expect(await staff.evaluate(() => 'attacked' in window)).toBe(false);
  await staff.getByRole('button', { name: 'Mark as handled' }).first().click();
  await expect(staff.getByText('No open messages')).toBeVisible();
  await staff.close();
});

test('shows markup in branding, prompts and messages as text', async ({ page, browser, problems }) => {
  const expectHarmless = async (target: Page) => {
    await expect(target.locator('img[src=x], b[onclick]')).toHaveCount(0);
    expect(await target.evaluate(() => 'attacked' in window)).toBe(false);
  };
  await page.goto(urlOf('/hostile'));
  await widgets(page).getByRole('button', { name: HOSTILE_BRANDING.widgetButtonText }).click();
  const dialog = widgets(page).getByRole('dialog', { name: HOSTILE_BRANDING.botName });
  await expect(dialog.getByText(HOSTILE_BRANDING.welcomeMessage)).toBeVisible();
  await expect(dialog.getByPlaceholder(HOSTILE_BRANDING.placeholderText)).toBeVisible();
  const question = `What does mooring cost? ${HOSTILE}`;
  await ask(dialog, question);
  await expect(dialog.getByRole('log')).toContainText(`Mooring ${HOSTILE} costs 4 dollars a night`);
  await expect(ratingButtons(dialog)).toHaveCount(1);
  await expect(dialog.getByRole('log')).toContainText(question);
  await expectHarmless(page);
  expect(problems).toEqual([]);

  const staff = await browser.newPage({ baseURL: server() });
  await signInAsSuperAdmin(staff);
  for (const [path, text] of [
    [`/ai/client-conversations/${hostile}`, question],
    [`/ai/client-prompts/${hostile}`, `Mooring ${HOSTILE} costs`],
    [`/ai/widget/client/${hostile}`, HOSTILE_BRANDING.botName],
    [`/ai/widget/test?clientId=${hostile}`, HOSTILE_BRANDING.widgetButtonText],
  ] as const) {
    await staff.goto(path);
    await expect(textOrField(staff, text), path).toBeVisible();
    await expectHarmless(staff);
  }
  await staff.close();
});

/** Locates a text on the page or in one of its fields. */
const textOrField = (page: Page, text: string) =>
  page
    .getByText(text)
    .or(page.getByRole('button', { name: text }))
    .or(
      page
        .locator('input')
        .filter({ visible: true })
        .and(page.locator(`[value=${JSON.stringify(text)}]`)),
    )
    .first();
