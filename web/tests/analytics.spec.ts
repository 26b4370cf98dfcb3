import { type Page, request } from '@playwright/test';
import { learn } from '../../infra/src/testing/learn.ts';
import { expect, holds, signInAs, test, unique, variable } from './support.ts';

// axe looks at every element, in both schemes and at three widths.
test.slow();

const HOURS =
  'The bakery opens at 7 am from Tuesday to Sunday and closes at noon. Delivery of bread costs 3 dollars.';

/** What visitors of a client's website ask, as its widget sends it; the first answer is rated up, the last one down. */
async function ask(clientId: string, domain: string, questions: readonly string[]): Promise<void> {
  await learn(variable('PRODUCT_DATABASE_URL'), clientId, {
    url: `https://${domain}/${unique('hours')}`,
    title: 'Opening hours',
    text: HOURS,
  });
  const api = await request.newContext({
    baseURL: variable('BASE_URL'),
    extraHTTPHeaders: { Origin: `https://${domain}` },
  });
  const path = `/api/ai/widget/client/${clientId}/token`;
  await expect.poll(async () => (await api.post(path)).status()).toBe(200);
  const { token } = await (await api.post(path)).json();
  const headers = { Authorization: `Bearer ${token}` };
  for (const [index, message] of questions.entries()) {
    const answer = await api.post('/api/ai/chat', { headers, data: { message } });
    expect(answer.status()).toBe(200);
    const { conversationKey, questionId } = await answer.json();
    const rating = index === 0 ? 'up' : index === questions.length - 1 ? 'down' : null;
    if (rating) {
      const data = { conversationKey, questionId, rating };
      expect((await api.post('/api/ai/chat/feedback', { headers, data })).status()).toBe(200);
    }
  }
  await api.dispose();
}

const QUESTIONS = [
  'When does the bakery open?',
  'At what time do you open the bakery?',
  'How much does delivery of bread cost?',
  'Do you repair submarine periscopes?',
  'hello',
  'Is bread delivered by zeppelin?',
];

const loaded = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
};
const stat = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');

test('staff read what visitors of a client ask, share a report, and start the figures again', async ({
  superAdmin: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const name = unique('Analytics Bakery');
  const domain = `${unique('bakery')}.example`;
  const made = await page.request.post('/api/ai/clients', { data: { name, primary_domain: domain } });
  const { id } = await made.json();
  await ask(id, domain, QUESTIONS);

  await page.goto(`/ai/client/${id}`);
  await page.getByRole('link', { name: /^Analytics/ }).click();
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue(id);
  await expect(stat(page, 'AI Responses')).toHaveText('6');
  await expect(stat(page, 'User Messages')).toHaveText('6');
  await expect(page.getByText('Leaves out abuse, and messages that hold no word.')).toBeVisible();
  await expect(page.getByText('AI messages this month')).toContainText(
    '6 AI messages this month of 1,000 included',
  );
  await loaded(page);
  await holds(page, 'analytics usage');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('combobox', { name: 'Filter level' }).selectOption('Moderate');
  await expect(stat(page, 'User Messages')).toHaveText('5');
  await expect(page).toHaveURL(/filterLevel=moderate/);
  await page.getByRole('checkbox', { name: 'Content filtering' }).click();
  await expect(stat(page, 'User Messages')).toHaveText('6');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table', { name: 'Messages by day' }).getByRole('row')).toHaveCount(31);

  await page.getByRole('link', { name: 'FAQ Analytics' }).click();
  await expect(page).toHaveURL(/filterContent=false/);
  const faq = page.getByRole('table', { name: 'Frequently asked questions' });
  await expect(faq).toContainText('2 ways of asking');
  await holds(page, 'analytics faq');
  await page.setViewportSize({ width: 1440, height: 900 });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('analytics-faq-30d.csv');

  await page.getByRole('link', { name: 'Answer Quality' }).click();
  await expect(stat(page, 'Thumbs')).toHaveText('+1 / −1');
  await holds(page, 'analytics quality');
  await page.getByRole('link', { name: 'Word Cloud' }).click();
  await expect(page.getByRole('list', { name: 'Words' })).toContainText('bakery');
  await holds(page, 'analytics words');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('row', { name: /^bakery 2$/ })).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Gap Queue' }).click();
  const gap = page.getByRole('row', { name: /periscopes/ });
  await gap.getByRole('button', { name: /^Request content/ }).click();
  await expect(
    page.getByText("Content request submitted successfully! We'll process it within 24-48 hours."),
  ).toBeVisible();
  await expect(gap).toContainText('Requested');
  await holds(page, 'analytics gaps');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Billing Manager' }).click();
  await expect(page.getByRole('table', { name: 'Usage by month' })).toContainText('$0.00');
  await holds(page, 'analytics billing');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('combobox', { name: 'Client' }).selectOption('All clients');
  await expect(page.getByRole('table', { name: 'Usage of clients this month' })).toContainText(name);
  await holds(page, 'analytics billing all');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name, exact: true }).click();

  await page.getByRole('button', { name: 'Share Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Report' });
  await dialog.getByRole('button', { name: 'Copy JSON Data' }).click();
  await expect(dialog.getByText('Report data copied to clipboard')).toBeVisible();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toMatchObject({ client_name: name, billing_summary: { billable_messages_used: 6 } });
  await dialog.getByRole('button', { name: 'Create public link' }).click();
  const link = await dialog.getByRole('textbox', { name: /^Good until/ }).inputValue();
  const stranger = await (await page.context().browser()?.newContext())?.newPage();
  if (!stranger) throw new Error('No browser');
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(name);
  await holds(stranger, 'analytics shared report');
  await stranger.goto(`${link}x`);
  await expect(stranger.getByText('The link you followed is invalid or has expired.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Revoke all links' }).click();
  await expect(dialog.getByText('All public links have been revoked.')).toBeVisible();
  await stranger.goto(link);
  await expect(stranger.getByText('The link you followed is invalid or has expired.')).toBeVisible();
  await stranger.close();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Usage Overview' }).click();
  await page.getByRole('button', { name: 'Reset Data' }).click();
  const reset = page.getByRole('dialog', { name: 'Reset Analytics Data' });
  await expect(reset.getByRole('button', { name: 'Reset data' })).toBeDisabled();
  await reset.getByRole('textbox').fill('DELETE_ALL_DATA');
  await reset.getByRole('button', { name: 'Reset data' }).click();
  await expect(page.getByText('Analytics data reset successfully')).toBeVisible();
  await expect(stat(page, 'AI Responses')).toHaveText('0');
  await expect(page.getByText('AI messages this month')).toContainText('6 AI messages this month');
});

test('a client reads its own figures in its portal', async ({ page, problems }) => {
  const { client } = await signInAs(page, 'Assistant client');
  if (!client) throw new Error('The sign-in names no client');
  const own = await (await page.request.get(`/api/ai/clients/${client.id}`)).json();
  await ask(client.id, new URL(own.primary_domain).hostname, QUESTIONS.slice(0, 3));
  await page.goto('/client/portal');
  await page.getByRole('link', { name: 'View Analytics' }).click();
  await expect(
    page.getByRole('navigation', { name: 'Client portal' }).getByRole('link', { name: 'AI Analytics' }),
  ).toHaveAttribute('aria-current', 'page');
  await expect(stat(page, 'AI Responses')).not.toHaveText('0');
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveCount(0);
  await loaded(page);
  await holds(page, 'client analytics');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByText('FAQ Analytics', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Frequently asked questions' })).toContainText('bakery');
  await page.getByText('Billing Manager', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Usage by month' })).toBeVisible();
  const other = await page.request.get('/api/ai/analytics/usage-analytics?clientId=another');
  expect(other.status()).toBe(403);
  expect(problems.filter((problem) => !problem.includes('403'))).toEqual([]);
});

test('a prospect sees the plans; staff calculate what the assistant saves, and send it by its address', async ({
  superAdmin: page,
  problems,
}) => {
  await page.route('**/api/pricing', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/ai');
  await page.getByRole('link', { name: 'Pricing Calculator' }).click();
  await expect(page.getByText('The prices could not be loaded.')).toBeVisible();
  await page.unroute('**/api/pricing');
  await page.getByRole('button', { name: 'Retry' }).click();
  problems.length = 0;
  const plans = page.getByRole('list', { name: 'Plans' });
  await expect(plans).toContainText('$99 per month');
  await expect(plans).toContainText('$249 per month');
  await expect(plans).toContainText('Most popular');
  await expect(plans).not.toContainText('0.08');
  await page.getByRole('button', { name: 'Show Detailed Comparison' }).click();
  await expect(page.getByRole('button', { name: 'Hide Detailed Comparison' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^AI messages a month 1,000 4,000/ })).toBeVisible();
  await holds(page, 'pricing');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Contact Sales about Pro' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');

  await page.goto('/ai/roi-calculator');
  await expect(stat(page, 'Net annual savings')).toHaveText('$97,212.00');
  await holds(page, 'roi');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByText('Basic', { exact: true }).click();
  await expect(stat(page, 'Net annual savings')).toHaveText('$95,532.00');
  await page.getByRole('textbox', { name: 'Expected chatbot usage (%)' }).fill('101');
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/expectedChatbotUsage=100/);
  await page.getByRole('textbox', { name: 'Monthly visitors' }).fill('1000');
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/monthlyVisitors=1000/);
  const shown = await stat(page, 'ROI').innerText();
  await page.reload();
  await expect(stat(page, 'ROI')).toHaveText(shown);

  await page.goto('/ai/settings');
  await expect(page.getByRole('textbox', { name: /^Bot name/i })).toBeVisible();
  await holds(page, 'global settings');
});
