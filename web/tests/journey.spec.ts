import { expect, importDataset, parcelFile, test, unique } from './support.ts';

test('imports a file, scores its candidates and rescores after a classification', async ({
  superAdmin: page,
}) => {
  const key = unique('journey');

  await page.goto('/propertyhub');
  await page.getByRole('link', { name: 'Import parcels' }).click();
  await importDataset(page, key);

  await test.step('lists the best score first', async () => {
    await expect(page.locator('.ag-row')).toHaveCount(12);
    const scores = await page.locator('.ag-cell[col-id="score"]').allInnerTexts();
    const figures = scores.filter((text) => text !== 'N/A').map(Number);
    expect(figures.length).toBeGreaterThan(0);
    expect(figures).toEqual([...figures].sort((a, b) => b - a));
  });

  const first = page.locator('.ag-row[row-index="0"]');
  const address = await first.locator('.ag-cell[col-id="street_address"]').innerText();
  const before = Number(await first.locator('.ag-cell[col-id="score"]').innerText());

  await test.step('shows the breakdown as bars and as a table', async () => {
    await first.getByRole('link', { name: address, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible();
    await expect(page.getByTestId('score')).toHaveText(before.toFixed(1));
    await expect(page.getByRole('img', { name: /of 45/ })).toBeVisible();
    await page.getByRole('button', { name: 'Show as table' }).click();
    await expect(page.getByRole('row', { name: /^AI score/ })).toContainText(before.toFixed(1));
  });

  await test.step('lowers the score after a bad classification without a reload', async () => {
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    await page.getByRole('button', { name: 'Bad', exact: true }).click();
    await page.getByLabel('Reasoning (optional)').fill("The driveway crosses a neighbor's lot.");
    await expect(page.getByText('38 / 500')).toBeVisible();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Mark as bad' }).click();
    await expect(page.getByRole('blockquote')).toHaveText("The driveway crosses a neighbor's lot.");
    await expect(page.getByTestId('score')).not.toHaveText(before.toFixed(1));
    expect(Number(await page.getByTestId('score').innerText())).toBeLessThan(before);
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  });

  await test.step('moves the candidate down the list', async () => {
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: `${key} Properties` })
      .click();
    await expect(page.locator('.ag-row')).toHaveCount(12);
    await expect(page.locator('.ag-row[row-index="0"]')).not.toContainText(address);
    await expect(page.locator('.ag-row', { hasText: address })).toContainText('Bad');
  });

  await test.step('restores the score after the classification is removed', async () => {
    await page.getByRole('link', { name: address, exact: true }).click();
    await page.getByRole('button', { name: 'Remove & Reclassify' }).click();
    await expect(page.getByRole('button', { name: 'Good', exact: true })).toBeVisible();
    await expect(page.getByTestId('score')).toHaveText(before.toFixed(1), { timeout: 15_000 }); // the training from it is reversed too
  });
});

test('lists rejected rows with the reason and offers them as a download', async ({
  superAdmin: page,
  problems,
}) => {
  const key = unique('rejected');
  await importDataset(page, key);
  await page.goto('/propertyhub');
  const dataset = `**/api/geo/datasets/${key}`;
  await page.route(dataset, (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('link', { name: `${key}.csv` }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'The dataset could not be loaded.' });
  await expect(failure).toBeVisible();
  problems.length = 0; // caused by the test's own responses
  await page.unroute(dataset);
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('link', { name: 'View Properties' })).toBeVisible();
  await expect(page.getByTestId('imported')).toHaveText('12');
  await expect(page.getByTestId('rejected')).toHaveText('1');
  await expect(page.getByRole('row', { name: /^14/ })).toContainText('10-1');
  const audit = page.getByRole('region', { name: 'Audit' });
  await expect(audit.getByText('Dataset import completed')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toContain('.csv');
  await page.goto(`/propertyhub/${key}`);
  await page.getByRole('button', { name: 'Audit' }).click();
  await expect(page.getByRole('dialog').getByText('Dataset import completed')).toBeVisible();
});

test('offers another import after an import without valid rows', async ({ superAdmin: page }) => {
  const key = unique('nothing');
  await page.goto('/propertyhub/imports/new');
  await page.locator('input[type=file]').setInputFiles({
    name: `${key}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from('apn,street_address\n,1 Nowhere Rd\n'),
  });
  await page.getByLabel('Name', { exact: true }).fill(`${key} Properties`);
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByLabel('State').selectOption('Vermont');
  await page.getByRole('button', { name: 'Start import' }).click();
  await expect(page.getByText('No rows could be imported')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('link', { name: 'Import another file' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Properties' })).toHaveCount(0);

  await page.goto(`/propertyhub/${key}`);
  await expect(page.getByText('This dataset has no properties yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Import parcels' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'second_try.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('apn,street_address\n1-1,1 Somewhere Rd\n'),
  });
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue(key);
  await expect(page.getByLabel('State')).toHaveValue('VT');
  // The dataset keeps its name and key.
  await page.getByLabel('Name', { exact: true }).fill('');
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue(key);
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByRole('link', { name: 'View Properties' }).click({ timeout: 30_000 });
  await expect(page.getByText('1 property', { exact: true })).toBeVisible();
});

test('resumes an interrupted upload', async ({ superAdmin: page, problems }) => {
  const key = unique('resumed');
  const parcels = Array.from({ length: 6_000 }, (_, index) => ({
    apn: `7-${index + 1}`,
    address: `${index + 1} Patience Rd`,
    units: 12,
  }));
  const file = { name: `${key}.csv`, mimeType: 'text/csv', buffer: Buffer.from(parcelFile(parcels)) };
  await page.route('**/chunks/1', (route) => route.abort());
  await page.goto('/propertyhub/imports/new');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Start import' }).click();
  await expect(page.getByText('Uploading the file')).toBeVisible();
  await expect(page.getByText(/^262 kB of/)).toBeVisible();

  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText(`Choose ${key}.csv again to resume`)).toBeVisible();
  await page.unroute('**/chunks/1'); // not earlier, because the page retries
  const sentChunks: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sentChunks.push(request.url().split('/').at(-1) ?? '');
  });
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByTestId('imported')).toHaveText('6,000', { timeout: 30_000 });
  expect(sentChunks[0]).toBe('1');
  // The browser logs the aborted requests.
  expect(problems.every((text) => text.includes('net::ERR'))).toBe(true);
  problems.length = 0;
});

test('shows a classification from another tab', async ({ superAdmin: page, context }) => {
  await importDataset(page, unique('live'));
  const otherTab = await context.newPage();
  await otherTab.goto(page.url());
  const row = otherTab.locator('.ag-row', { hasText: '111 Journey Ln' });
  await expect(row).toBeVisible();
  await page.getByRole('link', { name: '111 Journey Ln', exact: true }).click();
  await page.getByRole('button', { name: 'Good', exact: true }).click();
  await page.getByRole('button', { name: 'Mark as good' }).click();
  await expect(row.locator('.ag-cell[col-id="label"]')).toContainText('Good');
});
