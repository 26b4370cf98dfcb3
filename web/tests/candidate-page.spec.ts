import type { Page } from '@playwright/test';
import { CHART_COLORS } from '../src/shared/palette.ts';
import {
  expect,
  expectStaysOpen,
  failCommands,
  holdCommands,
  importDataset,
  seriousFindings,
  signInAsSuperAdmin,
  test,
  unique,
} from './support.ts';

// Maps are rendered in software here.
test.slow();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('steps through the filtered and sorted list', async ({ superAdmin: page }) => {
  const key = unique('steps');
  await importDataset(page, key);
  await page.goto(`/propertyhub/${key}?minUnits=27&sortBy=address&sortOrder=asc`);
  await expect(page.getByText('4 properties', { exact: true })).toBeVisible();
  await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click();

  const steps = page.getByRole('navigation', { name: 'List navigation' });
  await expect(heading(page, '108 Journey Ln')).toBeVisible();
  await expect(steps.getByText('1 of 4')).toBeVisible();
  await expect(steps.getByRole('button', { name: 'Previous property' })).toBeDisabled();
  for (let at = 2; at <= 4; at++) {
    await steps.getByRole('link', { name: 'Next property' }).click();
    await expect(steps.getByText(`${at} of 4`)).toBeVisible();
    await expect(heading(page, `${107 + at} Journey Ln`)).toBeVisible();
    if (at < 4) await expect(steps.getByRole('link', { name: 'Next property' })).toBeFocused();
  }
  await expect(steps.getByRole('button', { name: 'Next property' })).toBeDisabled();
  // The keys do nothing at the end of the list.
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(heading(page, '110 Journey Ln')).toBeVisible();

  // A classification keeps the position, and the breadcrumb returns to the filtered list.
  await page.getByRole('button', { name: 'Bad', exact: true }).click();
  await page.getByRole('button', { name: 'Mark as bad' }).click();
  await expect(page.getByRole('button', { name: 'Remove & Reclassify' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Audit' })).toContainText('Property classified');
  const bar = page.getByRole('img', { name: /^(Moderate|Significant) impact: −1\d\.\d of 30 points$/ });
  await expect(bar).toBeVisible();
  await expect(steps.getByText('3 of 4')).toBeVisible();
  await page
    .getByRole('link', { name: `${key} Properties` })
    .first()
    .click();
  await expect(page).toHaveURL(/\?minUnits=27&sortBy=address&sortOrder=asc$/);
  await expect(page.getByText('4 properties', { exact: true })).toBeVisible();

  // Without filters in the URL, the whole list is used, best first.
  await page.goto(`/propertyhub/${key}`);
  await expect(page.locator('.ag-row')).toHaveCount(12);
  const last = await page.locator('.ag-row[row-index="11"]').getAttribute('row-id');
  await page.goto(`/propertyhub/${key}/${last}`);
  await expect(steps.getByText('12 of 12')).toBeVisible();
});

test('writes and edits a note from the keyboard', async ({ superAdmin: page }) => {
  await importDataset(page, unique('note'));
  await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click();
  await expect(page.getByText('1 of 12')).toBeVisible();
  const text = page.getByLabel('Note', { exact: true });
  await page.keyboard.press('n');
  await expect(text).toBeFocused();
  // None of these keys may run a shortcut.
  await page.keyboard.type('jkn');
  await expect(text).toHaveValue('jkn');
  // The shortcut returns to the open form.
  await page.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('n');
  await expect(text).toBeFocused();
  await expect(text).toHaveValue('jkn');
  await page.getByRole('button', { name: 'Add Note' }).click();
  const note = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await expect(note).toContainText('jkn');
  await expect(page.locator(':focus')).toContainText('Property Notes');
  await note.getByRole('button', { name: 'Edit' }).click();
  await expect(text).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(note).toBeFocused();
  await note.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No notes yet.')).toBeVisible();
  await expect(page.locator(':focus')).toContainText('Property Notes');
});

test('edits only the changed fields of a note, and shows no earlier error', async ({
  superAdmin: page,
  problems,
}) => {
  await importDataset(page, unique('edit'));
  await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click();
  const text = page.getByLabel('Note', { exact: true });
  await page.getByRole('button', { name: 'Add Note' }).click();
  await text.fill('Call the owner');
  await page.getByRole('button', { name: 'Add Note' }).click();
  const note = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await note.getByRole('button', { name: 'Edit' }).click();
  await failCommands(page, '**/api/geo/notes/*');
  await page.getByRole('button', { name: 'Save Note' }).click();
  await expect(page.getByText('Failed to update note')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.unrouteAll();
  await note.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByText('Failed to update note')).toHaveCount(0);

  // A colleague changes the priority meanwhile.
  const candidateId = new URL(page.url()).pathname.split('/').at(-1);
  const listed = await page.request.get(`/api/geo/notes/candidate/${candidateId}`);
  const [stored] = ((await listed.json()) as { data: { id: string }[] }).data;
  await page.request.put(`/api/geo/notes/${stored?.id}`, { data: { priority: 'high' } });
  await text.fill('Call the owner on Monday');
  await page.getByRole('button', { name: 'Save Note' }).click();
  await expect(note).toContainText('Call the owner on Monday');
  await expect(note).toContainText('High');
  expect(problems.splice(0).every((problem) => problem.includes('status of 500'))).toBe(true);
});

test('steps on from the original position after a classification moves the property', async ({
  superAdmin: page,
}) => {
  await importDataset(page, unique('moved'));
  const row = (index: number) => page.locator(`.ag-row[row-index="${index}"]`);
  const [best, second] = await Promise.all([row(0), row(1)].map((each) => each.getAttribute('row-id')));
  await row(0).getByRole('link').first().click();
  await expect(page.getByText('1 of 12')).toBeVisible();
  const moved = page.waitForResponse(async (response) => {
    if (!response.url().includes('/api/geo/candidates?')) return false;
    // A refetch cancels an earlier one, whose body cannot be read.
    const list: { data: { id: string }[] } | undefined = await response.json().catch(() => undefined);
    return list !== undefined && list.data[0]?.id !== best;
  });
  await page.getByRole('button', { name: 'Bad', exact: true }).click();
  await page.getByRole('button', { name: 'Mark as bad' }).click();
  await moved;
  await expect(page.getByRole('button', { name: 'Remove & Reclassify' })).toBeVisible();
  await page.getByRole('link', { name: 'Next property' }).click();
  await expect(page).toHaveURL(new RegExp(`/${second}$`));
});

test('keeps the classification dialog open until the outcome is known', async ({
  superAdmin: page,
  problems,
}) => {
  await importDataset(page, unique('pending'));
  await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click();
  const release = await holdCommands(page, '**/api/geo/training/classify', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'The disk is full' } }),
  );
  const dialog = page.getByRole('dialog');
  const problem = dialog.getByRole('alert');
  const good = page.getByRole('button', { name: 'Good', exact: true });
  const shown = await page.evaluateHandle(() => {
    const contents = new Set<string>();
    new MutationObserver(() => {
      const dialog = document.querySelector('[role="dialog"]');
      if (dialog)
        contents.add(`${dialog.querySelector('h2')?.textContent} ${dialog.querySelector('form') !== null}`);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    return contents;
  });
  await good.click();
  await page.getByRole('button', { name: 'Mark as good' }).click();
  await expectStaysOpen(page);
  release();
  await expect(problem).toHaveText('Failed to classify property: The disk is full');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await shown.evaluate((contents) => [...contents])).toEqual(['Mark as good true']);

  await good.click();
  await expect(dialog.getByLabel('Reasoning (optional)')).toBeVisible();
  await expect(problem).toBeHidden();
  expect(problems.splice(0).every((text) => text.includes('status of 500'))).toBe(true);
});

test('shows a property whose breakdown cannot be loaded', async ({ page }) => {
  await signInAsSuperAdmin(page);
  await importDataset(page, unique('no-breakdown'));
  const breakdown = '**/api/geo/candidates/*/breakdown';
  await page.route(breakdown, (route) => route.fulfill({ status: 500, json: { error: 'Unavailable' } }));
  const failedResponse = page.waitForResponse(breakdown);
  await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click();
  await failedResponse;
  await expect(page.getByRole('button', { name: 'Good', exact: true })).toBeVisible();
  await expect(page.getByText('Score breakdown')).toHaveCount(0);
  await page.goto('/propertyhub/ios/salt-lake-city-demo');
  await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click({ timeout: 30_000 });
  const environment = page.getByRole('region', { name: /^Environmental/ });
  await expect(environment).toContainText('The environmental findings are not available.');
  await page.unroute(breakdown);
  await page.reload();
  await expect(page.getByText('Score breakdown')).toBeVisible();
  await expect(environment).toContainText('Soil');
  await expect(environment).not.toContainText('not available');
});

test('steps across page boundaries', async ({ superAdmin: page }) => {
  const query = 'sortBy=address&sortOrder=asc';
  const addressesOf = async (number: number): Promise<string[]> => {
    const response = await page.request.get(
      `/api/geo/candidates?datasetKey=hawthorne&limit=50&page=${number}&${query}`,
    );
    const { data } = (await response.json()) as { data: { street_address: string }[] };
    return data.map(({ street_address }) => street_address);
  };
  const [first, second] = [await addressesOf(1), await addressesOf(2)];
  await page.goto(`/propertyhub/hawthorne?${query}`);
  await page.locator('.ag-row[row-index="49"]').getByRole('link').first().click({ timeout: 30_000 });
  await expect(heading(page, first[49] ?? '')).toBeVisible();
  await expect(page.getByText('50 of 2,000')).toBeVisible();
  await page.getByRole('link', { name: 'Next property' }).click();
  await expect(heading(page, second[0] ?? '')).toBeVisible();
  await expect(page.getByText('51 of 2,000')).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('link', { name: 'Previous property' }).click();
  await expect(heading(page, first[49] ?? '')).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);

  // The property may have moved to a page next to the one in the URL.
  await page.goto(`${page.url()}&page=2`);
  await expect(page.getByText('50 of 2,000')).toBeVisible();
});

test('prints all facts of a property in dark text on white, without controls', async ({
  superAdmin: page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) });
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/propertyhub/ios/salt-lake-city-demo?sortBy=score');
  const link = page.locator('.ag-row[row-index="0"]').getByRole('link').first();
  const address = (await link.textContent()) ?? '';
  await link.click({ timeout: 30_000 });
  await expect(heading(page, address)).toBeVisible();
  await expect(page.getByRole('img', { name: /of 40/ })).toBeVisible();
  await page.getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(1);

  // The width of letter paper between its margins.
  await page.setViewportSize({ width: 720, height: 960 });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(heading(page, address)).toBeVisible();
  await expect(page.getByText(/^IOS analysis · APN /)).toBeVisible();
  await expect(page.getByText('Demo data', { exact: true }).first()).toBeVisible();
  await expect(page.getByTestId('score')).toBeVisible();
  for (const name of [
    'AI score',
    'Score breakdown',
    'Classification',
    'Score history',
    'Map and quick links',
    'Property metrics',
    'Infrastructure access',
    /^Environmental (Considerations|Concerns)$/,
    'Owner and financial information',
    'Property Notes',
    'Reviews',
    'Data source',
  ])
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  for (const part of ['Property Use', 'Site Utilization', 'Lot Size', 'Transportation'])
    await expect(page.getByRole('img', { name: new RegExp(part) })).toBeVisible();
  await expect(page.getByText('Not classified.')).toBeVisible();
  // The sources are printed.
  await expect(page.getByText(/Demo data, /).first()).toBeVisible();

  for (const role of ['button', 'combobox', 'textbox', 'navigation', 'banner'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Audit' })).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  const chartLabel = page.locator('svg text', { hasText: 'Property Use' });
  await expect(chartLabel).toHaveAttribute('fill', CHART_COLORS.light.text);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720);
  expect(await seriousFindings(page)).toEqual([]);

  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
});
