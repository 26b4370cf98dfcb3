import { expect, importDataset, test, unique } from './support.ts';

// Maps are rendered in software here.
test.slow();

test('shows filtered candidates on the map and limits the list to an area', async ({ superAdmin: page }) => {
  await page.goto('/propertyhub/hawthorne');
  await expect(page.locator('.ag-row')).toHaveCount(50, { timeout: 30_000 });
  // The map library loads with the first map.
  const isMapLoaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => /candidate-map/.test(name)),
    );
  expect(await isMapLoaded()).toBe(false);
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await expect(page).toHaveURL(/map=true/);
  const legend = page.getByRole('region', { name: 'Grades on the map' });
  await expect(legend).toContainText('Premium', { timeout: 30_000 });
  expect(await isMapLoaded()).toBe(true);
  const sum = async () =>
    (await legend.locator('.num').allTextContents()).reduce(
      (total, count) => total + Number(count.replace(',', '')),
      0,
    );
  await expect.poll(sum).toBe(2000);

  // Hovering a row shows its score and grade on the map.
  await page.locator('.ag-row[row-index="0"] .ag-cell').first().hover();
  await expect(page.locator('.maplibregl-popup')).toContainText('Premium');

  // A drawn area becomes a filter, in the URL and as a chip.
  await page.getByRole('button', { name: 'Draw an area' }).click();
  const canvas = page.locator('.maplibregl-canvas');
  const box = await canvas.boundingBox();
  if (!box) throw new Error('The map is not drawn');
  const at = (x: number, y: number) => ({ position: { x: box.width * x, y: box.height * y } });
  await canvas.click(at(0.3, 0.3));
  await canvas.dblclick(at(0.7, 0.3));
  const finish = page.getByRole('button', { name: 'Finish' });
  await expect(page.getByText('Click at least 1 more corner')).toBeVisible();
  await expect(finish).toBeDisabled();
  await canvas.click(at(0.5, 0.7));
  // Keys pressed in a filter do not edit the corners.
  await page.getByLabel('Search', { exact: true }).press('Backspace');
  await finish.click();
  await expect(page).toHaveURL(/area=-118\./);
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips).toContainText('Area: drawn (3 corners)');
  await expect(page.getByText('2,000 properties')).toHaveCount(0);
  await page.reload();
  await expect(chips).toContainText('Area: drawn (3 corners)');
  await chips.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByText('2,000 properties')).toBeVisible();

  // Moving the map offers to search there.
  await expect(legend).toBeVisible();
  await canvas.focus();
  for (let press = 0; press < 3; press++) await canvas.press('+');
  await page.getByRole('button', { name: 'Search this area' }).click({ timeout: 15_000 });
  await expect(page).toHaveURL(/bbox=-118\./);
  await expect(chips).toContainText('Area: map view');
});

test('does not present points and counts of earlier filters as current', async ({ superAdmin: page }) => {
  await page.goto('/propertyhub/hawthorne?map=true');
  const legend = page.getByRole('region', { name: 'Grades on the map' });
  await expect(legend).toContainText('Premium', { timeout: 30_000 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/geo/candidates/points*', async (route) => {
    await released;
    await route.fallback();
  });
  const map = page.getByRole('region', { name: 'Map', exact: true });
  await page.getByLabel('Classification').selectOption('Good');
  await expect(map.getByText('Loading properties')).toBeVisible();
  await expect(legend).toHaveCount(0);
  release();
  await expect(legend).toBeVisible();
  await expect(map.getByText('Loading properties')).toHaveCount(0);
});

test('says that nearby properties could not be loaded, and retries', async ({
  superAdmin: page,
  problems,
}) => {
  await page.goto('/propertyhub/hawthorne');
  await page.route('**/api/geo/candidates/points*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click({ timeout: 30_000 });
  const site = page.getByRole('region', { name: 'Map and quick links' });
  const alert = site.getByRole('alert');
  await expect(alert).toContainText('Nearby properties could not be loaded.', { timeout: 30_000 });
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toHaveCount(0);
  // The browser logs the 500 responses.
  expect(problems.splice(0).every((text) => text.includes('status of 500'))).toBe(true);
});

test('shows a message without WebGL', async ({ superAdmin: page }) => {
  await page.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext as (
      kind: string,
      ...parameters: unknown[]
    ) => unknown;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      kind: string,
      ...parameters: unknown[]
    ) {
      return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...parameters);
    } as typeof HTMLCanvasElement.prototype.getContext;
  });
  await importDataset(page, unique('no-webgl'));
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await expect(page.getByText('Your browser cannot display the map')).toBeVisible();
  await page.locator('.ag-row[row-index="0"] a').first().click();
  await expect(
    page.getByText(/^Your browser cannot display the map because WebGL is not available/),
  ).toBeVisible();
});
