import {
  hasLoginGov,
  LOGIN_GOV_QUESTIONS,
  startLoginGov,
} from '../../api/src/assistant/website/testing/login-gov.ts';
import { superAdminApi } from './accounts.ts';
import { expect, test, unique, variable } from './support.ts';

test.skip(!hasLoginGov, 'needs ../shared/data/sites/login_gov');

test("reads a real website completely and answers its visitors' questions", async ({ page, problems }) => {
  test.setTimeout(240_000);
  const server = variable('BASE_URL');
  let clientId = '';
  const site = await startLoginGov((html) =>
    html.replace(
      '</head>',
      `<script async src="${server}/api/ai/widget/loader/${clientId}.js"></script></head>`,
    ),
  );
  const origin = `http://127.0.0.1:${site.port}`;
  const api = await superAdminApi();
  try {
    const created = await api.post('/api/ai/clients', {
      data: { name: unique('Login.gov'), primary_domain: origin, authorized_domains: '127.0.0.1' },
    });
    expect(created.status(), await created.text()).toBe(201);
    clientId = (await created.json()).id;
    const pages = async () => (await api.get(`/api/ai/scraping/pages/${clientId}`)).json();
    const waitOptions = { timeout: 120_000 };
    expect((await api.post(`/api/ai/scraping/discover/${clientId}`)).ok()).toBe(true);
    await expect.poll(async () => (await pages()).pages?.length, waitOptions).toBe(1);
    await expect.poll(async () => (await pages()).discovering, waitOptions).toBe(false);
    expect((await api.post('/api/ai/scraping/scrape', { data: { clientId } })).ok()).toBe(true);
    // 77 pages and the home page that lists them.
    await expect.poll(async () => (await pages()).indexed, waitOptions).toBe(78);
    const pendingPassages = async () => {
      const { passages, encoded } = await pages();
      return passages - encoded;
    };
    await expect.poll(pendingPassages, waitOptions).toBe(0);

    await page.goto(`${origin}/help/`);
    await page.locator('landline-widget').getByRole('button', { name: /^Chat/ }).click();
    const dialog = page.locator('landline-widget').getByRole('dialog');
    const log = dialog.getByRole('log');
    for (const [question, expectedAnswer] of LOGIN_GOV_QUESTIONS) {
      // The widget takes the next question only after the answer is complete.
      await expect(dialog.getByRole('button', { name: 'Send' })).toBeVisible();
      await dialog.getByRole('textbox').fill(question);
      await dialog.getByRole('textbox').press('Enter');
      const answer = async () => (await log.textContent())?.split(`You: ${question}`)[1];
      await expect.poll(answer, { message: question }).toMatch(expectedAnswer);
    }
    expect(problems).toEqual([]);
  } finally {
    await api.dispose();
    await site.stop();
  }
});
