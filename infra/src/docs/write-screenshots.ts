import path from 'node:path';
import { startWebsite } from '@landline/api/testing/website';
import { type BrowserContext, chromium, expect } from '@playwright/test';
import { ROOT } from '../supervisor/instance.ts';
import { CHROMIUM_FLAGS, findChromium } from '../testing/chromium.ts';
import { startProduct } from '../testing/product.ts';
import { samplePage } from './sample-website.ts';

/**
 * Writes the screenshots of README: a dataset of the demo data, and a website whose questions the assistant answers.
 * `npm run docs:screenshots` starts a separate instance.
 */
const FOLDER = path.join(ROOT, 'infra/readme');
const WAIT = { timeout: 120_000 };

const product = await startProduct({
  env: { CRAWL_ALLOW_PRIVATE: 'on', CRAWL_PAUSE_MS: '0', DEMO_DATA: 'parcels' },
});
const { executablePath, env } = await findChromium();
const browser = await chromium.launch({
  executablePath,
  args: CHROMIUM_FLAGS,
  env: { ...process.env, ...env } as Record<string, string>,
});
try {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const signedIn = await context.request.post('/api/auth/login', { data: product.superAdmin });
  expect(signedIn.status()).toBe(200);
  await showPropertyFinder(context);
  await showAssistant(context);
  process.stdout.write(`Screenshots written to ${FOLDER}\n`);
} finally {
  await browser.close();
  await product.dispose();
}

async function showPropertyFinder(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/propertyhub/hawthorne');
  await expect(page.locator('.ag-row').first()).toBeVisible(WAIT);
  await page.evaluate('document.fonts.ready.then(() => true)');
  await page.screenshot({ path: path.join(FOLDER, 'property-finder.png') });
  await page.close();
}

async function showAssistant(context: BrowserContext): Promise<void> {
  const { request } = context;
  let clientId = '';
  const site = await startWebsite((requested, _request, response) => {
    const html = samplePage(
      requested,
      `<script async src="${product.url}/api/ai/widget/loader/${clientId}.js"></script>`,
    );
    response.writeHead(html ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  const origin = `http://127.0.0.1:${site.port}`;
  const created = await request.post('/api/ai/clients', {
    data: { name: 'Harbor Bakery', primary_domain: origin, authorized_domains: '127.0.0.1' },
  });
  clientId = (await created.json()).id;
  const pages = async () => (await request.get(`/api/ai/scraping/pages/${clientId}`)).json();
  await request.post(`/api/ai/scraping/discover/${clientId}`);
  await expect.poll(async () => (await pages()).pages?.length, WAIT).toBe(1);
  await expect.poll(async () => (await pages()).discovering, WAIT).toBe(false);
  await request.post('/api/ai/scraping/scrape', { data: { clientId } });
  await expect.poll(async () => (await pages()).indexed, WAIT).toBe(3);

  const page = await context.newPage();
  await page.goto(origin);
  const widget = page.locator('landline-widget');
  await widget.getByRole('button', { name: /^Chat/ }).click(WAIT);
  const dialog = widget.getByRole('dialog');
  for (const question of ['When does the bakery open?', 'What does a cake for twelve people cost?']) {
    await dialog.getByRole('textbox').fill(question);
    await dialog.getByRole('textbox').press('Enter');
    await expect(dialog.getByRole('log')).toContainText(`You: ${question}`);
    await expect(dialog.getByRole('button', { name: 'Good answer' }).last()).toBeVisible(WAIT);
  }
  await expect(dialog.getByRole('log')).toContainText('opens at 7 a.m.');
  await expect(dialog.getByRole('log')).toContainText('$48');
  await page.screenshot({ path: path.join(FOLDER, 'ai-assistant.png') });
  await page.close();
  await site.stop();
}
