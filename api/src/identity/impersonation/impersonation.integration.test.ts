import { randomUUID } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { client } from '../../clients/clients/client.ts';
import { changeClient, closeClient, createClient } from '../../clients/clients/clients.ts';
import { route } from '../../platform/http/route.ts';
import { candidateClassification } from '../../property/classification/classification.ts';
import { eventually, startTestApi, type TestApi, testClient } from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';

let api: TestApi & { stopAll(): Promise<void> };
let processes: TestProcess[] = [];

/** A client route that appends an event. */
const classifyRoute = () => [
  route.post('/api/test/classify', {
    may: ['ClientUser'],
    ofClient: { product: 'geo_leads' },
    body: z.object({ candidateId: z.uuid() }),
    response: z.object({ scope: z.string() }),
    async handle({ body: { candidateId }, actor, execute }) {
      const scope = actor.clientId ?? '';
      await execute(candidateClassification, {
        stream: streams.judgement(scope, candidateId),
        command: {
          type: 'classify',
          candidateId,
          datasetKey: 'test',
          scope,
          propertyType: 'adu',
          classifiedBy: actor.impersonatedBy ?? actor.id,
          classification: 'good',
          notes: '',
          factorIds: [],
          originalScore: null,
          knownFactorIds: new Set<string>(),
        },
      });
      return { scope };
    },
  }),
];

beforeAll(async () => {
  api = await startTestApi({ routes: classifyRoute });
  processes = await Promise.all([
    startProcess('projections', api.services),
    startProcess('worker', api.services),
  ]);
});
afterAll(async () => {
  for (const child of processes) await child.stop();
  await api?.stopAll();
});

const origin = { actor: SYSTEM, correlationId: 'impersonation-test' };
const execute: Parameters<typeof closeClient>[3] = (decider, execution) =>
  api.ports.commands.execute(decider, { ...execution, ...origin });

async function createTestClient(): Promise<string> {
  const id = `client-${randomUUID()}`;
  await createClient(api.ports, testClient(id), origin);
  return id;
}
const start = (token: string, clientId: string) =>
  api.call('POST', `/api/ai/client-auth/impersonate/${clientId}`, { token });
const stop = (token: string) => api.call('POST', '/api/ai/client-auth/stop-impersonation', { token });
const get = (token: string, path: string, headers = {}) => api.call('GET', path, { token, headers });
const classify = (token: string, candidateId: string, headers = {}) =>
  api.call('POST', '/api/test/classify', { token, headers, body: { candidateId } });
const verify = (token: string) => get(token, '/api/ai/client-auth/verify');

const outcomeOf = async (impersonationId: string) =>
  (await api.eventsOf(streams.impersonation(impersonationId))).map(({ type, data }) => [type, data.reason]);

describe('an impersonation', () => {
  test('lets a SuperAdmin act as the client until it stops', async () => {
    const { token, userId } = await api.signIn('SuperAdmin');
    const clientId = await createTestClient();
    expect((await verify(token)).status).toBe(403);

    const { status, body } = await start(token, clientId);
    expect(status).toBe(200);
    expect(body.client).toMatchObject({ id: clientId, planTier: 'pro', has_geo_leads: true });
    const verified = (await verify(token)).body;
    expect(verified).toMatchObject({ userId, isImpersonating: true, client: { id: clientId } });
    expect((await get(token, '/api/auth/verify')).body).toMatchObject({
      role: 'SuperAdmin',
      userId,
      impersonating: { id: clientId },
    });
    expect((await get(token, '/api/ai/clients')).status).toBe(403);
    expect((await get(token, `/api/ai/clients/${clientId}`)).status).not.toBe(403);
    expect((await get(token, `/api/ai/clients/${await createTestClient()}`)).status).toBe(403);

    expect((await stop(token)).body).toMatchObject({ success: true });
    expect((await verify(token)).status).toBe(403);
    expect((await get(token, '/api/ai/clients')).status).toBe(200);
    expect(await outcomeOf(body.impersonationId)).toEqual([
      ['ImpersonationStarted', undefined],
      ['ImpersonationStopped', 'exited'],
    ]);
    expect((await stop(token)).status).toBe(200);
  });

  test('records the impersonator in events', async () => {
    const { token, userId } = await api.signIn('SuperAdmin');
    const clientId = await createTestClient();
    const candidateId = randomUUID();
    await start(token, clientId);
    expect((await classify(token, candidateId)).status).toBe(200);
    const [classified] = await api.eventsOf(streams.judgement(clientId, candidateId));
    expect(classified?.metadata.actor).toEqual({
      id: userId,
      role: 'ClientUser',
      clientId,
      impersonatedBy: userId,
    });
  });

  test('applies to one session only', async () => {
    const superAdmin = await api.signIn('SuperAdmin');
    const login = { body: { email: superAdmin.email, password: 'Correct-horse-1' } };
    const other = (await api.call('POST', '/api/auth/login', login)).body.token;
    await start(superAdmin.token, await createTestClient());
    expect((await verify(superAdmin.token)).status).toBe(200);
    expect((await verify(other)).status).toBe(403);
  });

  test('must stop before another one starts', async () => {
    const { token } = await api.signIn('SuperAdmin');
    const [first, second] = [await createTestClient(), await createTestClient()];
    const impersonationId = (await start(token, first)).body.impersonationId;
    for (const id of [first, second]) expect((await start(token, id)).status).toBe(403);
    expect((await verify(token)).body.client.id).toBe(first);
    await stop(token);
    expect((await start(token, second)).status).toBe(200);
    expect((await verify(token)).body.client.id).toBe(second);
    expect(await outcomeOf(impersonationId)).toEqual([
      ['ImpersonationStarted', undefined],
      ['ImpersonationStopped', 'exited'],
    ]);
  });

  test('requires a SuperAdmin and an active client', async () => {
    const clientId = await createTestClient();
    for (const role of ['Admin', 'Manager', 'Employee', 'ClientUser'] as const) {
      const { token } = await api.signIn(role);
      expect([(await start(token, clientId)).status, (await stop(token)).status]).toEqual([403, 403]);
    }
    const { token } = await api.signIn('SuperAdmin');
    const unknown = await start(token, randomUUID());
    expect([unknown.status, unknown.body.error]).toEqual([404, 'Client not found']);
    await closeClient(api.ports, clientId, origin, execute);
    expect((await start(token, clientId)).body.code).toBe('CLIENT_NOT_IN_USE');
  });

  test('cannot reach another client by a header', async () => {
    const { token } = await api.signIn('SuperAdmin');
    const clientId = await createTestClient();
    await start(token, clientId);
    const forged = { 'X-Client-Id': await createTestClient() };
    expect((await classify(token, randomUUID(), forged)).status).toBe(403);
    expect((await classify(token, randomUUID(), { 'X-Client-Id': clientId })).status).toBe(200);
  });

  test('loses access to a product with the client', async () => {
    const { token } = await api.signIn('SuperAdmin');
    const clientId = await createTestClient();
    await start(token, clientId);
    await changeClient(api.ports, clientId, { changes: { has_geo_leads: false } }, origin, execute);
    expect((await classify(token, randomUUID())).body.code).toBe('PRODUCT_REQUIRED');
    expect((await verify(token)).body.client.has_geo_leads).toBe(false);
  });

  test.each(['deactivated', 'closed'])(
    'ends when its client is %s, while the staff session stays open',
    async (clientState) => {
      const { token } = await api.signIn('SuperAdmin');
      const clientId = await createTestClient();
      const { impersonationId } = (await start(token, clientId)).body;
      if (clientState === 'closed') await closeClient(api.ports, clientId, origin, execute);
      else await changeClient(api.ports, clientId, { changes: { active: false } }, origin, execute);
      expect((await verify(token)).status).toBe(403);
      expect((await classify(token, randomUUID())).status).toBe(403);
      expect((await get(token, '/api/auth/verify')).status).toBe(200);
      await eventually('the end is recorded', async () => (await outcomeOf(impersonationId)).length === 2);
      expect((await outcomeOf(impersonationId))[1]).toEqual(['ImpersonationStopped', 'client_ended']);
      expect((await get(token, '/api/ai/clients')).status).toBe(200);
    },
  );

  test('ends even if the deactivation of its client was interrupted', async () => {
    const { token } = await api.signIn('SuperAdmin');
    const clientId = await createTestClient();
    await start(token, clientId);
    await execute(client, {
      stream: streams.client(clientId),
      command: { type: 'change', changes: { active: false } },
    });
    await eventually(
      'the worker has ended the impersonation',
      async () => (await classify(token, randomUUID())).status === 403,
    );
  });

  test('ends when its SuperAdmin gets another role', async () => {
    const { token, userId } = await api.signIn('SuperAdmin');
    const { impersonationId } = (await start(token, await createTestClient())).body;
    const other = await api.signIn('SuperAdmin');
    const change = { token: other.token, body: { role: 'Admin' } };
    expect((await api.call('PATCH', `/api/staff/${userId}`, change)).status).toBe(200);
    expect((await verify(token)).status).toBe(401);
    await eventually('the end is recorded', async () => (await outcomeOf(impersonationId)).length === 2);
    expect((await outcomeOf(impersonationId))[1]).toEqual(['ImpersonationStopped', 'session_ended']);
  });

  test('ends with its staff session', async () => {
    const { token, email } = await api.signIn('SuperAdmin');
    const { impersonationId } = (await start(token, await createTestClient())).body;
    await api.call('POST', '/api/auth/logout', { token });
    expect((await verify(token)).status).toBe(401);
    await eventually('the end is recorded', async () => (await outcomeOf(impersonationId)).length === 2);
    expect((await outcomeOf(impersonationId))[1]).toEqual(['ImpersonationStopped', 'session_ended']);
    const login = { body: { email, password: 'Correct-horse-1' } };
    const newToken = (await api.call('POST', '/api/auth/login', login)).body.token;
    expect((await verify(newToken)).status).toBe(403);
  });
});
