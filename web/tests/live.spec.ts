import { newClient } from './accounts.ts';
import { expect, test, unique } from './support.ts';

test('says that values may be out of date while the live connection is lost', async ({
  superAdmin: page,
  problems,
}) => {
  await page.route('**/api/live', (route) => route.abort());
  await page.goto('/SuperAdminPortal');
  const notice = page.getByText('Connection lost. Values on this page may be out of date until it returns.');
  await expect(notice).toBeVisible({ timeout: 30_000 });
  await page.unrouteAll();
  await expect(notice).toBeHidden({ timeout: 60_000 });
  problems.splice(0); // caused by the aborted requests
});

test('shows what changed between the end of one tab and the live connection of the next', async ({
  superAdmin: first,
}) => {
  const { id, name } = await newClient(first.request);
  await expect(async () => {
    expect((await first.request.get(`/api/ai/clients/${id}`)).ok()).toBe(true);
  }).toPass();
  const opened = first.waitForResponse('**/api/live');
  await first.goto('/ai/clients');
  await opened;
  const second = await first.context().newPage();
  await second.goto(`/ai/client/${id}`);
  await expect(second.getByRole('heading', { level: 1, name })).toBeVisible();

  const connecting = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await second.route('**/api/live', async (route) => {
    connecting.resolve();
    await released.promise;
    await route.continue();
  });
  await first.close();
  await connecting.promise;
  const newName = unique('Renamed');
  await second.request.patch(`/api/ai/clients/${id}`, { data: { name: newName } });
  await expect(async () => {
    expect(await (await second.request.get(`/api/ai/clients/${id}`)).text()).toContain(newName);
  }).toPass();
  released.resolve();
  await expect(second.getByRole('heading', { level: 1, name: newName })).toBeVisible();
});

test('keeps the conversation of the console when a client is added that is listed first', async ({
  superAdmin: page,
}) => {
  const { name } = await newClient(page.request);
  await expect(async () => {
    expect(await (await page.request.get('/api/ai/clients')).text()).toContain(name);
  }).toPass();
  await page.goto('/ai/chat');
  const question = page.getByRole('textbox', { name: 'Question' });
  await question.fill('When do you open?');
  // Sorted before all other names.
  const first = unique('0 First');
  const data = { name: first, primary_domain: `${unique('first')}.test`, has_ai_assistant: true };
  expect((await page.request.post('/api/ai/clients', { data })).ok()).toBe(true);
  await expect(page.getByLabel('Client', { exact: true }).getByRole('option').first()).toHaveText(first);
  await expect(question).toHaveValue('When do you open?');
});
