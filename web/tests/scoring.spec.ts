import { holdRuns } from '../../infra/src/testing/hold-runs.ts';
import { expect, holds, importDataset, seriousFindings, test, unique } from './support.ts';

// axe looks at every element, in both schemes and at three widths.
test.slow();

test('the page of a property tells what changed its score, when and by whom', async ({
  superAdmin: page,
}) => {
  await importDataset(page, unique('history'));
  await page.locator('.ag-row[row-index="3"] a').first().click();
  const history = page.getByRole('region', { name: 'Score history' });
  await expect(history.getByText('Imported and scored')).toBeVisible();
  await page.getByRole('button', { name: 'Good', exact: true }).click();
  await page.getByRole('button', { name: 'Mark as good' }).click();
  const classified = history.getByRole('listitem').filter({ hasText: 'Classified as good' });
  await expect(classified).toContainText('+');
  await expect(history.getByText(/^Learned from \d+ classifications?$/).first()).toBeVisible({
    timeout: 15_000,
  });
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByText(/^Learned from \d+ judgements? of such properties/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Remove & Reclassify' }).click();
  await expect(history.getByText('Classification removed')).toBeVisible();
});

test('the scoring model says which reading is in force, and the other can be published', async ({
  superAdmin: page,
}) => {
  await page.goto('/propertyhub');
  await page.getByRole('link', { name: 'See the scoring model in force' }).click();
  const reading = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(reading('As written')).toContainText('In force');
  await expect(page.getByRole('table', { name: 'ADU factors' })).toContainText('Convertible garages');
  await expect(page.getByRole('table', { name: 'Newest run of each dataset' })).toContainText('Completed');
  await reading('As the share taken away').getByRole('button', { name: 'Publish this reading' }).click();
  await expect(reading('As the share taken away')).toContainText('In force');
  // Yards count open ground: their ranking has moved.
  await page.getByLabel('Ranking of').selectOption('salt-lake-city everyone');
  await expect(page.getByText('rose in the ranking')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Ranking before and after' })).toContainText('Score now');
  await holds(page, 'scoring-model');
  await page.setViewportSize({ width: 1440, height: 900 });
  await reading('As written').getByRole('button', { name: 'Publish this reading' }).click();
  await expect(reading('As written')).toContainText('In force');
});

test('a rescoring is seen while it goes on, and can be stopped and tried again', async ({
  superAdmin: page,
}) => {
  const key = unique('runs');
  await importDataset(page, key);
  const database = process.env.PRODUCT_DATABASE_URL ?? '';
  await holdRuns(database, async () => {
    const asked = await page.request.post('/api/geo/scoring/rescore', { data: { datasetKey: key } });
    expect(asked.status()).toBe(202);
    const run = page.getByRole('region', { name: 'Rescoring' });
    await expect(run).toContainText('The list shows the scores it had.');
    await expect(page.locator('.ag-row')).toHaveCount(12);
    expect(await seriousFindings(page)).toEqual([]);
    await run.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('The last rescoring was cancelled')).toBeVisible();
  });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('The last rescoring was cancelled')).toBeHidden();
});
