import { request } from '@playwright/test';
import { storePage } from '../../infra/src/testing/store-page.ts';
import { superAdminApi } from './accounts.ts';
import { expect, expectAccessibleLayout, failCommands, signInAs, test, unique, variable } from './support.ts';

const QUESTION = 'Do you bake gluten free bread?';
const ANSWER = 'Yes, every Friday. Order it the day before.';

test('staff answer a question from the gap queue, and the assistant gives that answer', async ({
  superAdmin: page,
}) => {
  const api = await superAdminApi();
  const name = unique('Harbor Bakery');
  const created = await api.post('/api/ai/clients', {
    data: { name, primary_domain: `${unique('bakery')}.example`, authorized_domains: '127.0.0.1' },
  });
  const { id } = await created.json();
  await storePage(variable('PRODUCT_DATABASE_URL'), id, {
    url: 'http://127.0.0.1/hours',
    title: 'Opening hours',
    text: 'The bakery opens at 7 am from Tuesday to Sunday.',
  });
  await api.dispose();
  const visitor = await request.newContext({
    baseURL: variable('BASE_URL'),
    extraHTTPHeaders: { Origin: 'http://127.0.0.1' },
  });
  let token = '';
  await expect // the read model may not contain the client yet
    .poll(async () => {
      const response = await visitor.post(`/api/ai/widget/client/${id}/token`, { data: {} });
      if (response.ok()) ({ token } = await response.json());
      return response.status();
    })
    .toBe(200);
  const ask = async (message: string) => {
    const response = await visitor.post('/api/ai/chat', {
      data: { message },
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
    });
    expect(response.status()).toBe(200);
    return response.json();
  };
  expect(await ask(QUESTION)).toMatchObject({ answered: false });

  await page.goto(`/ai/client-analytics?clientId=${id}&tab=quality`);
  await expect(page.getByText('Not rated yet')).toBeVisible();
  await page.goto(`/ai/client-analytics?clientId=${id}&tab=gaps`);
  await page.getByRole('button', { name: `Write the answer: ${QUESTION}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve answer' });
  await expect(dialog.getByLabel('Question')).toHaveValue(QUESTION);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog.getByText('Enter the answer')).toBeVisible();
  await dialog.getByLabel('Answer').fill(ANSWER);
  await expectAccessibleLayout(page, 'approve-answer');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('The assistant uses it from the next question on.')).toBeVisible();
  await expect(page.getByText('Answer approved', { exact: true })).toBeVisible();

  expect(await ask(`Hello, ${QUESTION}`)).toMatchObject({
    message: ANSWER,
    answered: true,
    citations: [{ number: 1, url: '' }],
  });

  await page.goto(`/ai/client-conversations/${id}`);
  await page
    .getByRole('button', { name: `Hello, ${QUESTION}` })
    .first()
    .click();
  await expect(page.getByText('Approved answer', { exact: true })).toBeVisible();
  await page
    .getByRole('button', { name: /^Approve or correct/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();

  await page.goto(`/ai/client-prompts/${id}?tab=answers`);
  await expect(page.getByText(ANSWER).first()).toBeVisible();
  await expectAccessibleLayout(page, 'approved-answers');
  await page.getByRole('button', { name: `Versions: ${QUESTION}` }).click();
  await expect(page.getByRole('dialog', { name: 'Versions' }).getByText(ANSWER)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`/ai/client-analytics?clientId=${id}&tab=quality`);
  // one corrected and one approved answer
  await expect(page.getByText('2 rated')).toBeVisible();
  await expectAccessibleLayout(page, 'answer-quality');
});

test('a client writes, changes and deletes an answer in the portal', async ({ page, problems }) => {
  const question = `${unique('Do you bake bread on request')}?`;
  await signInAs(page, 'Assistant client');
  await page.goto('/client/portal?tab=customization&view=messages&status=handled&page=2');
  await page.getByText('Conversations', { exact: true }).click();
  await expect(page).toHaveURL(/\?tab=customization&view=conversations$/);
  await page.goto('/client/portal?tab=customization&view=answers');
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(page.getByText('Approved answers', { exact: true }).first()).toBeInViewport({ ratio: 1 });
  const answers = page.getByRole('listitem').filter({ hasText: question });
  await page.getByRole('button', { name: 'Add answer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Question').fill(question);
  await dialog.getByLabel('Answer').fill(ANSWER);
  await expectAccessibleLayout(page, 'client-approve-answer');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(answers).toContainText(ANSWER);
  await expectAccessibleLayout(page, 'client-approved-answers');

  await page.getByRole('button', { name: `Edit: ${question}` }).click();
  await dialog.getByLabel('Answer').fill('Yes, every Monday.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(answers).toContainText('Yes, every Monday.');
  await page.getByRole('button', { name: `Versions: ${question}` }).click();
  await expect(dialog.getByText(ANSWER)).toBeVisible();
  await expectAccessibleLayout(page, 'client-answer-versions');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Delete: ${question}` }).click();
  await expectAccessibleLayout(page, 'client-delete-answer');
  const path = '**/api/ai/approved-answers/**';
  await failCommands(page, path);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('Failed to delete the answer')).toBeVisible();
  await page.unroute(path);
  expect(problems.splice(0).every((text) => text.includes('status of 500'))).toBe(true);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(answers).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  expect(problems).toEqual([]);
});
