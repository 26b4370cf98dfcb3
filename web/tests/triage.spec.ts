import { expect, expectAccessibleLayout, holdCommands, importDataset, test, unique } from './support.ts';

test('classifies properties by keyboard and in bulk, with undo, help and comparison', async ({
  superAdmin: page,
}) => {
  await importDataset(page, unique('triage'));
  const row = (index: number) => page.locator(`.ag-row[row-index="${index}"]`);
  const bar = page.getByRole('region', { name: 'Bulk actions' });

  // J and K move the highlight; G and B classify the highlighted row.
  await page.keyboard.press('j');
  await expect(row(0)).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(row(0)).toHaveAttribute('data-highlighted', '');
  const first = await row(0).getAttribute('row-id');
  await page.keyboard.press('b');
  await expect(bar).toContainText('1 property classified as bad.');
  const classified = page.locator(`.ag-row[row-id="${first}"]`);
  await expect(classified.locator('[data-classification="bad"]')).toBeVisible();
  await page.keyboard.press('u');
  await expect(classified.locator('[data-classification="bad"]')).toHaveCount(0);

  // Selected rows are classified and undone together.
  await row(1).getByRole('checkbox').click();
  await row(2).getByRole('checkbox').click();
  await row(3).getByRole('checkbox').click();
  await expect(bar).toContainText('3 selected');
  await bar.getByRole('button', { name: 'Good' }).click();
  await expect(bar).toContainText('3 properties classified as good.');
  await expect(page.locator('.ag-row [data-classification="good"]')).toHaveCount(3);
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.ag-row [data-classification="good"]')).toHaveCount(0);

  // The Keyboard shortcuts dialog lists the shortcuts.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Mark as good');
  await page.keyboard.press('Escape');

  // Compare two properties.
  await row(0).getByRole('checkbox').click();
  await row(1).getByRole('checkbox').click();
  await bar.getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveURL(/\/compare\?ids=/);
  const table = page.getByRole('table', { name: 'Comparison' });
  await expect(table.getByRole('columnheader')).toHaveCount(3 + 2);
  await expect(table.getByRole('row', { name: /^Lot Opportunity/ })).toBeVisible();
  await page.goBack();

  // Step through the candidates of the sorted list.
  await page.getByRole('columnheader', { name: 'Address' }).click();
  await expect(page).toHaveURL(/sortBy=address/);
  await row(0).getByRole('link', { name: '111 Journey Ln', exact: true }).first().click();
  await expect(page.getByText('1 of 12')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1, name: '110 Journey Ln' })).toBeVisible();
  await expect(page).toHaveURL(/sortBy=address/);
  await page.getByRole('link', { name: 'Previous property' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '111 Journey Ln' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous property' })).toBeDisabled();
  await page.keyboard.press('g');
  await expect(page.getByRole('dialog', { name: 'Mark as good' })).toBeVisible();
});

test('classifies no property by a key pressed before Escape or while an earlier classification is saved', async ({
  superAdmin: page,
}) => {
  await importDataset(page, unique('keys'));
  const row = (index: number) => page.locator(`.ag-row[row-index="${index}"]`);
  const ids = await Promise.all([row(0), row(1)].map((each) => each.getAttribute('row-id')));
  const [first, second] = ids.map((id) => page.locator(`.ag-row[row-id="${id}"]`));
  if (!first || !second) throw new Error('The list has fewer than two rows');
  const release = await holdCommands(page, '**/api/geo/training/classify', (route) => route.continue());
  await page.keyboard.press('j');
  // G waits for the next key, because it also begins sequences.
  await page.keyboard.press('g');
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await expect(bar.getByRole('status')).toHaveText('Saving classifications');
  await page.keyboard.press('b');
  await expect(second).toHaveAttribute('data-highlighted', '');
  release();
  await expect(bar).toContainText('1 property classified as bad.');
  await expect(first.locator('[data-classification="bad"]')).toBeVisible();
  await expect(second).toHaveAttribute('data-highlighted', '');
});

test('classifies the row or card that the keyboard moved to', async ({ superAdmin: page }) => {
  await importDataset(page, unique('moved'));
  const row = (index: number) => page.locator(`.ag-row[row-index="${index}"]`);
  await page.keyboard.press('j');
  await expect(row(0)).toHaveAttribute('data-highlighted', '');
  await row(2).getByRole('checkbox').click();
  await row(2).getByRole('checkbox').click();
  await expect(row(0)).toHaveAttribute('data-highlighted', '');
  // A checkbox is no text field: shortcuts work while it has the focus.
  await row(2).getByRole('checkbox').focus();
  await page.keyboard.press('j');
  await expect(row(1)).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('k');
  await expect(row(0)).toHaveAttribute('data-highlighted', '');
  await row(2).getByRole('checkbox').click();
  await row(2).getByRole('checkbox').click();
  await page.keyboard.press('ArrowDown');
  await expect(row(3)).toHaveAttribute('data-highlighted', '');
  const id = await row(3).getAttribute('row-id');
  await page.keyboard.press('b');
  await expect(page.locator(`.ag-row[row-id="${id}"] [data-classification="bad"]`)).toBeVisible();

  await page.setViewportSize({ width: 480, height: 740 });
  const cards = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
  await expect(cards).toHaveCount(12);
  const highlighted = page.locator('li[data-highlighted]');
  for (let pressed = 0; pressed < 12; pressed += 1) await page.keyboard.press('j');
  await expect(highlighted).toHaveCount(1);
  await expect(highlighted).toBeInViewport({ ratio: 1 });
});

test('keeps the selection when the list becomes cards and a table again', async ({ superAdmin: page }) => {
  await importDataset(page, unique('resized'));
  const checkbox = (index: number) => page.locator(`.ag-row[row-index="${index}"]`).getByRole('checkbox');
  await checkbox(1).click();
  await checkbox(2).click();
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await expect(bar).toContainText('2 selected');
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 480, height: 740 });
  await expect(page.locator('.ag-row')).toHaveCount(0);
  await page.setViewportSize(size);
  await expect(checkbox(1)).toBeChecked();
  await expect(checkbox(2)).toBeChecked();
  await checkbox(3).click();
  await expect(bar).toContainText('3 selected');
});

test('reports no success when a bulk classification fails for every property', async ({
  superAdmin: page,
  problems,
}) => {
  await page.goto('/propertyhub/hawthorne');
  await page.route('**/api/geo/training/classify', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'The disk is full' } }),
  );
  for (const index of [0, 1])
    await page.locator(`.ag-row[row-index="${index}"]`).getByRole('checkbox').click({ timeout: 30_000 });
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await bar.getByRole('button', { name: 'Good' }).click();
  await expect(bar.getByRole('alert')).toHaveText(
    '2 properties were not classified. First error: Failed to classify property: The disk is full',
  );
  await expect(bar.getByRole('status')).toBeEmpty();
  await expect(bar.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  expect(problems.splice(0).every((text) => text.includes('status of 500'))).toBe(true);
});

test('ignores J while the next page loads, and X until a shown row is highlighted', async ({
  superAdmin: page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/geo\/candidates\?.*page=2/, async (route) => {
    await released;
    await route.fallback();
  });
  await page.route('**/api/geo/training/classify', (route) => route.fulfill({ json: { success: true } }));
  await page.goto('/propertyhub/hawthorne');
  await expect(page.locator('.ag-row[row-index="0"]')).toBeVisible({ timeout: 30_000 });
  // Without a highlighted row, K starts at the end of the page.
  await page.keyboard.press('k');
  await expect(page.locator('.ag-row[row-index="49"]')).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/page=2/);
  await page.keyboard.press('j');
  release();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('.ag-row[data-highlighted]')).toHaveCount(0);
  await expect(page).toHaveURL(/page=2/);
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await expect(page.locator('.ag-row[row-index="0"]')).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('b');
  await expect(page.getByRole('region', { name: 'Bulk actions' })).toContainText(
    '1 property classified as bad.',
  );
});

test('completes an undo that failed for some properties', async ({ superAdmin: page, problems }) => {
  const calls: string[] = [];
  const failures = [
    { status: 500, json: { success: false, error: 'The disk is full' } },
    { status: 404, json: { success: false, error: 'Not classified', code: 'NOT_CLASSIFIED' } },
  ];
  await page.route('**/api/geo/training/classify', (route) => route.fulfill({ json: { success: true } }));
  await page.route('**/api/geo/training/classification/*', (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    calls.push(route.request().url());
    return route.fulfill((calls.length > 1 && failures.shift()) || { json: { success: true } });
  });
  await page.goto('/propertyhub/hawthorne');
  const checkbox = (index: number) => page.locator(`.ag-row[row-index="${index}"]`).getByRole('checkbox');
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await checkbox(0).click({ timeout: 30_000 });
  await checkbox(1).click();
  await bar.getByRole('button', { name: 'Good' }).click();
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(bar.getByRole('alert')).toHaveText('Failed to remove classification: The disk is full');
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(bar).toHaveCount(0);
  expect(calls).toHaveLength(3);
  expect(calls[2]).toBe(calls[1]);
  expect(problems.splice(0).every((text) => /status of (404|500)/.test(text))).toBe(true);
});

test('shows no earlier undo error after the bar was closed', async ({ superAdmin: page, problems }) => {
  await page.route('**/api/geo/training/classify', (route) => route.fulfill({ json: { success: true } }));
  await page.route('**/api/geo/training/classification/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { success: false, error: 'The disk is full' } })
      : route.fallback(),
  );
  await page.goto('/propertyhub/hawthorne');
  const checkbox = (index: number) => page.locator(`.ag-row[row-index="${index}"]`).getByRole('checkbox');
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await checkbox(0).click({ timeout: 30_000 });
  await bar.getByRole('button', { name: 'Good' }).click();
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(bar.getByRole('alert')).toBeVisible();
  await bar.getByRole('button', { name: 'Close' }).click();
  await checkbox(1).click();
  await expect(bar).toContainText('1 selected');
  await expect(bar.getByRole('alert')).toHaveCount(0);
  expect(problems.splice(0).every((text) => text.includes('status of 500'))).toBe(true);
});

test('renders the comparison at every width', async ({ superAdmin: page }) => {
  test.slow();
  await importDataset(page, unique('compare'));
  for (const index of [0, 5, 11])
    await page.locator(`.ag-row[row-index="${index}"]`).getByRole('checkbox').click();
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Comparison' })).toBeVisible();
  await expectAccessibleLayout(page, 'compare');
});
