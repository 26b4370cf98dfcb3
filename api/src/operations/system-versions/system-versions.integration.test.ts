import { randomUUID } from 'node:crypto';
import { EVERYONE, SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLANS } from '../../assistant/billing/contract.ts';
import { priceList, publishPriceList } from '../../assistant/billing/price-list.ts';
import { DEFAULT_BRANDING } from '../../assistant/branding/contract.ts';
import { prompt } from '../../assistant/prompts/prompt.ts';
import { createClient } from '../../clients/clients/clients.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import { publishedModel, readingOf } from '../../property/scoring/published-model.ts';
import { eventually, startTestApi, testClient } from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { recordRelease, releaseOf } from './release.ts';
import { systemVersionTasks } from './tasks.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess;
let worker: TestProcess;
let token: string;
let email: string;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  worker = await startProcess('worker', api.services);
  ({ token, email } = await api.signIn('SuperAdmin'));
  await newClient('bakery');
});
afterAll(async () => {
  await worker?.stop();
  await projections?.stop();
  await api?.stopAll();
});

const PATH = '/api/ai/system';
const call = (method: string, path: string, body?: unknown, callerToken = token) =>
  api.callInOrder(method, path, { token: callerToken, body });

async function newClient(id: string): Promise<void> {
  await createClient(api.ports, testClient(id), { actor: SYSTEM, correlationId: id });
  await eventually(
    `${id} is in the read model`,
    async () => (await call('GET', `/api/ai/client-prompts/${id}`)).status === 200,
  );
}

const versions = async () => (await call('GET', `${PATH}/versions`)).body.versions;
const versionOf = async (id: string) =>
  (await versions()).find((version: { id: string }) => version.id === id);
const differenceTo = async (id: string) => (await call('GET', `${PATH}/versions/${id}/difference`)).body.data;
async function createVersion(version_name: string): Promise<string> {
  const { status, body } = await call('POST', `${PATH}/versions`, { version_name });
  expect(status).toBe(201);
  return body.id;
}
async function rollBackTo(id: string): Promise<void> {
  const { version_name } = await versionOf(id);
  const response = await call('POST', `${PATH}/rollback/${id}`, { confirm: true, versionName: version_name });
  expect(response.body).toMatchObject({
    success: true,
    message: `Rolling back to version: ${version_name}`,
  });
  await eventually('the rollback is done', async () => (await versionOf(id)).rollback === null, 60_000);
}

/** Reads the configuration of a client and of all clients through the public routes. */
async function readConfiguration(clientId: string) {
  const paths = [
    '/api/ai/settings/branding',
    `/api/ai/settings/branding/client/${clientId}`,
    `/api/ai/widget/client/${clientId}/configuration`,
    `/api/ai/widget/client/${clientId}/versions`,
    `/api/ai/client-prompts/${clientId}`,
    '/api/ai/widget/templates',
  ];
  const responses = await Promise.all(paths.map((path) => call('GET', path)));
  const [global, own, configuration, widgetVersions, prompts, templates] = responses.map(({ body }) => body);
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

describe('rollback', () => {
  test('previews its changes and restores the configuration', async () => {
    await call('POST', '/api/ai/settings/branding', { botName: 'Everyone' });
    await brandingOf('bakery', 'Baker');
    const { body: kept } = await promptFor('bakery', 'Be brief.');
    const { body: changed } = await promptFor('bakery', 'Offer coffee.');
    const before = await readConfiguration('bakery');
    const id = await createVersion('Before the spring campaign');
    expect(await versionOf(id)).toMatchObject({
      version_name: 'Before the spring campaign',
      description: 'Manual backup created via admin interface',
      created_by_email: email,
      // Including the price list, which the release published.
      file_count: 5,
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
    const spring = await readConfiguration('bakery');
    // The default description (spec 002 §4).
    expect(spring.widgetVersions.versions[0].description).toMatch(
      /^Version created on [A-Z][a-z]{2} \d{1,2}, \d{4}$/,
    );

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
    expect(await readConfiguration('bakery')).toEqual(before);
    expect(await versionOf(id)).toMatchObject({ is_active: true });

    // Roll back to the emergency version created before the rollback.
    const emergency = (await versions()).find(({ kind }: { kind: string }) => kind === 'emergency');
    expect(emergency.version_name).toMatch(/^emergency-\d{4}-\d\d-\d\d-\d{6}$/);
    await rollBackTo(emergency.id);
    expect(await readConfiguration('bakery')).toEqual(spring);
  });

  test('does not change protected data and newer clients', async () => {
    const id = await createVersion('Before the new client');
    await newClient('garage');
    await brandingOf('garage', 'Mechanic');
    await promptFor('garage', 'Mention the brakes.');
    await brandingOf('bakery', 'Mallory');
    await call('POST', '/api/ai/widget/client/bakery/domains', { domains: ['shop.example.org'] });
    await call('POST', '/api/ai/widget/client/bakery/security', { rateLimitPerMinute: 77 });
    await call('POST', '/api/ai/widget/client/bakery/secret');
    const garage = await readConfiguration('garage');

    expect(await differenceTo(id)).toMatchObject({ total: 1, newer_clients: 1 });
    await rollBackTo(id);
    expect(await readConfiguration('garage')).toEqual(garage);
    expect((await readConfiguration('bakery')).own.botName).toBe('Spring baker');
    expect((await call('GET', '/api/ai/widget/client/bakery/domains')).body).toEqual({
      domains: ['shop.example.org'],
    });
    expect((await call('GET', '/api/ai/widget/client/bakery/security')).body).toMatchObject({
      rateLimitPerMinute: 77,
      hasSecret: true,
    });
  });

  test('restores deleted documents in place and the published scoring model', async () => {
    const publish = (reading: string) => call('POST', '/api/geo/scoring/model', { reading });
    const inForce = async () => {
      const { state } = await api.ports.commands.load(publishedModel, streams.trainingModel(EVERYONE));
      return state && readingOf(state);
    };
    await newClient('florist');
    await publish('literal');
    const { body: first } = await promptFor('florist', 'First.');
    await promptFor('florist', 'Second.');
    const before = await readConfiguration('florist');
    const id = await createVersion('Before the model');
    await publish('share-taken');
    await call('DELETE', `/api/ai/client-prompts/florist/${first.id}`);
    expect(await inForce()).toBe('share-taken');
    await rollBackTo(id);
    expect(await inForce()).toBe('literal');
    expect(await readConfiguration('florist')).toEqual(before);
  });

  test('restores the price list for future billing', async () => {
    const prices = async () => (await call('GET', '/api/pricing')).body.plans;
    expect(await prices()).toEqual(PLANS);
    const id = await createVersion('Before the prices');
    const dearer = { ...PLANS, pro: { ...PLANS.pro, monthlyPrice: 299, messages: 3_000 } };
    // Publishes a price list like a new release.
    await api.ports.commands.execute(priceList, {
      stream: streams.priceList(),
      command: { type: 'publish', price_list: dearer },
      actor: SYSTEM,
      correlationId: 'prices',
    });
    await eventually('the prices are in force', async () => (await prices()).pro.monthlyPrice === 299);
    expect((await call('GET', '/api/ai/billing/usage/bakery')).body.billing_info).toMatchObject({
      monthly_price: 299,
      included_messages: 3_000,
    });
    await rollBackTo(id);
    expect(await prices()).toEqual(PLANS);
    await publishPriceList(api.ports);
    expect((await call('GET', '/api/ai/billing/usage/bakery')).body.billing_info.monthly_price).toBe(249);
  });

  test('resumes after its worker is killed midway', async () => {
    const PROMPTS = 600;
    const change = (type: 'add' | 'change', content: string) =>
      inParallel(PROMPTS, (index) =>
        api.ports.commands.execute(prompt, {
          stream: streams.prompt(`many-${index}`),
          command: {
            type,
            prompt_id: `many-${index}`,
            client_id: 'bakery',
            prompt_type: 'custom',
            content: `${content} ${index}`,
          },
          actor: SYSTEM,
          correlationId: 'many',
        }),
      );
    const contents = async () => {
      const { rows } = await api.ports.pg.query<{ content: string }>(
        `SELECT content FROM read.client_prompt WHERE prompt_id LIKE 'many-%' AND generation = ${liveGeneration('prompts').sql} ORDER BY prompt_id`,
      );
      return rows.map(({ content }) => content);
    };
    await change('add', 'Before');
    const id = await createVersion('Before many changes');
    const before = await contents();
    expect(before).toHaveLength(PROMPTS);
    await change('change', 'After');
    const { body } = await call('POST', `${PATH}/rollback/${id}`, {
      confirm: true,
      versionName: 'Before many changes',
    });
    expect(body.total).toBe(PROMPTS);
    await eventually('the rollback is partly done', async () => {
      const { rollback } = await versionOf(id);
      return rollback.remaining < rollback.total;
    });
    await worker.stop();
    const { rollback } = await versionOf(id);
    expect(rollback.remaining).toBeGreaterThan(0);
    const rejected = await call('POST', `${PATH}/rollback/${id}`, {
      confirm: true,
      versionName: 'Before many changes',
    });
    expect(rejected.body).toMatchObject({ code: 'ROLLBACK_RUNNING' });

    worker = await startProcess('worker', api.services);
    await eventually('the rollback is done', async () => (await versionOf(id)).rollback === null, 120_000);
    expect(await differenceTo(id)).toMatchObject({ total: 0 });
    expect(await contents()).toEqual(before);
    const restored = await api.ports.pg.query(
      `SELECT count(*)::int AS count FROM read.configuration_document WHERE document_id LIKE 'prompt:many-%'
         AND generation = ${liveGeneration('system-versions').sql}`,
    );
    // Added, changed and restored once each: the second worker repeated no work.
    expect(restored.rows).toEqual([{ count: 3 * PROMPTS }]);
  });

  test('fails if a document can never be restored, and can be resumed or abandoned', async () => {
    await newClient('tailor');
    // An older release may have accepted a name that the current rules reject.
    const brand = (botName: string) =>
      api.ports.commands.append({
        stream: streams.widget('tailor'),
        events: [
          {
            type: 'WidgetBrandingChanged',
            data: { client_id: 'tailor', branding: { ...DEFAULT_BRANDING, botName } },
          },
        ],
        expectedRevision: 'any',
        commandId: randomUUID(),
        actor: SYSTEM,
        correlationId: 'tailor',
      });
    const tooLong = 'T'.repeat(31);
    await brand(tooLong);
    await promptFor('tailor', 'Measure twice.');
    const id = await createVersion('With a long name');
    await brandingOf('tailor', 'Tailor');
    await call('POST', '/api/ai/widget/client/tailor/configuration', { position: 'top-left' });
    await promptFor('tailor', 'Cut once.');
    const rollbackRequest = { confirm: true, versionName: 'With a long name' };
    const waitForFailure = () =>
      eventually(
        'the rollback has failed',
        async () => (await versionOf(id)).rollback?.failure ?? undefined,
        60_000,
      );

    expect((await call('POST', `${PATH}/rollback/${id}`, rollbackRequest)).body.total).toBe(3);
    await waitForFailure();
    const { rollback } = await versionOf(id);
    expect(rollback).toMatchObject({ total: 3, remaining: 1 });
    expect(rollback.failure).toBe(
      'branding:tailor: The current rules no longer allow this document (botName).',
    );
    // The other documents are restored.
    expect((await differenceTo(id)).documents).toMatchObject([{ document_id: 'branding:tailor' }]);
    expect((await call('POST', `${PATH}/rollback/${id}`, rollbackRequest)).body).toMatchObject({
      code: 'ROLLBACK_FAILED',
      message: 'The rollback to this version failed. Resume or abandon it first.',
    });
    expect((await call('DELETE', `${PATH}/versions/${id}`)).body.code).toBe('ROLLBACK_FAILED');

    const other = await createVersion('While it has failed');
    await promptFor('tailor', 'Press well.');
    await rollBackTo(other);

    const step = async (name: 'resume' | 'abandon') =>
      (await call('POST', `${PATH}/rollback/${id}/${name}`)).body;
    expect((await step('resume')).message).toBe('Rolling back to version: With a long name');
    await waitForFailure();
    await brand(tooLong);
    await step('resume');
    await eventually('the rollback is done', async () => (await versionOf(id)).rollback === null, 60_000);
    expect(await versionOf(id)).toMatchObject({ is_active: true });
    expect((await step('resume')).message).toBe('No rollback to this version has failed.');
    expect((await step('abandon')).message).toBe('No rollback to this version is running or has failed.');

    await brandingOf('tailor', 'Tailor');
    await call('POST', `${PATH}/rollback/${id}`, rollbackRequest);
    await waitForFailure();
    expect((await step('abandon')).message).toBe('Abandoned the rollback to version: With a long name');
    expect(await versionOf(id)).toMatchObject({ is_active: false, rollback: null });
    expect((await call('GET', '/api/ai/settings/branding/client/tailor')).body.botName).toBe('Tailor');
  });

  test('requires a confirmation, the name, and an inactive version', async () => {
    const id = await createVersion('Still active');
    const rollBackWith = (body: object) => call('POST', `${PATH}/rollback/${id}`, body);
    expect((await rollBackWith({ versionName: 'Still active' })).body.details[0].message).toBe(
      'Rollback requires explicit confirmation',
    );
    expect((await rollBackWith({ confirm: true, versionName: 'Another' })).body).toMatchObject({
      code: 'VERSION_NAME_DIFFERS',
    });
    const kept = (await versions()).length;
    expect((await rollBackWith({ confirm: true, versionName: 'Still active' })).body).toMatchObject({
      code: 'SYSTEM_VERSION_ACTIVE',
    });
    expect((await call('DELETE', `${PATH}/versions/${id}`)).body).toMatchObject({
      code: 'SYSTEM_VERSION_ACTIVE',
    });
    expect(await versions()).toHaveLength(kept);
    expect((await call('POST', `${PATH}/rollback/none`, { confirm: true, versionName: 'x' })).status).toBe(
      404,
    );
    expect((await call('GET', `${PATH}/versions/none/difference`)).status).toBe(404);
  });
});

describe('versions', () => {
  test('have a chosen name or a name generated from their prefix', async () => {
    const name = (version_name?: string) => call('POST', `${PATH}/versions`, { version_name });
    expect((await name()).body.details[0].message).toBe('Version name is required');
    expect((await name('  ')).body.details[0].message).toBe('Version name is required');
    expect((await name('weekly-auto-mine')).status).toBe(400);
    const snapshot = async (body: object) => (await call('POST', `${PATH}/snapshot`, body)).body.version_name;
    expect(await snapshot({})).toMatch(/^auto-snapshot-\d{4}-\d\d-\d\d-\d{6}$/);
    expect(await snapshot({ kind: 'git-deploy', label: '040ddd9' })).toBe('git-deploy-040ddd9');
    expect(await snapshot({ kind: 'emergency' })).toMatch(/^emergency-/);
    for (const at of ['2026-03-01T02:30:00.000Z', '2026-03-01T02:30:00.000Z', '2026-03-08T02:45:00.000Z'])
      for (const task of ['daily', 'weekly'])
        await systemVersionTasks(api.ports)[`system-versions.${task}`]?.(
          { _cron: { ts: at } },
          undefined as never,
        );
    await eventually('the versions are listed', async () => {
      const names = (await versions()).map(({ version_name }: { version_name: string }) => version_name);
      const scheduled = names.filter((each: string) => /^(daily|weekly)-auto-/.test(each)).sort();
      return (
        scheduled.join() ===
        'daily-auto-2026-03-01,daily-auto-2026-03-08,weekly-auto-2026-03-01,weekly-auto-2026-03-08'
      );
    });
  });

  test('are created once when a new release starts', async () => {
    const deploys = async () =>
      (await versions()).filter(
        ({ kind, created_by_email }: { kind: string; created_by_email: string | null }) => {
          return kind === 'git-deploy' && created_by_email === null;
        },
      );
    // The worker's own release is the first that ran here.
    expect(await deploys()).toEqual([]);
    await createVersion('Before the deploy');
    const release = await releaseOf();
    expect(release).toMatch(/^[0-9a-f]{12}$/);
    await recordRelease(api.ports, release);
    await Promise.all([1, 2, 3].map(() => recordRelease(api.ports, 'next')));
    await promptFor('florist', 'As the next release wants it.');
    await eventually('the version is created', async () => (await deploys()).length > 0);
    await recordRelease(api.ports, 'next');
    await recordRelease(api.ports, release);
    await eventually(
      'going back to the earlier release creates another version',
      async () => (await deploys()).length > 1,
    );
    const [back, next] = await deploys();
    expect(back).toMatchObject({ version_name: `git-deploy-${release}` });
    expect(next).toMatchObject({ version_name: 'git-deploy-next', description: 'Before the deploy of next' });
    // The version keeps the configuration from before the release, regardless of changes during its creation.
    expect(await differenceTo(next.id)).toMatchObject({ total: 1, counts: { removed: 1 } });
    expect(await deploys()).toHaveLength(2);
  });

  test('are cleaned up by kind, except named versions, and can be deleted', async () => {
    const before = (await versions()) as { id: string; kind: string; is_active: boolean }[];
    for (let index = 0; index < 23; index++)
      expect((await call('POST', `${PATH}/snapshot`, {})).status).toBe(201);
    const { statistics } = (await call('GET', `${PATH}/auto-backup-stats`)).body;
    const count = (kind: string) => before.filter((version) => version.kind === kind).length;
    expect(statistics).toEqual({
      totalBackups: before.length + 23,
      gitDeployBackups: count('git-deploy'),
      manualSnapshots: count('auto-snapshot') + 23,
      emergencyBackups: count('emergency'),
      dailyBackups: 2,
      weeklyBackups: 2,
      autoBackups: before.length + 23 - count('named'),
      target: 30,
      outdated: count('auto-snapshot') + 3,
    });
    const cleaned = await call('POST', `${PATH}/cleanup`);
    expect(cleaned.body).toEqual({
      success: true,
      message: 'Backup cleanup completed successfully',
      deleted: count('auto-snapshot') + 3,
    });
    const after = (await call('GET', `${PATH}/auto-backup-stats`)).body.statistics;
    expect(after).toMatchObject({ manualSnapshots: 20, outdated: 0 });
    const named = (await versions()).filter(({ kind }: { kind: string }) => kind === 'named');
    expect(named).toHaveLength(count('named'));

    const { id, version_name } = named.find(({ is_active }: { is_active: boolean }) => !is_active);
    expect((await call('DELETE', `${PATH}/versions/${id}`)).body.message).toBe(
      `Successfully deleted version: ${version_name}`,
    );
    expect(await versionOf(id)).toBeUndefined();
    expect((await call('DELETE', `${PATH}/versions/${id}`)).status).toBe(404);
  });
});

/** Runs sixteen tasks at a time. */
async function inParallel(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}
