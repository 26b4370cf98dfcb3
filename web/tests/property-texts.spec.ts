import type { Page } from '@playwright/test';
import { clientUser, newClient, signInAsClient, superAdminApi } from './accounts.ts';
import { expect, failCommands, holdCommands, parcelFile, signInAs, test, unique } from './support.ts';

test.slow();

/** Makes requests to a path fail with status 500 and an optional message. */
const fail = (page: Page, path: string, message = '') => respondWith(page, path, 500, message);

const respondWith = (page: Page, path: string, status: number, message = '') =>
  page.route(path, (route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      body: JSON.stringify(message ? { error: message, message } : {}),
    }),
  );

/** Changes the responses to requests to a path. */
const changeResponse = (page: Page, path: string, change: (body: { data: never }) => void) =>
  page.route(path, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    change(json);
    await route.fulfill({ response, json });
  });

test('shows the specified texts on the hub, the list and the property page', async ({
  superAdmin: page,
  problems,
}) => {
  await changeResponse(page, '**/api/geo/datasets', ({ data }: { data: Record<string, object[]> }) => {
    for (const [at, status] of ['processing', 'coming_soon'].entries())
      Object.assign(data.city?.[at] ?? {}, { status });
    for (const dataset_type of ['zipcode', 'county', 'custom'])
      data[dataset_type] = [{ ...data.city?.[0], dataset_type, dataset_key: dataset_type, status: 'active' }];
  });
  await page.goto('/propertyhub');
  await expect(page.getByRole('heading', { name: 'Property Analysis Hub', level: 1 })).toBeVisible();
  const cities = page.getByRole('table', { name: 'Cities' });
  await expect(cities.getByText('Processing...')).toBeVisible();
  await expect(cities.getByText('Coming Soon')).toBeVisible();
  for (const name of ['Cities', 'Zip Codes', 'Counties', 'Custom Areas', 'Industrial Outdoor Storage'])
    await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  await page.unroute('**/api/geo/datasets');
  await page.reload();
  await expect(cities.getByText('View Properties').first()).toBeVisible();

  // Subscribe to new premium leads by email.
  const digest = page.getByRole('switch', { name: 'Email me new premium leads' });
  await page.getByText('Email me new premium leads').click();
  await expect(digest).toBeChecked();
  await page.reload();
  await expect(digest).toBeChecked();
  await page.getByText('Email me new premium leads').click();
  await expect(digest).not.toBeChecked();

  await fail(page, '**/api/geo/datasets');
  await page.reload();
  await expect(page.getByText('Failed to fetch datasets')).toBeVisible();
  await page.unroute('**/api/geo/datasets');

  await page.goto('/propertyhub/hawthorne?search=zzzz');
  await expect(
    page.getByText('Analyze properties using AI-powered scoring and comprehensive analysis'),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Search & Filters' })).toBeVisible();
  await expect(page.getByText('No properties found matching your criteria.')).toBeVisible();
  await expect(page.getByText('Try adjusting your filters to see more results.')).toBeVisible();
  const { data: candidates } = await (
    await page.request.get('/api/geo/candidates?datasetKey=hawthorne&limit=1')
  ).json();
  const missingAddress = String(candidates[0].street_address).replace(/^\d+/, '987654');
  await page.goto(`/propertyhub/hawthorne?search=${encodeURIComponent(missingAddress)}`);
  await expect(
    page.getByText('No exact match for the search. Showing all properties on the same street.'),
  ).toBeVisible();
  await fail(page, '**/api/geo/candidates/export/csv*', 'The disk is full');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('Failed to export data: The disk is full')).toBeVisible();
  await fail(page, '**/api/geo/candidates/filter-options*');
  await fail(page, '**/api/geo/candidates?*');
  await page.reload();
  await expect(page.getByText('Failed to fetch filter options')).toBeVisible();
  await expect(page.getByText('Failed to fetch candidates')).toBeVisible();
  await page.unrouteAll();

  // A missing score and missing infrastructure data.
  await page.goto('/propertyhub/ios/salt-lake-city-demo');
  await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click({ timeout: 30_000 });
  await expect(
    page.getByRole('heading', { name: /^Environmental (Considerations|Concerns)$/ }),
  ).toBeVisible();
  const candidatePath = /\/api\/geo\/candidates\/[0-9a-f-]{36}$/;
  await page.route(candidatePath, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    Object.assign(json.data, {
      score: null,
      grade: 'Unrated',
      closest_interchange: null,
      closest_rail_facility: null,
      closest_airport_cargo: null,
      closest_distribution_center: null,
    });
    await route.fulfill({ response, json });
  });
  await page.reload();
  await expect(page.getByTestId('score')).toHaveText('N/A');
  await expect(page.getByText('Insufficient Data for Scoring')).toBeVisible();
  await expect(
    page.getByText('This lacks assessor classification required for accurate scoring.'),
  ).toBeVisible();
  await expect(page.getByTitle('No infrastructure data available').first()).toHaveText('Unknown');
  await page.unrouteAll();
  await page.route(candidatePath, (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Property Details' })).toBeVisible();
  await expect(page.getByText('Failed to fetch candidate details')).toBeVisible();
  expect(problems.splice(0).every((text) => text.includes('status of 500'))).toBe(true);
});

test('shows environmental findings, and pending ones without data', async ({
  superAdmin: page,
  problems,
}) => {
  for (const [grades, title] of [
    ['A', 'Environmental Considerations'],
    ['D,E,F', 'Environmental Concerns'],
  ] as const) {
    await page.goto(`/propertyhub/ios/salt-lake-city?environmentalGrade=${grades}`);
    await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click({ timeout: 30_000 });
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  }

  // Candidates with the worst grades have tanks on site or nearby.
  const read = async (path: string) =>
    (await (await page.request.get(`/api/geo/candidates${path}`)).json()).data;
  let nearest: { facility_name: string; distance_feet: number } | undefined;
  for (const { id } of await read('?datasetKey=salt-lake-city&environmentalGrade=D,E,F')) {
    [nearest] = (await read(`/${id}/breakdown`)).environmental.ust_lust_analysis.facilities;
    if (nearest) {
      await page.goto(`/propertyhub/ios/salt-lake-city/${id}`);
      break;
    }
  }
  const tank = page.getByRole('list', { name: 'Storage tanks' }).getByRole('listitem').first();
  await expect(tank).toContainText(nearest?.facility_name ?? 'a tank');
  await expect(tank).toContainText(/L?UST (on site|nearby)/);
  await expect(tank).toContainText(`${nearest?.distance_feet} ft (`);

  const key = unique('bare');
  await page.goto('/propertyhub/imports/new');
  await page.locator('input[type=file]').setInputFiles({
    name: `${key}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(parcelFile([{ apn: '20-1', address: '1 Bare Rd', units: 0 }])),
  });
  await page.getByLabel('Name', { exact: true }).fill(`${key} Properties`);
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByText('Outdoor storage (IOS)').click();
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByRole('link', { name: 'View Properties' }).click({ timeout: 30_000 });
  await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click();
  await expect(page.getByText('Environmental assessment pending')).toHaveCount(2);
  await expect(page.getByText('Flood zone data not available')).toBeVisible();
  await expect(page.getByText('Soil data not available')).toBeVisible();
  await expect(page.getByTitle('No infrastructure data available').first()).toHaveText('Unknown');
  const unknownId = '00000000-0000-8000-8000-000000000000';
  const existingId = page.url().split('/').at(-1)?.split('?')[0];
  await page.goto(`/propertyhub/compare?ids=${existingId},${unknownId}`);
  await expect(page.getByText('Candidate not found')).toBeVisible();
  await expect(page.getByText('Failed to fetch candidate details')).toBeVisible();
  // The browser logs the 404 responses.
  expect(problems.splice(0).every((text) => text.includes('status of 404'))).toBe(true);
});

test('explains a failed classification', async ({ superAdmin: page, problems }) => {
  await page.goto('/propertyhub/hawthorne');
  await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click({ timeout: 30_000 });
  await fail(page, '**/api/geo/training/classify', 'The disk is full');
  await page.getByRole('button', { name: 'Good', exact: true }).click();
  const mark = page.getByRole('button', { name: 'Mark as good' });
  await mark.click();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText('Failed to classify property: The disk is full');
  await page.getByLabel('Reasoning (optional)').fill('x'.repeat(600));
  await expect(page.getByText('500 / 500')).toBeVisible();
  await respondWith(page, '**/api/geo/training/classify', 401);
  await mark.click();
  await expect(alert).toHaveText('Your session has expired. Please refresh the page and log in again.');

  const record = { candidateId: '', notes: '', factorIds: [], originalScore: null };
  await changeResponse(page, '**/api/geo/training/classification/*', (body) =>
    Object.assign(body, { data: { ...record, classification: 'good', created_at: '2026-01-01T00:00:00Z' } }),
  );
  await page.reload();
  const remove = page.getByRole('button', { name: 'Remove & Reclassify' });
  await expect(remove).toBeVisible();
  await respondWith(page, '**/api/geo/training/classification/*', 500, 'The disk is full');
  await remove.click();
  await expect(alert).toHaveText('Failed to remove classification: The disk is full');
  await respondWith(page, '**/api/geo/training/classification/*', 403, 'Not by you');
  await remove.click();
  await expect(alert).toHaveText('Cannot remove classification: Not by you');
  problems.splice(0);
});

test('describes the access to each dataset on a client hub', async ({ page }) => {
  const api = await superAdminApi();
  const client = await newClient(api);
  const person = await clientUser(api, client.id);
  for (const cityDatasetId of ['hawthorne', 'salt-lake-city']) {
    const body = { clientId: client.id, cityDatasetId };
    const response = await api.post('/api/geo/datasets/grant-city-access', { data: body });
    expect(response.status()).toBe(200);
  }
  await signInAsClient(page, person);
  await page.goto(`/client/${client.id}/propertyhub`);
  const hub = page.getByRole('table', { name: 'Datasets' });
  await expect(hub.getByRole('row', { name: /Hawthorne/ })).toContainText('All zipcodes included');
  await expect(hub.getByRole('row', { name: /Hawthorne/ })).toContainText('Active');
  // IOS datasets are granted individually.
  await expect(hub.getByRole('row', { name: /Salt Lake City/ })).toContainText('Restricted access');
  await changeResponse(
    page,
    '**/api/geo/datasets*',
    ({ data }: { data: { access_type: string | null }[] }) => {
      for (const dataset of data) dataset.access_type = null;
    },
  );
  await page.reload();
  await expect(hub.getByRole('row', { name: /Salt Lake City/ })).toContainText('IOS dataset');
});

test('hides the email digest and saving views in a demo account', async ({ page }) => {
  const { client } = await signInAs(page, 'Demo client');
  await page.goto(`/client/${client?.id}/propertyhub`);
  await expect(page.getByRole('table', { name: 'Datasets' })).toBeVisible();
  await expect(page.getByText('Email me new premium leads')).toHaveCount(0);
  await page.goto(`/client/${client?.id}/propertyhub/hawthorne`);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await expect(page.getByText('No saved views yet.')).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Save this view' })).toHaveCount(0);
});

test('names what failed to load on the hub and on the scoring model page, and retries', async ({
  superAdmin: page,
  problems,
}) => {
  await fail(page, '**/api/geo/scoring/runs*');
  await fail(page, '**/api/geo/training/summary*');
  await fail(page, '**/api/geo/scoring/model?scope=acme');
  await page.goto('/propertyhub');
  const banner = page.getByRole('alert').filter({ hasText: 'The rescoring status could not be loaded' });
  await expect(banner).toContainText('Server error. Please try again later.');

  // The page itself loads the model of everyone.
  await page.goto('/propertyhub/model?scope=acme');
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  const ranking = card('Ranking before and after rescoring');
  await expect(ranking.getByRole('alert')).toContainText('The rescoring runs could not be loaded');
  await expect(card('Rescoring').getByRole('alert')).toContainText('The rescoring runs could not be loaded');
  const training = card('Training from classifications');
  await expect(training.getByRole('alert')).toContainText('The training results could not be loaded');
  await expect(card('Factors').getByRole('alert')).toContainText('The factors could not be loaded');
  await page.unrouteAll();
  await training.getByRole('button', { name: 'Retry' }).click();
  await expect(training.getByText('No training results yet').or(training.getByRole('table'))).toBeVisible();
  await card('Factors').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('table', { name: 'ADU factors' })).toBeVisible();
  await card('Rescoring').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('table', { name: 'Newest run of each dataset and scope' })).toBeVisible();
  await expect(ranking.getByRole('alert')).toHaveCount(0);

  // The browser logs the 500 responses.
  expect(problems.splice(0).every((text) => text.includes('status of 500'))).toBe(true);
});

test('previews the features of a GeoJSON file, and reports a file without rows once', async ({
  superAdmin: page,
  problems,
}) => {
  const preview = async (name: string, text: string) => {
    await page.goto('/propertyhub/imports/new');
    const buffer = Buffer.from(text);
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer });
  };
  const feature = (properties: object) => ({ type: 'Feature', geometry: null, properties });
  const features = [feature({ apn: '1', ios_is_100_year_flood: true }), feature({ apn: '' })];
  await preview('yards.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  const sample = page.getByRole('region', { name: 'First rows' });
  await expect(sample.getByRole('columnheader', { name: 'Feature', exact: true })).toHaveCount(2);
  await expect(sample.getByRole('cell', { name: 'Yes', exact: true })).toBeVisible();
  await expect(sample.getByText('These rows cannot be imported:')).toBeVisible();

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/geo/imports/preview?*', async (route) => {
    await released;
    await route.fallback();
  });
  await page.getByLabel('Name', { exact: true }).fill('Storage yards');
  await page.getByLabel('Field for column apn').selectOption({ label: 'Do not import' });
  const start = page.getByRole('button', { name: 'Start import' });
  await expect(start).toBeDisabled();
  await expect(page.getByText('This file cannot be imported yet')).toHaveCount(0);
  release();
  await expect(page.getByText('This file cannot be imported yet')).toBeVisible();
  await page.unrouteAll();
  await fail(page, '**/api/geo/imports/preview?*');
  await page.getByLabel('Field for column apn').selectOption({ label: 'City' });
  const alert = page.getByRole('alert').filter({ hasText: 'This file could not be previewed' });
  await expect(alert).toBeVisible();
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toHaveCount(0);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Storage yards');

  await preview('empty.csv', 'apn,street_address\n');
  await expect(page.getByText('The file has no rows')).toBeVisible();
  await expect(sample).toHaveCount(0);
  // The browser logs the 500 response.
  expect(problems.splice(0).every((text) => text.includes('status of 500'))).toBe(true);
});

test('cancels the upload of a layer, and retries a failed one with the edited fields', async ({
  superAdmin: page,
  problems,
}) => {
  const layers = '/api/geo/environment/layers';
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST') sent.push(pathname.replace(/[^/]+\/start$/, 'start'));
  });
  const release = await holdCommands(page, `**${layers}/*/chunks/*`, (route) => route.fallback());
  const start = page.getByRole('button', { name: 'Start import' });
  const chooseLayer = async () => {
    await page.getByRole('button', { name: 'Import a layer' }).first().click();
    await expect(page.locator(':focus')).toContainText('Drop a layer file here');
    await page.locator('input[type=file]').setInputFiles({
      name: 'airports.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,latitude,longitude\nSalt Lake City,40.79,-111.98\n,,\n'),
    });
    await expect(page.locator(':focus')).toContainText('Layer type');
    await page.getByRole('combobox', { name: 'Layer type' }).click();
    await page.getByRole('option', { name: 'Airports' }).click();
    await page.getByLabel('Name').fill('Local airports');
    await page.getByLabel('Source').fill('County');
    await page.getByLabel('Data as of').fill('2020');
  };
  await page.goto('/propertyhub/environment');
  await chooseLayer();
  await expect(page.getByText('Rows in the preview that can be imported: 1. Line 3 cannot')).toBeVisible();
  await start.click();
  await expect(page.getByLabel('Name')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Choose another file' })).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  release();
  await page.unrouteAll({ behavior: 'wait' });

  await failCommands(page, `**${layers}/*/chunks/*`);
  await chooseLayer();
  await start.click();
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeEnabled();
  await page.getByLabel('Name').fill('Regional airports');
  const changed = page.waitForRequest(
    (request) => request.postData()?.includes('Regional airports') === true,
  );
  await retry.click();
  expect(new URL((await changed).url()).pathname).toBe(layers);
  await expect(retry).toBeEnabled();
  expect(sent).not.toContain(`${layers}/start`);
  // The browser logs the 500 responses.
  expect(problems.splice(0).every((text) => text.includes('status of 500'))).toBe(true);
});

test('says what state each rescoring run is in, and where to retry a failed one', async ({
  superAdmin: page,
}) => {
  let failedKey = '';
  await changeResponse(page, '**/api/geo/scoring/runs*', ({ data }: { data: Record<string, string>[] }) => {
    const [run] = data;
    failedKey = run?.dataset_key ?? '';
    data.splice(
      0,
      data.length,
      { ...run, run_id: 'a', scope: 'a', state: 'writing' },
      { ...run, run_id: 'b', scope: 'b', state: 'superseded' },
      { ...run, run_id: 'c', scope: 'everyone', state: 'failed', error: 'deadlock detected' },
      { ...run, run_id: 'd', scope: 'shop', scope_name: 'Shop', state: 'failed' },
    );
  });
  await page.goto('/propertyhub/model');
  const rows = page.getByRole('table', { name: 'Newest run of each dataset and scope' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Saving scores');
  await expect(rows.nth(2)).toContainText('Replaced by a newer run');
  await expect(rows.nth(3)).toContainText('The previous scores were kept. Open the dataset to retry.');
  await expect(rows.nth(3)).not.toContainText('deadlock');
  await expect(rows.nth(4)).toContainText('Shop');
  await expect(rows.nth(4)).toContainText('To retry, run landline scoring retry d.');
  await page.goto(`/propertyhub/${failedKey}`);
  const failure = page.getByRole('alert').filter({ hasText: 'The last rescoring failed' });
  await expect(failure).toContainText('The previous scores were kept. Retry. If it fails again,');
  await expect(failure).toContainText('Error for the operator: deadlock detected');

  // Only SuperAdmins can retry.
  await signInAs(page, 'Admin');
  await page.goto('/propertyhub/model');
  for (const row of [rows.nth(3), rows.nth(4)])
    await expect(row).toContainText('The previous scores were kept. Ask a SuperAdmin to retry.');
});

test('shows that older score changes could not be loaded', async ({ superAdmin: page, problems }) => {
  await changeResponse(page, '**/api/geo/candidates/*/history', (body) =>
    Object.assign(body.data, { older: '1' }),
  );
  await fail(page, '**/api/geo/candidates/*/history?before=1');
  await page.goto('/propertyhub/hawthorne');
  await page.locator('.ag-row[row-index="0"]').getByRole('link').first().click({ timeout: 30_000 });
  const history = page.getByRole('region', { name: 'Score history' });
  await history.getByRole('button', { name: 'Show older changes' }).click();
  await expect(history.getByRole('status')).toHaveText(
    'Older changes could not be loaded. Server error. Please try again later.',
  );
  await expect(history.getByRole('listitem').first()).toBeVisible();
  expect(problems.splice(0).every((text) => text.includes('status of 500'))).toBe(true);
});
