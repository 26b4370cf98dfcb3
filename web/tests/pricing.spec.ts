import type { Page } from '@playwright/test';
import { expect, expectAccessibleLayout, test } from './support.ts';

// axe checks every element in both color schemes and at three widths.
test.slow();

const stat = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');

test('shows plans to prospects, and lets staff calculate ROI and share it as a link', async ({
  superAdmin: page,
  problems,
}) => {
  await page.route('**/api/pricing', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/ai');
  const tiles = page.getByRole('main').getByRole('link');
  for (const [tile, to] of [
    ['Client Management', 'clients'],
    ['Chatbot Console', 'chat'],
    ['Pricing Calculator', 'pricing'],
    ['ROI Calculator', 'roi-calculator'],
    ['Global Settings', 'settings'],
    ['Widget Templates', 'widget/global'],
    ['Widget Testing', 'widget/test'],
  ] as const)
    await expect(tiles.filter({ hasText: tile })).toHaveAttribute('href', `/ai/${to}`);
  await page.getByRole('link', { name: 'Pricing Calculator' }).click();
  await expect(page.getByText('The prices could not be loaded.')).toBeVisible();
  await page.unroute('**/api/pricing');
  await page.getByRole('button', { name: 'Retry' }).click();
  problems.length = 0;
  const plans = page.getByRole('list', { name: 'Plans' });
  const plan = (name: string) =>
    plans.locator('> li').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}`) }) });
  for (const [name, ...texts] of [
    ['Starter', '$99 per month', '1,000 messages a month', '500 pages'],
    ['Pro', '$249 per month', '4,000 messages a month', '2,500 pages', 'Most popular'],
    ['Elite', 'Custom negotiable'],
  ] as const) {
    for (const text of texts) await expect(plan(name)).toContainText(text);
    await expect(plan(name).getByRole('link', { name: `Contact Sales about ${name}` })).toHaveAttribute(
      'href',
      '/contact',
    );
  }
  await expect(page.getByText('Most popular')).toHaveCount(1);
  // The pricing page shows no overage rate (spec 002 §9).
  await expect(page.getByRole('main')).not.toContainText(/0\.0[48]/);
  await expect(page.getByText('Only AI assistant responses count as messages')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible();
  await page.getByRole('button', { name: 'Show Detailed Comparison' }).click();
  await expect(page.getByRole('button', { name: 'Hide Detailed Comparison' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^AI messages per month 1,000 4,000/ })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/0\.0[48]/);
  await expectAccessibleLayout(page, 'pricing');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Contact Sales about Pro' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');

  await page.goto('/ai/roi-calculator');
  await expect(stat(page, 'Net annual savings')).toHaveText('$97,212.00');
  for (const [label, value] of [
    ['Monthly visitors', '10,000'],
    ['Support tickets per month', '500'],
    ['Average cost per ticket ($)', '20'],
    ['Average agent salary ($ per year)', '45,000'],
    ['Current response time (hours)', '24'],
    ['Current resolution rate (%)', '70'],
    ['Expected chatbot usage (%)', '35'],
    ['Expected resolution rate (%)', '75'],
    ['Desired response time (hours)', '0.5'],
    ['Customer satisfaction goal (%)', '85'],
  ] as const)
    await expect(page.getByRole('textbox', { name: label })).toHaveValue(value);
  await expect(page.getByRole('radio', { name: 'Premium' })).toBeChecked();
  await expect(
    page.getByText('$249.00 per month with 4,000 messages, then $0.04 per message.'),
  ).toBeVisible();
  await page.getByText('Basic', { exact: true }).click();
  await expect(stat(page, 'Net annual savings')).toHaveText('$95,532.00');
  await expect(page.getByText('$99.00 per month with 1,000 messages, then $0.08 per message.')).toBeVisible();
  await page.getByText('Custom', { exact: true }).click();
  await expect(page.getByText('Unlimited messages at a custom price. Contact sales.')).toBeVisible();
  await expect(stat(page, 'Net annual savings')).toHaveText('N/A');
  await page.getByText('Basic', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Expected chatbot usage (%)' }).fill('101');
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/expectedChatbotUsage=100/); // the maximum
  const visitors = page.getByRole('textbox', { name: 'Monthly visitors' });
  await visitors.fill('');
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/monthlyVisitors=0/);
  await expect(visitors).toHaveValue('0');
  await visitors.fill('1000');
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/monthlyVisitors=1000/);
  const roi = await stat(page, 'ROI').innerText();
  await page.reload();
  await expect(stat(page, 'ROI')).toHaveText(roi);
});
