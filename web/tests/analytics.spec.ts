import { type Page, request } from '@playwright/test';
import { storePage } from '../../infra/src/testing/store-page.ts';
import { expect, expectAccessibleLayout, failCommands, signInAs, test, unique, variable } from './support.ts';

// axe checks every element in both color schemes and at three widths.
test.slow();

const HOURS =
  'The bakery opens at 7 am from Tuesday to Sunday and closes at noon. Delivery of bread costs 3 dollars.';

/** Asks questions as the widget does; rates the first answer up and the last one down. */
async function ask(clientId: string, domain: string, questions: readonly string[]): Promise<void> {
  await storePage(variable('PRODUCT_DATABASE_URL'), clientId, {
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
    const response = await api.post('/api/ai/chat', { headers, data: { message } });
    expect(response.status()).toBe(200);
    const { conversationKey, questionId } = await response.json();
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

const expectLoaded = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
};
const stat = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');

test('staff view analytics, share a report and reset the data of a client', async ({
  superAdmin: page,
  context,
  problems,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const name = unique('Analytics Bakery');
  const domain = `${unique('bakery')}.example`;
  const created = await page.request.post('/api/ai/clients', { data: { name, primary_domain: domain } });
  const { id } = await created.json();
  await ask(id, domain, QUESTIONS);

  await page.goto(`/ai/client/${id}`);
  await page.getByRole('link', { name: /^Analytics/ }).click();
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue(id);
  const timeframe = page.getByRole('combobox', { name: 'Timeframe' });
  await expect(timeframe).toHaveValue('30d');
  await expect(timeframe.locator('option')).toHaveText([
    '7 days',
    '30 days',
    '90 days',
    '180 days',
    '1 year',
  ]);
  const level = page.getByRole('combobox', { name: 'Filter level' });
  await expect(level).toHaveValue('basic');
  await expect(level.locator('option')).toHaveText(['Basic', 'Moderate', 'Strict']);
  await expect(page.getByRole('checkbox', { name: 'Content filtering' })).toBeChecked();
  await expect(stat(page, 'AI Responses')).toHaveText('6');
  await expect(stat(page, 'User Messages')).toHaveText('6');
  await expect(page.getByText('Filters out abuse and messages without words.')).toBeVisible();
  await expect(page.getByText('AI messages this month')).toContainText(
    '6 AI messages this month of 1,000 included',
  );
  await expectLoaded(page);
  await expectAccessibleLayout(page, 'analytics usage');
  await page.setViewportSize({ width: 1440, height: 900 });

  await level.selectOption('Moderate');
  await expect(stat(page, 'User Messages')).toHaveText('5');
  await expect(page).toHaveURL(/filterLevel=moderate/);
  await page.getByRole('checkbox', { name: 'Content filtering' }).click();
  await expect(stat(page, 'User Messages')).toHaveText('6');
  await page.getByRole('button', { name: 'Show as table' }).click();
  const days = page.getByRole('table', { name: 'Messages by day' }).getByRole('row');
  await expect(days).toHaveCount(31);
  // The chart shows at most the last 30 days (spec 002 §7).
  await timeframe.selectOption('1 year');
  await expect(page.getByRole('heading', { name: 'Daily AI Messages, last 30 days' })).toBeVisible();
  await expect(stat(page, 'User Messages')).toHaveText('6');
  await expect(days).toHaveCount(31);
  await timeframe.selectOption('7 days');
  await expect(days).toHaveCount(8);
  await timeframe.selectOption('30 days');
  await expect(days).toHaveCount(31);

  await page.getByRole('link', { name: 'FAQ Analytics' }).click();
  await expect(page).toHaveURL(/filterContent=false/);
  const faq = page.getByRole('table', { name: 'Frequently asked questions' });
  await expect(faq).toContainText('2 variations');
  await expectAccessibleLayout(page, 'analytics faq');
  await page.setViewportSize({ width: 1440, height: 900 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('analytics-faq-30d.csv');

  await page.getByRole('link', { name: 'Answer Quality' }).click();
  await expect(stat(page, 'Ratings')).toHaveText('+1 / −1');
  await expectAccessibleLayout(page, 'analytics quality');
  await page.getByRole('link', { name: 'Word Cloud' }).click();
  await expect(page.getByRole('list', { name: 'Words' })).toContainText('bakery');
  await expectAccessibleLayout(page, 'analytics words');
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
  await expect(page.locator(':focus'), 'the focus stays in the view').toContainText('periscopes');
  await expectAccessibleLayout(page, 'analytics gaps');

  await page.setViewportSize({ width: 1440, height: 900 });
  const billing = page.getByRole('link', { name: 'Billing Manager' });
  await billing.click();
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(billing, 'the selected tab stays visible on a narrow screen').toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('table', { name: 'Usage by month' })).toContainText('$0.00');
  await expectAccessibleLayout(page, 'analytics billing');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('combobox', { name: 'Client' }).selectOption('All clients');
  await expect(page.getByRole('table', { name: 'Usage by client this month' })).toContainText(name);
  await expectAccessibleLayout(page, 'analytics billing all');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name, exact: true }).click();
  await test.step('limits the usage bar to 100%, but not the number', async () => {
    const usage = `**/api/ai/billing/usage/${id}`;
    await page.route(usage, async (route) => {
      const json = await (await route.fetch()).json();
      const over = { overage_messages: 333, overage_cost: 26.64, usage_percentage: 133.3, status: 'over' };
      await route.fulfill({ json: { ...json, billing_info: { ...json.billing_info, ...over } } });
    });
    await page.getByRole('button', { name: 'Refresh Data' }).click();
    const meter = page.getByRole('progressbar', { name: 'Plan messages used' });
    await expect(meter).toHaveAttribute('aria-valuenow', '100');
    const widths = await meter.evaluate((bar) => [
      bar.getBoundingClientRect().width,
      bar.firstElementChild?.getBoundingClientRect().width,
    ]);
    expect(widths[0]).toBeGreaterThan(0);
    expect(widths[1]).toBeLessThanOrEqual(widths[0] ?? 0);
    await expect(page.getByText('133.30%')).toBeVisible();
    await expect(page.getByText('$26.64 at $0.08 each')).toBeVisible();
    await expect(page.getByText('Over plan')).toBeVisible();
    await expect(page.getByText('Conversations are never cut off at the limit.')).toBeVisible();
    await page.unroute(usage);
  });

  await page.getByRole('button', { name: 'Share Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Report' });
  await dialog.getByRole('button', { name: 'Copy JSON Data' }).click();
  await expect(dialog.getByText('Report data copied to clipboard')).toBeVisible();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toMatchObject({ client_name: name, billing_summary: { billable_messages_used: 6 } });
  const expiry = dialog.getByLabel('Days until the link expires');
  await expiry.press('End');
  await expiry.press('Backspace');
  await expect(expiry).toHaveValue('');
  await expiry.press('3');
  await expect(expiry).toHaveValue('3');
  await dialog.getByRole('button', { name: 'Create public link' }).click();
  const publicLink = dialog.getByRole('textbox', { name: 'Public link' });
  await expect(publicLink).toHaveAccessibleDescription(/^Anyone with this link can view the report until /);
  const link = await publicLink.inputValue();
  const visitor = await (await page.context().browser()?.newContext())?.newPage();
  if (!visitor) throw new Error('No browser');
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(visitor.getByRole('heading', { name: /^Billing in [A-Z][a-z]+ \d{4}$/ })).toBeVisible();
  await expectAccessibleLayout(visitor, 'analytics shared report');
  await visitor.goto(`${link}x`);
  await expect(visitor.getByText('This link is invalid or has expired.')).toBeVisible();
  const revoke = dialog.getByRole('button', { name: 'Revoke all links' });
  const links = '**/api/ai/analytics/shareable-analytics/*/link';
  await failCommands(page, links);
  await revoke.click();
  await expect(dialog.getByText('The links were not revoked and still work. Try again.')).toBeVisible();
  await expect(publicLink).toHaveValue(link);
  await page.unroute(links);
  problems.splice(0);
  await revoke.click();
  await expect(dialog.getByText('All public links have been revoked.')).toBeVisible();
  await visitor.goto(link);
  await expect(visitor.getByText('This link is invalid or has expired.')).toBeVisible();
  await visitor.close();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Share Report' })).toBeFocused();

  await page.getByRole('link', { name: 'Usage Overview' }).click();
  await page.getByRole('button', { name: 'Reset Data' }).click();
  const reset = page.getByRole('dialog', { name: 'Reset Analytics Data' });
  await expect(reset.getByRole('button', { name: 'Reset data' })).toBeDisabled();
  await reset.getByRole('textbox').fill('DELETE_ALL_DATA');
  await reset.getByRole('button', { name: 'Reset data' }).click();
  await expect(page.getByText('Analytics data reset successfully')).toBeVisible();
  await expect(stat(page, 'AI Responses')).toHaveText('0');
  await expect(page.getByText('AI messages this month')).toContainText('6 AI messages this month');
  await expect(page.getByRole('region', { name: 'Daily AI Messages' })).toContainText('No data available');
});

test('a client views its own analytics in its portal', async ({ page, problems }) => {
  const { client } = await signInAs(page, 'Assistant client');
  if (!client) throw new Error('The sign-in names no client');
  const ownClient = await (await page.request.get(`/api/ai/clients/${client.id}`)).json();
  await ask(client.id, new URL(ownClient.primary_domain).hostname, QUESTIONS.slice(0, 3));
  await page.goto('/client/portal');
  await page.getByRole('link', { name: 'View Analytics' }).click();
  await expect(
    page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'AI Analytics' }),
  ).toHaveAttribute('aria-current', 'page');
  await expect(stat(page, 'AI Responses')).not.toHaveText('0');
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveCount(0);
  await expectLoaded(page);
  await expectAccessibleLayout(page, 'client analytics');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByText('FAQ Analytics', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Frequently asked questions' })).toContainText('bakery');
  await page.getByText('Billing Manager', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Usage by month' })).toBeVisible();
  const response = await page.request.get('/api/ai/analytics/usage-analytics?clientId=another');
  expect(response.status()).toBe(403);
  expect(problems.filter((problem) => !problem.includes('status of 403'))).toEqual([]);
});
