import { SYSTEM } from '@landline/event-schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../clients/clients/clients.ts';
import { eventually, startTestApi, testClient } from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { CONTENT_MAX, MAX_PROMPTS } from './contract.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  token = (await api.signIn('Admin')).token;
  for (const id of ['bakery', 'garage'])
    await createClient(api.ports, testClient(id), { actor: SYSTEM, correlationId: id });
  await eventually(
    'both clients are in the read models',
    async () => (await call('GET', '/api/ai/client-prompts/garage')).status === 200,
  );
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

const PATH = '/api/ai/client-prompts/bakery';
const call = (method: string, path: string, body?: unknown) => api.callInOrder(method, path, { token, body });
const add = (body: object, path = PATH) => call('POST', path, body);
const faq = { prompt_type: 'faq', prompt_content: 'Q: Do you deliver? A: Within ten miles.' };

test('adds, lists, changes and deletes a prompt', async () => {
  const added = await add({ ...faq, client_id: 'bakery' });
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({ ...faq, client_id: 'bakery' });
  const promptPath = `${PATH}/${added.body.id}`;
  const changed = await call('PUT', promptPath, { prompt_type: 'custom', prompt_content: ' Be brief. ' });
  expect(changed.body).toMatchObject({
    id: added.body.id,
    prompt_type: 'custom',
    prompt_content: 'Be brief.',
  });
  expect((await call('GET', PATH)).body).toEqual([changed.body]);
  expect((await call('DELETE', promptPath)).body).toEqual({ success: true });
  expect((await call('GET', PATH)).body).toEqual([]);
  expect((await call('DELETE', promptPath)).status).toBe(404);
});

test('names missing and invalid fields', async () => {
  const errorOf = async (body: object) => {
    const response = await add(body);
    return [response.status, response.body.details?.[0]?.message];
  };
  expect(await errorOf({ prompt_content: 'x' })).toEqual([400, 'Please select a prompt type']);
  expect(await errorOf({ ...faq, prompt_type: 'tone' })).toEqual([400, 'Please select a prompt type']);
  expect(await errorOf({ prompt_type: 'faq' })).toEqual([400, 'Please enter prompt content']);
  expect(await errorOf({ ...faq, prompt_content: '  \n ' })).toEqual([400, 'Please enter prompt content']);
  expect((await errorOf({ ...faq, prompt_content: 'x'.repeat(CONTENT_MAX + 1) }))[0]).toBe(400);
});

test("rejects another client's prompt and a client_id that differs from the path", async () => {
  const { body } = await add(faq);
  const pathOfOtherClient = `/api/ai/client-prompts/garage/${body.id}`;
  expect((await call('PUT', pathOfOtherClient, faq)).status).toBe(404);
  expect((await call('DELETE', pathOfOtherClient)).status).toBe(404);
  expect((await add({ ...faq, client_id: 'garage' })).status).toBe(400);
  expect((await call('GET', '/api/ai/client-prompts/garage')).body).toEqual([]);
  expect((await call('GET', '/api/ai/client-prompts/nobody')).status).toBe(404);
});

test('limits the number of prompts', async () => {
  const path = '/api/ai/client-prompts/garage';
  const custom = { prompt_type: 'custom', prompt_content: 'Be brief.' };
  for (let index = 0; index < MAX_PROMPTS; index++) expect((await add(custom, path)).status).toBe(201);
  expect((await add(custom, path)).body).toMatchObject({ code: 'TOO_MANY_PROMPTS' });
  // FAQ prompts have a separate limit.
  expect((await add(faq, path)).status).toBe(201);
});
