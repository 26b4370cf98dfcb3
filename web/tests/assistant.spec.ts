import type { APIRequestContext, Route } from '@playwright/test';
import { storePage } from '../../infra/src/testing/store-page.ts';
import { newClient, superAdminApi } from './accounts.ts';
import { expect, expectAccessibleLayout, test, unique, variable } from './support.ts';

const HOSTILE = '<img src=x onerror="attacked=1"> [x](javascript:attacked=1)';
let clientId: string;

test.beforeAll(async () => {
  const api = await superAdminApi();
  const name = unique('Harbor Bakery');
  const created = await api.post('/api/ai/clients', {
    data: { name, primary_domain: `${unique('b')}.example` },
  });
  clientId = (await created.json()).id;
  await storePage(variable('PRODUCT_DATABASE_URL'), clientId, {
    url: 'https://bakery.example/hours',
    title: 'Opening hours',
    text: `The bakery opens at 7 am from Tuesday to Sunday ${HOSTILE}. It closes at noon.`,
  });
  await storePage(variable('PRODUCT_DATABASE_URL'), clientId, {
    url: 'https://bakery.example/returns',
    title: 'Can I return a cake?',
    text: 'Cakes can be returned on the same day.',
  });
  // Until its models are loaded, the assistant ranks by keywords alone, which finds no suggestion.
  const data = { clientId, message: 'How can I return a gift?', history: [] };
  const ask = async () => (await (await api.post('/api/ai/chat', { data })).json()).message;
  await expect.poll(ask, { timeout: 90_000, intervals: [2_000] }).toContain('Did you mean');
  await api.dispose();
});

test('staff manage prompts and ask the assistant', async ({ superAdmin: page }) => {
  test.slow();
  const content = page.getByLabel('Prompt content');
  await test.step('validates, creates and edits a prompt, and shows its content as text', async () => {
    await page.goto(`/ai/client/${clientId}`);
    await page.getByRole('link', { name: /Custom Prompts/ }).click();
    await expect(page.getByText('No prompts yet')).toBeVisible();
    await page.getByRole('button', { name: 'Add prompt' }).click();
    await expect(page.getByText('Please select a prompt type')).toBeVisible();
    await expect(page.getByText('Please enter prompt content')).toBeVisible();
    const type = page.getByLabel('Prompt type');
    for (const kind of [
      'Event handling',
      'Structured data',
      'Product information',
      'External links',
      'FAQ',
    ]) {
      await type.selectOption(kind);
      await page.getByRole('button', { name: 'Use sample template' }).click();
      await expect(content).not.toHaveValue('');
    }
    await type.selectOption('Custom');
    await expect(page.getByRole('button', { name: 'Use sample template' })).toHaveCount(0);
    await type.selectOption('FAQ');
    await page.getByRole('button', { name: 'Add prompt' }).click();
    await expect(page.getByText('Prompt saved successfully!')).toBeVisible();
    await page.getByRole('button', { name: 'Edit' }).click();
    await content.fill(`Q: Do you sell gift vouchers?\nA: Gift vouchers are sold at the counter. ${HOSTILE}`);
    await page.getByRole('button', { name: 'Save prompt' }).click();
    await expect(page.getByText('Gift vouchers are sold at the counter')).toBeVisible();
    await expectAccessibleLayout(page, 'prompts');
  });

  const question = page.getByRole('textbox', { name: 'Question' });
  const answers = page.getByRole('list', { name: 'Conversation' });
  await test.step('answers with sources and confidence, and understands follow-up questions', async () => {
    await page.goto(`/ai/chat?clientId=${clientId}`);
    await expect(page.getByText(/visitors would ask/)).toBeVisible();
    await expectAccessibleLayout(page, 'console-empty');
    await question.fill('When does the bakery open?');
    await question.press('Enter');
    await expect(answers).toContainText('opens at 7 am');
    await expect(answers).toContainText(/Confidence \d+%/);
    await expect(answers.getByRole('link', { name: '1. Opening hours' })).toHaveAttribute(
      'href',
      /^https:\/\/bakery\.example\/hours#:~:text=/,
    );
    await question.fill('And on Sunday?');
    await question.press('Enter');
    await expect(answers.getByText('Quoted from the website')).toHaveCount(2);
    await question.fill('Do you sell gift vouchers?');
    await question.press('Enter');
    await expect(answers).toContainText('Gift vouchers are sold at the counter.');
    await expect(answers.getByText('Approved answer')).toBeVisible();
    await question.fill('Who won the race in Norway?');
    await question.press('Enter');
    await expect(answers).toContainText("I don't know");
    await expect(answers.getByText('Unanswered')).toBeVisible();
    await expect(answers.locator('img')).toHaveCount(0);
    expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
    await expectAccessibleLayout(page, 'console');
  });

  await test.step('deletes a prompt after confirmation', async () => {
    await page.goto(`/ai/client-prompts/${clientId}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Are you sure you want to delete this prompt?');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No prompts yet')).toBeVisible();
  });

  await test.step('redirects to the client list if the URL has no client', async () => {
    await page.goto('/ai/client-prompts');
    await expect(page).toHaveURL(/\/ai\/clients$/);
  });
});

test('stops and repeats an earlier question of the console, and announces its answer', async ({
  superAdmin: page,
}) => {
  await page.goto(`/ai/chat?clientId=${clientId}`);
  const question = page.getByRole('textbox', { name: 'Question' });
  const answers = page.getByRole('list', { name: 'Conversation' });
  const announced = page.getByRole('main').getByRole('status');
  const stop = page.getByRole('button', { name: 'Stop' });
  const again = answers.getByRole('button', { name: 'Ask again' });
  let held: Route | undefined;
  await page.route('**/api/ai/chat', (route) => {
    held = route;
  });
  const answerArrives = async () => {
    await expect.poll(() => held !== undefined).toBe(true);
    await held?.continue();
    held = undefined;
  };

  await question.fill('When does the bakery open?');
  await question.press('Enter');
  await question.fill('Can I return a cake?');
  await stop.click();
  await expect(again).toBeVisible();
  await expect(question).toBeFocused();
  held = undefined;
  await expect(question).toHaveValue('Can I return a cake?');
  await expect(answers.getByRole('listitem')).toHaveCount(1);

  await question.press('Enter');
  await expect(again).toBeDisabled();
  await answerArrives();
  await expect(announced).toHaveText(/Cakes can be returned on the same day\.$/);

  await again.click();
  await expect(stop).toBeVisible();
  await expect(question).toBeFocused();
  await question.fill('And on Sunday?');
  await question.press('Enter');
  await expect(question).toHaveValue('And on Sunday?');
  await answerArrives();
  await expect(announced).toContainText('opens at 7 am');
  await expect(announced).not.toContainText('[1]');
});

test('offers buttons for questions that the site answers in the console', async ({ superAdmin: page }) => {
  await page.goto(`/ai/chat?clientId=${clientId}`);
  const question = page.getByRole('textbox', { name: 'Question' });
  const answers = page.getByRole('list', { name: 'Conversation' });
  await question.fill('How can I return a gift?');
  await question.press('Enter');
  await expect(answers).toContainText('Did you mean');
  const suggested = answers.getByRole('button', { name: 'Can I return a cake?' });
  await expect(suggested).toBeVisible();
  const clipped = await suggested.evaluate((button) =>
    [...button.querySelectorAll('*')].some(
      (element) => element.scrollHeight > element.clientHeight && element.clientHeight > 0,
    ),
  );
  expect(clipped).toBe(false);
  await expectAccessibleLayout(page, 'console-suggestions');
  await suggested.focus();
  await page.keyboard.press('Enter');
  await expect(answers).toContainText('Cakes can be returned on the same day.');
  // A suggested question is asked as if the user had typed it.
  await expect(answers.getByRole('listitem').filter({ hasText: 'Quoted from the website' })).toContainText(
    'Can I return a cake?',
  );
});

test('says that a prompt is too long instead of shortening it', async ({ superAdmin: page }) => {
  const { id } = await newClient(page.request);
  await page.goto(`/ai/client-prompts/${id}`);
  const content = page.getByLabel('Prompt content');
  await page.getByLabel('Prompt type').selectOption('Custom');
  await content.focus();
  await page.keyboard.insertText('a'.repeat(4_001));
  await page.getByRole('button', { name: 'Add prompt' }).click();
  await expect(page.getByText('A prompt can have at most 4,000 characters')).toBeVisible();
  await expect(content).toHaveValue('a'.repeat(4_001));
});

/** Creates a client with one prompt and returns the client's id. */
async function newClientWithPrompt(api: APIRequestContext): Promise<string> {
  const { id } = await newClient(api);
  const data = { prompt_type: 'custom', prompt_content: 'Be kind.' };
  // The new client may not be in the read models yet.
  await expect(async () => {
    const stored = await api.post(`/api/ai/client-prompts/${id}`, { data });
    expect(stored.ok(), await stored.text()).toBe(true);
  }).toPass();
  return id;
}

test('asks before unsaved text of a prompt is discarded', async ({ superAdmin: page }) => {
  const id = await newClientWithPrompt(page.request);
  await page.goto(`/ai/client-prompts/${id}`);
  const content = page.getByLabel('Prompt content');
  const dialog = page.getByRole('dialog', { name: 'Discard unsaved text' });
  await page.getByLabel('Prompt type').selectOption('FAQ');
  await content.fill('Half a page of answers');
  await page.getByRole('link', { name: 'Approved answers' }).click();
  await expect(page.getByText('No approved answers yet')).toBeVisible();
  await page.getByRole('link', { name: 'Prompts', exact: true }).click();
  await expect(content).toHaveValue('Half a page of answers');
  for (const name of ['Use sample template', 'Edit']) {
    await page.getByRole('button', { name, exact: true }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(content).toHaveValue('Half a page of answers');
  }
  await page.getByRole('button', { name: 'Use sample template' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(content).toHaveValue(/^Q: Do you offer free estimates/);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(content).toHaveValue('Be kind.');
});

test('shows prompts that another user changes, and keeps the unsaved text', async ({ superAdmin: page }) => {
  const id = await newClientWithPrompt(page.request);
  const live = page.waitForResponse('**/api/live');
  await page.goto(`/ai/client-prompts/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const content = page.getByLabel('Prompt content');
  await content.fill('Be brief.');
  await live;
  const data = { prompt_type: 'custom', prompt_content: 'Be polite.' };
  const added = await page.request.post(`/api/ai/client-prompts/${id}`, { data });
  expect(added.ok(), await added.text()).toBe(true);
  await expect(page.getByText('Be polite.')).toBeVisible();
  await expect(content).toHaveValue('Be brief.');
});

test('keeps the prompt form open and unchanged until the save ends', async ({
  superAdmin: page,
  problems,
}) => {
  const id = await newClientWithPrompt(page.request);
  await page.goto(`/ai/client-prompts/${id}`);
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await edit.click();
  const content = page.getByLabel('Prompt content');
  await content.fill('Be brief.');
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(`**/api/ai/client-prompts/${id}/*`, async (route) => {
    await isAnswered;
    await route.fulfill({ status: 500, json: {} });
  });
  await page.getByRole('button', { name: 'Save prompt' }).click();
  for (const control of [content, edit, page.getByRole('button', { name: 'Cancel' })])
    await expect(control).toBeDisabled();
  await page.getByRole('link', { name: 'Approved answers' }).click();
  answer();
  await expect(page.getByText('Failed to save prompt')).toBeVisible();
  await page.getByRole('link', { name: 'Prompts', exact: true }).click();
  await expect(content).toHaveValue('Be brief.');
  problems.length = 0; // caused by the test's own responses
});
