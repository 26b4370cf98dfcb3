import { readFile } from 'node:fs/promises';
import { expect, expectAccessibleLayout, test, unique } from './support.ts';

// axe checks every element, in both color schemes and at three widths.
test.slow();

test('finds an event, replays its entity and shows a list as of a past time', async ({
  superAdmin: page,
}) => {
  const name = unique('Audited');
  const created = await page.request.post('/api/ai/clients', {
    data: {
      name,
      primary_domain: 'https://audited.example.com',
      has_ai_assistant: true,
      has_adu_finder: false,
    },
  });
  expect(created.ok()).toBe(true);
  const { id } = await created.json();
  const changed = await page.request.post(`/api/client-admin/client/${id}/products`, {
    data: { has_ai_assistant: true, has_geo_leads: true },
  });
  expect(changed.ok()).toBe(true);

  await page.goto('/SuperAdminPortal?tab=system-config');
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByRole('heading', { name: 'Audit', level: 1 })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();
  const stream = page.getByRole('textbox', { name: 'Stream name' });
  await stream.fill(`client-${id}`);
  await stream.press('Enter');
  await expect(page).toHaveURL(new RegExp(`stream=client-${id}`));
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(stream).toBeFocused();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export NDJSON' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).type)).toEqual(['ClientCreated', 'ClientProductsChanged']);

  await page.getByRole('button', { name: 'Client products changed' }).click();
  await page.getByText('Details', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Data', exact: true }).first()).toContainText(
    'has_geo_leads',
  );
  await expect(page.getByText('A request or a scheduled task, not another event.')).toBeVisible();
  await expectAccessibleLayout(page, 'audit-event');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Replay to here' }).click();
  await expect(page.getByText('2 of 2')).toBeVisible();
  await expect(page.getByText('has_geo_leads: no → yes')).toBeVisible();
  await expectAccessibleLayout(page, 'audit-replay');
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByText('1 of 2')).toBeVisible();
  const slider = page.getByRole('slider', { name: 'Event' });
  await expect(slider).toHaveAttribute('aria-valuetext', '1 of 2');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('2 of 2')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('1 of 2')).toBeVisible();
  await expect(slider).toBeFocused();

  await page.getByRole('link', { name: 'As of a date' }).click();
  await expect(page.getByRole('table', { name: 'The list as of the selected date' })).toContainText(name);
  await expectAccessibleLayout(page, 'audit-as-of');

  // The list is rebuilt when the date is applied, not whenever it changes.
  const date = page.getByRole('textbox', { name: 'As of' });
  await date.fill('2026-01-01T00:00');
  await expect(page).not.toHaveURL(/at=/);
  await date.press('Enter');
  await expect(page).toHaveURL(/at=202[56]-/);
  await expect(page.getByText('The list was empty')).toBeVisible();

  const list = page.getByRole('combobox', { name: 'List' });
  await list.fill('Properties');
  await page.getByRole('option', { name: 'Properties and their scores' }).click();
  await expect(page.getByText('Properties are shown with their scores on the selected date.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Dataset' })).toBeVisible();
});

test('ignores an invalid date in the URL', async ({ superAdmin: page }) => {
  await page.goto('/SuperAdminPortal/audit?from=x');
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();
  await expect(page.getByLabel('From')).toHaveValue('');
});

test('shows that the latest anchor could not be loaded, and retries', async ({
  superAdmin: page,
  problems,
}) => {
  await page.route('**/api/admin/audit/anchors', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/SuperAdminPortal/audit');
  const problem = page.getByRole('alert').filter({ hasText: 'The latest anchor could not be loaded' });
  await expect(problem).toBeVisible();
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();
  await page.unrouteAll();
  await problem.getByRole('button', { name: 'Retry' }).click();
  await expect(problem).toBeHidden();
  await expect(
    page.getByText(/not anchored yet|No anchor has been signed yet|The anchor signed on/),
  ).toBeVisible();
  // The browser logs the 500 response.
  expect(problems.splice(0).every((text) => text.includes('status of 500'))).toBe(true);
});
