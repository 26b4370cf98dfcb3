import { SYSTEM } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../clients/clients.ts';
import { eventually, startTestApi, testClient } from '../testing/api.ts';
import { type Sibling, startSibling } from '../testing/processes.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: Sibling;
let worker: Sibling;
let token: string;
let email: string;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startSibling('projections', api.services);
  worker = await startSibling('worker', api.services);
  ({ token, email } = await api.signIn('SuperAdmin'));
  await newClient('bakery');
});
afterAll(async () => {
  await worker?.stop();
  await projections?.stop();
  await api?.stopAll();
});

const PATH = '/api/ai/system';
let position: string | undefined;
/** Sees what it did before, as the web does. */
async function call(method: string, path: string, body?: unknown, as = token) {
  const headers = position === undefined ? {} : { 'X-Min-Position': position };
  const answer = await api.call(method, path, { token: as, body, headers });
  position = answer.headers.get('X-Event-Position') ?? position;
  return answer;
}

async function newClient(id: string): Promise<void> {
  await createClient(api.deps, testClient(id), { actor: SYSTEM, correlationId: id });
  await eventually(
    `${id} is known`,
    async () => (await call('GET', `/api/ai/client-prompts/${id}`)).status === 200,
  );
}

const versions = async () => (await call('GET', `${PATH}/versions`)).body.versions;
const versionOf = async (id: string) =>
  (await versions()).find((version: { id: string }) => version.id === id);
const differenceTo = async (id: string) => (await call('GET', `${PATH}/versions/${id}/difference`)).body.data;
async function named(version_name: string): Promise<string> {
  const { status, body } = await call('POST', `${PATH}/versions`, { version_name });
  expect(status).toBe(201);
  return body.id;
}
async function rollBackTo(id: string): Promise<void> {
  const { version_name } = await versionOf(id);
  const answer = await call('POST', `${PATH}/rollback/${id}`, { confirm: true, versionName: version_name });
  expect(answer.body).toMatchObject({
    success: true,
    message: `Rolling back to version: ${version_name}`,
  });
  await eventually('the rollback is done', async () => (await versionOf(id)).rollback === null, 60_000);
}

/** What is configured for a client and for all, as the product's own screens show it. */
async function configured(clientId: string) {
  const paths = [
    '/api/ai/settings/branding',
    `/api/ai/settings/branding/client/${clientId}`,
    `/api/ai/widget/client/${clientId}/configuration`,
    `/api/ai/widget/client/${clientId}/versions`,
    `/api/ai/client-prompts/${clientId}`,
    '/api/ai/widget/templates',
  ];
  const answers = await Promise.all(paths.map((path) => call('GET', path)));
  const [global, own, configuration, widgetVersions, prompts, templates] = answers.map(({ body }) => body);
  return {
    global,
    own,
    configuration,
    widgetVersions,
    prompts: prompts.map(({ updated_at: _, ...prompt }: { updated_at: string }) => prompt),
    templates: { script: templates.current.script, style: templates.current.style },
  };
}

const brandingOf = (clientId: string, botName: string) =>
  call('POST', `/api/ai/settings/branding/client/${clientId}`, { botName });
const promptFor = (clientId: string, prompt_content: string) =>
  call('POST', `/api/ai/client-prompts/${clientId}`, { prompt_type: 'custom', prompt_content });

describe('a rollback', () => {
  test('shows what it would change, and makes the configuration what it was', async () => {
    await call('POST', '/api/ai/settings/branding', { botName: 'Everyone' });
    await brandingOf('bakery', 'Baker');
    const { body: kept } = await promptFor('bakery', 'Be brief.');
    const { body: changed } = await promptFor('bakery', 'Offer coffee.');
    const before = await configured('bakery');
    const id = await named('Before the spring campaign');
    expect(await versionOf(id)).toMatchObject({
      version_name: 'Before the spring campaign',
      description: 'Manual backup created via admin interface',
      created_by_email: email,
      file_count: 4,
      is_active: true,
      rollback: null,
    });

    await call('POST', '/api/ai/settings/branding', { botName: 'Spring' });
    await brandingOf('bakery', 'Spring baker');
    await call('POST', '/api/ai/widget/client/bakery/configuration', { position: 'top-left' });
    await call('DELETE', `/api/ai/client-prompts/bakery/${kept.id}`);
    await call('PUT', `/api/ai/client-prompts/bakery/${changed.id}`, {
      prompt_type: 'custom',
      prompt_content: 'Offer tea.',
    });
    const { body: added } = await promptFor('bakery', 'Sing.');
    const { body: widgetVersion } = await call('POST', '/api/ai/widget/client/bakery/version', {});
    await call('POST', '/api/ai/widget/client/bakery/default-version', {
      versionId: widgetVersion.versionId,
    });
    await call('POST', '/api/ai/widget/templates', { script: '/* spring */', style: '' });
    const spring = await configured('bakery');

    const difference = await differenceTo(id);
    expect(difference).toMatchObject({ total: 9, counts: { added: 1, changed: 3, removed: 5 } });
    expect(difference.documents).toContainEqual({
      document_id: 'branding:bakery',
      kind: 'branding',
      client_id: 'bakery',
      client_name: 'Client bakery',
      change: 'changed',
      fields: [{ name: 'botName', before: 'Spring baker', after: 'Baker' }],
    });
    expect(difference.documents).toContainEqual(
      expect.objectContaining({ document_id: `prompt:${added.id}`, change: 'removed' }),
    );

    await rollBackTo(id);
    expect(await differenceTo(id)).toMatchObject({ total: 0, documents: [] });
    expect(await configured('bakery')).toEqual(before);
    expect(await versionOf(id)).toMatchObject({ is_active: true });

    // What was there before the rollback was kept, and is gone back to.
    const emergency = (await versions()).find(({ kind }: { kind: string }) => kind === 'emergency');
    expect(emergency.version_name).toMatch(/^emergency-\d{4}-\d\d-\d\d-\d{6}$/);
    await rollBackTo(emergency.id);
    expect(await configured('bakery')).toEqual(spring);
  });
});
