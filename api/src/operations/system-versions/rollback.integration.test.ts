import { DEFAULT_SITE_SETTINGS, SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { site } from '../../assistant/website/site.ts';
import { createClient } from '../../clients/clients/clients.ts';
import { eventually, startTestApi, testClient } from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess;
/** Without a worker, a requested rollback does not progress. */
let worker: TestProcess | undefined;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  ({ token } = await api.signIn('SuperAdmin'));
  await createClient(api.ports, testClient('bakery'), { actor: SYSTEM, correlationId: 'bakery' });
});
afterAll(async () => {
  await worker?.stop();
  await projections?.stop();
  await api?.stopAll();
});

const PATH = '/api/ai/system';
async function call(method: string, path: string, body?: unknown, extraHeaders: Record<string, string> = {}) {
  const headers = { 'X-Min-Position': `${api.ports.logId}:${await api.head()}`, ...extraHeaders };
  return api.call(method, path, { token, body, headers });
}
async function callSuccessfully(method: string, path: string, body?: unknown) {
  const response = await call(method, path, body);
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
  return response.body;
}
const createVersion = async (version_name: string) =>
  (await callSuccessfully('POST', `${PATH}/versions`, { version_name })).id as string;
const rollBack = (id: string, versionName: string, headers?: Record<string, string>) =>
  call('POST', `${PATH}/rollback/${id}`, { confirm: true, versionName }, headers);
const brand = (botName: string) => callSuccessfully('POST', '/api/ai/settings/branding', { botName });
const promptsPath = '/api/ai/client-prompts/bakery';
const addPrompt = async (prompt_content: string) =>
  (await callSuccessfully('POST', promptsPath, { prompt_type: 'custom', prompt_content })).id as string;
const changePrompt = (id: string, prompt_content: string) =>
  callSuccessfully('PUT', `${promptsPath}/${id}`, { prompt_type: 'custom', prompt_content });

async function versionOf(id: string) {
  const { versions } = await callSuccessfully('GET', `${PATH}/versions`);
  return versions.find((version: { id: string }) => version.id === id);
}
async function waitUntilFinished(id: string): Promise<void> {
  worker ??= await startProcess('worker', api.services);
  await eventually('the rollback has ended', async () => (await versionOf(id)).rollback === null, 60_000);
  await worker.stop();
  worker = undefined;
}

test('runs only one of two concurrent rollbacks', async () => {
  await brand('Winter');
  const winter = await createVersion('Winter');
  await brand('Spring');
  const spring = await createVersion('Spring');
  await brand('Summer');
  const responses = await Promise.all([rollBack(winter, 'Winter'), rollBack(spring, 'Spring')]);
  expect(responses.map(({ status }) => status).sort(), JSON.stringify(responses)).toEqual([202, 409]);
  expect(responses.find(({ status }) => status === 409)?.body.code).toBe('ROLLBACK_RUNNING');
  const [first, second] = responses[0]?.status === 202 ? [winter, spring] : [spring, winter];
  expect((await versionOf(second)).rollback).toBeNull();

  await waitUntilFinished(first);
  const name = second === winter ? 'Winter' : 'Spring';
  expect((await rollBack(second, name)).status).toBe(202);
  await waitUntilFinished(second);
  expect((await callSuccessfully('GET', '/api/ai/settings/branding')).botName).toBe(name);
});

test('gives a repeated request the same response, even after its rollback has ended', async () => {
  await brand('Monday');
  const id = await createVersion('Monday');
  await brand('Tuesday');
  const key = { 'Idempotency-Key': 'monday-again' };
  const first = await rollBack(id, 'Monday', key);
  expect(first.body.total, JSON.stringify(first.body)).toBe(1);
  await waitUntilFinished(id);
  expect((await rollBack(id, 'Monday', key)).body).toEqual(first.body);
});

test('keeps the lock of a crashed process until its claim expires, and fails a rollback that loses the lock', async () => {
  await brand('Snow');
  const id = await createVersion('Snow');
  await brand('Rain');
  const crashed = { version_id: id, rollback_id: 'dead' };
  const claim = (expires_at: string) =>
    api.ports.commands.append({
      stream: streams.rollback(),
      events: [{ type: 'SystemRollbackClaimed', data: { ...crashed, expires_at } }],
      expectedRevision: 'any',
      commandId: expires_at,
      actor: SYSTEM,
      correlationId: 'dead',
    });
  await claim(new Date(Date.now() + 60_000).toISOString());
  expect((await rollBack(id, 'Snow')).body.code).toBe('ROLLBACK_RUNNING');
  await claim(new Date().toISOString());
  expect((await rollBack(id, 'Snow')).status).toBe(202);

  // Another rollback takes over after the claim has expired.
  await claim(new Date().toISOString());
  worker = await startProcess('worker', api.services);
  const failure = await eventually(
    'the rollback has failed',
    async () => (await versionOf(id)).rollback?.failure ?? undefined,
  );
  expect(failure).toBe('Another rollback has started.');
  expect(await versionOf(id)).toMatchObject({ rollback: { total: 1, remaining: 1 } });
  expect((await callSuccessfully('GET', '/api/ai/settings/branding')).botName).toBe('Rain');
  await callSuccessfully('POST', `${PATH}/rollback/${id}/resume`);
  await waitUntilFinished(id);
  expect((await callSuccessfully('GET', '/api/ai/settings/branding')).botName).toBe('Snow');
});

test('restores crawl settings, including their absence', async () => {
  const path = '/api/ai/scraping/settings/bakery';
  const settings = async () => {
    const { state } = await api.ports.commands.load(site, streams.site('bakery'));
    return state.settings;
  };
  const blog = { include: ['/blog/*'], exclude: ['/blog/old/*'], recrawl: 'daily' };
  await brand('Without settings');
  const withoutSettings = await createVersion('Without settings');
  await callSuccessfully('PUT', path, blog);
  const withSettings = await createVersion('With settings');
  await callSuccessfully('PUT', path, { ...blog, recrawl: 'never' });
  expect(
    (await callSuccessfully('GET', `${PATH}/versions/${withSettings}/difference`)).data.documents,
  ).toMatchObject([
    {
      kind: 'site_settings',
      client_id: 'bakery',
      change: 'changed',
      fields: [{ name: 'recrawl', before: 'never', after: 'daily' }],
    },
  ]);
  expect((await rollBack(withSettings, 'With settings')).body.total).toBe(1);
  await waitUntilFinished(withSettings);
  expect(await settings()).toEqual(blog);
  expect((await rollBack(withoutSettings, 'Without settings')).body.total).toBe(1);
  await waitUntilFinished(withoutSettings);
  expect(await settings()).toEqual(DEFAULT_SITE_SETTINGS);
});

test('counts the progress by the documents of the rollback only', async () => {
  const ids = [await addPrompt('One.'), await addPrompt('Two.'), await addPrompt('Three.')];
  const untouched = await addPrompt('Four.');
  const id = await createVersion('Three prompts');
  for (const each of ids) await changePrompt(each, 'Other.');
  expect((await rollBack(id, 'Three prompts')).body.total).toBe(3);
  const progress = async () => (await versionOf(id)).rollback;
  expect(await progress()).toMatchObject({ total: 3, remaining: 3, failure: null });
  await changePrompt(untouched, 'Four and a half.');
  await addPrompt('Five.');
  await brand('Autumn');
  expect(await progress()).toMatchObject({ total: 3, remaining: 3 });
  // Restore one document at a time, as the rollback does.
  await changePrompt(ids[0] ?? '', 'One.');
  expect(await progress()).toMatchObject({ total: 3, remaining: 2 });
  await changePrompt(ids[0] ?? '', 'Other again.');
  expect(await progress()).toMatchObject({ total: 3, remaining: 3 });
  await waitUntilFinished(id);
  expect((await callSuccessfully('GET', `${PATH}/versions/${id}/difference`)).data.total).toBe(0);
});
