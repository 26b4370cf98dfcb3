import { request } from '@playwright/test';
import { storePage } from '../../infra/src/testing/store-page.ts';
import { superAdminApi } from './accounts.ts';
import { expect, expectAccessibleLayout, test, unique, variable } from './support.ts';

// axe checks every element in both color schemes and at three widths.
test.slow();

const OPEN = 'When does the bakery open?';
const REPAIRS = 'Do you repair submarines?';
const HOURS = 'http://127.0.0.1/hours';

test('staff run golden questions and correct failed answers', async ({ superAdmin: page }) => {
  const api = await superAdminApi();
  const created = await api.post('/api/ai/clients', {
    data: {
      name: unique('Golden Bakery'),
      primary_domain: `${unique('bakery')}.example`,
      authorized_domains: '127.0.0.1',
    },
  });
  const { id } = await created.json();
  await api.dispose();
  await storePage(variable('PRODUCT_DATABASE_URL'), id, {
    url: HOURS,
    title: 'Opening hours',
    text: 'The bakery opens at 7 am from Tuesday to Sunday.',
  });
  const visitor = await request.newContext({
    baseURL: variable('BASE_URL'),
    extraHTTPHeaders: { Origin: 'http://127.0.0.1' },
  });
  const tokenPath = `/api/ai/widget/client/${id}/token`;
  await expect.poll(async () => (await visitor.post(tokenPath, { data: {} })).status()).toBe(200);
  const { token } = await (await visitor.post(tokenPath, { data: {} })).json();
  const response = await visitor.post('/api/ai/chat', {
    data: { message: OPEN },
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
  });
  expect(await response.json()).toMatchObject({ answered: true });
  await visitor.dispose();

  const golden = `/ai/client-analytics?clientId=${id}&tab=golden`;
  await page.goto(golden);
  await expect(page.getByText('No golden questions yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run now' })).toBeDisabled();
  await expectAccessibleLayout(page, 'golden-questions-empty');

  await page.goto(`/ai/client-conversations/${id}`);
  await page.getByRole('button', { name: OPEN }).click();
  await page.getByRole('button', { name: `Add to golden questions: ${OPEN}` }).click();
  await expect(
    page.getByText('Added to the golden questions. The answer must cite Opening hours.'),
  ).toBeVisible();

  await page.goto(golden);
  await page.getByRole('button', { name: 'Add question' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add golden question' });
  await dialog.getByLabel('Question').fill(REPAIRS);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Enter the page that the answer must cite')).toBeVisible();
  await dialog.getByLabel('Expected phrases').fill('only boats\nmarine yard');
  await expectAccessibleLayout(page, 'golden-question-dialog');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Golden question added')).toBeVisible();
  await expect(page.getByText('Not asked yet')).toHaveCount(2);

  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByText('1 of 2 passed')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('The assistant did not answer.')).toBeVisible();
  await expectAccessibleLayout(page, 'golden-questions');
  await page.goto(`/ai/client-analytics?clientId=${id}&tab=quality`);
  await expect(page.getByText('2 rated')).toBeVisible();
  await expect(page.getByText('1 passed, 1 failed')).toBeVisible();

  await page.goto(golden);
  await page.getByRole('button', { name: `Write the right answer: ${REPAIRS}` }).click();
  const approve = page.getByRole('dialog', { name: 'Approve answer' });
  await expect(approve.getByLabel('Question')).toHaveValue(REPAIRS);
  await approve.getByLabel('Answer').fill('No, only boats. Ask the marine yard next door.');
  await approve.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('The assistant uses it from the next question on.')).toBeVisible();
  // Approving an answer starts a run.
  await expect(page.getByText('After a prompt change')).toBeVisible({ timeout: 60_000 });
  const corrected = page.getByRole('listitem').filter({ has: page.getByText(REPAIRS, { exact: true }) });
  await expect(corrected.getByText('Passed', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: `Remove: ${REPAIRS}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Golden question removed')).toBeVisible();
  await expect(page.getByText(REPAIRS)).toHaveCount(0);
});

test('a rollback shows which golden questions would fail and asks for a confirmation', async ({
  superAdmin: page,
}) => {
  const post = async (path: string, data: object) => {
    const response = await page.request.post(path, { data });
    expect(response.status(), await response.text()).toBeLessThan(300);
    return response.json();
  };
  const name = unique('Voucher Bakery');
  const { id } = await post('/api/ai/clients', { name, primary_domain: `${unique('voucher')}.example` });
  const question = 'Do you sell gift vouchers?';
  const golden = `/api/ai/golden-questions/client/${id}`;
  await post(golden, { question, phrases: ['10 dollars'] });
  const version = unique('Before vouchers');
  await post('/api/ai/system/versions', { version_name: version });
  await post(`/api/ai/approved-answers/client/${id}`, { question, answer: 'Yes, from 10 dollars.' });
  await expect
    .poll(async () => (await (await page.request.get(golden)).json()).runs[0]?.ended_at, { timeout: 60_000 })
    .toBeTruthy();

  await page.goto('/ai/settings?tab=versions');
  await page.getByRole('button', { name: `Rollback to ${version}` }).click();
  const dialog = page.getByRole('dialog', { name: `Roll back to ${version}` });
  const comparison = dialog.getByRole('region', { name: 'Golden questions' });
  await expect(comparison.getByText('0 of 1 pass with this version, 1 now.')).toBeVisible({
    timeout: 60_000,
  });
  await expect(comparison.getByText(`Would fail: ${question}`)).toBeVisible();
  await dialog.getByLabel(`I want to roll back to ${version}`).check();
  await expect(dialog.getByRole('button', { name: 'Roll back' })).toBeDisabled();
  await expectAccessibleLayout(page, 'system-versions-golden-questions');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel('Roll back even though fewer golden questions pass').check();
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await expect(page.getByText(`Successfully rolled back to version: ${version}`)).toBeVisible({
    timeout: 60_000,
  });
});
