import { blockRescoring } from '../../infra/src/testing/block-rescoring.ts';
import { sqlOn } from '../../infra/src/testing/database-contents.ts';
import {
  expect,
  expectAccessibleLayout,
  importDataset,
  seriousFindings,
  test,
  unique,
  variable,
} from './support.ts';

// axe checks every element, in both color schemes and at three widths.
test.slow();

test('shows the score history of a property', async ({ superAdmin: page }) => {
  await importDataset(page, unique('history'));
  await page.locator('.ag-row[row-index="3"] a').first().click();
  const history = page.getByRole('region', { name: 'Score history' });
  await expect(history.getByText('Imported and scored')).toBeVisible();
  await page.getByRole('button', { name: 'Good', exact: true }).click();
  await page.getByRole('button', { name: 'Mark as good' }).click();
  const classified = history.getByRole('listitem').filter({ hasText: 'Classified as good' });
  await expect(classified).toContainText('+');
  await expect(history.getByText(/^Trained on \d+ classifications?$/).first()).toBeVisible({
    timeout: 15_000,
  });
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(
    page.getByText(/^Trained on \d+ classifications? of similar properties/).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Remove & Reclassify' }).click();
  await expect(history.getByText('Classification removed')).toBeVisible();
});

test('shows the current reading of the scoring model and publishes the other reading', async ({
  superAdmin: page,
}) => {
  // Shares as recorded by engines that split runs over Kafka.
  await sqlOn(
    variable('PRODUCT_DATABASE_URL'),
    `UPDATE scoring.run SET shares = '{"one:1": 3, "two:2": 1}' WHERE dataset_key = 'salt-lake-city'`,
  );
  await page.goto('/propertyhub');
  await page.getByRole('link', { name: 'scoring model' }).click();
  const reading = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(reading('As written')).toContainText('In use');
  await expect(page.getByRole('table', { name: 'ADU factors' })).toContainText('Convertible garages');
  await expect(page.getByRole('table', { name: 'Newest run of each dataset and scope' })).toContainText(
    'Completed',
  );
  await expect(page.getByRole('cell', { name: 'one:1 75% two:2 25%' })).toBeVisible();
  await reading('As the share taken away').getByRole('button', { name: 'Publish this reading' }).click();
  await expect(reading('As the share taken away')).toContainText('In use');
  // The reading changes the ranking of outdoor storage.
  await page.getByLabel('Dataset and scope', { exact: true }).selectOption('salt-lake-city everyone');
  await expect(page.getByText(/moved up and .* moved down/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Ranking before and after' })).toContainText('Score now');
  await expectAccessibleLayout(page, 'scoring-model');
  await page.setViewportSize({ width: 1440, height: 900 });
  await reading('As written').getByRole('button', { name: 'Publish this reading' }).click();
  await expect(reading('As written')).toContainText('In use');
});

test('shows a running rescoring, cancels it and retries it', async ({ superAdmin: page }) => {
  const key = unique('runs');
  await importDataset(page, key);
  const database = variable('PRODUCT_DATABASE_URL');
  await blockRescoring(database, async () => {
    const response = await page.request.post('/api/geo/scoring/rescore', { data: { datasetKey: key } });
    expect(response.status()).toBe(202);
    const run = page.getByRole('region', { name: 'Rescoring' });
    await expect(run).toContainText('The list shows the previous scores.');
    await expect(page.locator('.ag-row')).toHaveCount(12);
    expect(await seriousFindings(page)).toEqual([]);
    await run.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('The last rescoring was canceled')).toBeVisible();
  });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('The last rescoring was canceled')).toBeHidden();
});

test('dims the training results of the previous scope until those of the new scope have loaded', async ({
  superAdmin: page,
}) => {
  const scopes = [
    { scope: 'everyone', name: 'Everyone', good: 1, bad: 0 },
    { scope: 'acme', name: 'Acme', good: 2, bad: 3 },
  ];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const modelUrls: string[] = [];
  await page.route('**/api/geo/training/summary?*', async (route) => {
    const isNewScope = route.request().url().includes('acme');
    if (isNewScope) await released;
    const { data } = await (await route.fetch()).json();
    await route.fulfill({ json: { success: true, data: { ...data, scopes } } });
  });
  await page.route('**/api/geo/scoring/model*', async (route) => {
    const url = route.request().url();
    modelUrls.push(url);
    const scope = url.includes('acme') ? 'acme' : 'everyone';
    if (scope === 'acme') await released;
    const { data } = await (await route.fetch()).json();
    const trait = { property_type: 'adu', kind: scope, good: 2, bad: 1, adjustment_value: 4 };
    const learned = [{ ...trait, trait: 'Trained for' }];
    await route.fulfill({ json: { success: true, data: { ...data, learned } } });
  });
  await page.goto('/propertyhub/model');
  const results = page.locator('[aria-busy]', { has: page.getByRole('table', { name: 'Training results' }) });
  const factors = page.locator('[aria-busy]', { has: page.getByRole('table', { name: 'ADU factors' }) });
  await expect(results).toContainText('Trained for: everyone');
  await expect(results.getByRole('columnheader', { name: 'Property type' })).toBeVisible();
  await expect(results).toHaveAttribute('aria-busy', 'false');
  expect(modelUrls).toHaveLength(1);
  await page.getByLabel('Training scope').selectOption('Acme');
  await expect(results).toHaveAttribute('aria-busy', 'true');
  await expect(factors).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(results).toContainText('Trained for: acme');
  await expect(results).toHaveAttribute('aria-busy', 'false');
  await expect(factors).toHaveAttribute('aria-busy', 'false');
});
