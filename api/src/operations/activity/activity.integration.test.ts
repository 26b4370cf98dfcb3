import { randomUUID } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../clients/clients/clients.ts';
import { createClientUser } from '../../identity/users/users.ts';
import type { AuditEntry } from '../../platform/activity/contract.ts';
import {
  type ApiResponse,
  type Call,
  eventually,
  PASSWORD,
  startTestApi,
  type TestApi,
  testClient,
} from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';

let api: TestApi & { stopAll(): Promise<void> };
let projections: TestProcess;
let staff: { token: string; userId: string };

beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  staff = await api.signIn('SuperAdmin');
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

const call = (method: string, path: string, options: Call = {}): Promise<ApiResponse> =>
  api.callInOrder(method, path, { token: staff.token, ...options });

async function createTestClient(): Promise<string> {
  const id = `client-${randomUUID()}`;
  await createClient(api.ports, testClient(id), { actor: SYSTEM, correlationId: id });
  return id;
}
const edit = (id: string, body: unknown) => call('PATCH', `/api/ai/clients/${id}`, { body });
const audit = (entity: string, options: Call = {}, query = '') =>
  call('GET', `/api/audit?entity=${entity}${query}`, options);
const entriesOf = async (entity: string, options: Call = {}): Promise<AuditEntry[]> =>
  (await audit(entity, options)).body.data;
const typesOf = async (entity: string, options: Call = {}) =>
  (await entriesOf(entity, options)).map(({ type }) => type);

describe('activity on a client', () => {
  test('shows actor, time and changes, newest first', async () => {
    const id = await createTestClient();
    await edit(id, { plan_tier: 'elite', demo_mode: true });
    const [products, details, created] = await entriesOf(`client:${id}`);
    expect(details).toMatchObject({
      type: 'ClientDetailsChanged',
      actor: { id: staff.userId, name: 'Ada SuperAdmin', role: 'SuperAdmin' },
      impersonatedBy: null,
      clientId: id,
      entities: [{ type: 'client', id }],
      changes: [{ field: 'plan_tier', before: 'pro', after: 'elite' }],
      undoable: true,
    });
    expect(products?.changes).toEqual([
      { field: 'product_config', before: { demo_mode: false }, after: { demo_mode: true } },
    ]);
    expect(created).toMatchObject({
      type: 'ClientCreated',
      actor: { id: 'system', name: 'Landline', role: 'System' },
      undoable: false,
    });
    expect(created?.changes).toContainEqual({ field: 'name', after: `Client ${id}` });
    expect(Number.isNaN(Date.parse(details?.at ?? ''))).toBe(false);
  });

  test('paginates entries', async () => {
    const id = await createTestClient();
    for (const plan_tier of ['elite', 'pro', 'starter']) await edit(id, { plan_tier });
    const first = (await audit(`client:${id}`, {}, '&limit=3')).body;
    expect(first.pagination).toEqual({ page: 1, limit: 3, total: 4, totalPages: 2 });
    const second = (await audit(`client:${id}`, {}, '&limit=3&page=2')).body;
    expect(second.data.map(({ type }: AuditEntry) => type)).toEqual(['ClientCreated']);
  });

  test.each(['client', 'client:', 'nothing:x', 'client:a b', 'reservation:x'])(
    'rejects the invalid entity %s',
    async (entity) => {
      expect((await audit(encodeURIComponent(entity))).status).toBe(400);
    },
  );
});

test("attributes an impersonating SuperAdmin's actions to the SuperAdmin, not to the client", async () => {
  const own = await api.signIn('ClientUser');
  const id = own.clientId ?? '';
  const acting = await api.signIn('SuperAdmin');
  await eventually(
    'the client is in the read model',
    async () => (await call('GET', `/api/ai/clients/${id}`)).status === 200,
  );
  await call('POST', `/api/ai/client-auth/impersonate/${id}`, { token: acting.token });
  await call('POST', '/api/ai/client-auth/stop-impersonation', { token: acting.token });
  const entries = await entriesOf(`client:${id}`, { token: own.token });
  expect(entries.map(({ type, changes }) => [type, changes])).toEqual([
    ['ImpersonationStopped', [{ field: 'reason', after: 'exited' }]],
    ['ImpersonationStarted', []],
    ['ClientUserCreated', expect.any(Array)],
    ['ClientCreated', expect.any(Array)],
  ]);
  expect(entries[0]?.actor).toEqual({ id: acting.userId, name: 'Ada SuperAdmin', role: 'SuperAdmin' });
  expect(entries.some(({ undoable }) => undoable)).toBe(false);
});

describe('a client user', () => {
  test("sees only the activity of its client and that client's users", async () => {
    const [own, other] = [await api.signIn('ClientUser'), await api.signIn('ClientUser')];
    const asOwn = { token: own.token };
    expect(
      await eventually('the activity is listed', async () => {
        const types = await typesOf(`user:${own.userId}`, asOwn);
        return types.length === 2 && types;
      }),
    ).toEqual(['ClientUserSignedIn', 'ClientUserCreated']);
    expect(await typesOf(`user:${other.userId}`, asOwn)).toEqual([]);
    expect(await typesOf(`user:${staff.userId}`, asOwn)).toEqual([]);
    expect((await audit(`client:${other.clientId}`, asOwn)).status).toBe(403);
    expect((await audit(`client:${randomUUID()}`, asOwn)).status).toBe(403);
    const forged = { ...asOwn, headers: { 'X-Client-Id': other.clientId ?? '' } };
    expect((await audit(`client:${own.clientId}`, forged)).status).toBe(403);
  });

  test("sees only its client's classifications of a candidate", async () => {
    const own = await api.signIn('ClientUser');
    const candidateId = randomUUID();
    const judged = { candidate_id: candidateId, dataset_key: 'd', property_type: 'adu' } as const;
    let last = 0n;
    for (const scope of ['everyone', own.clientId ?? '', 'another']) {
      const { position } = await api.ports.commands.append({
        stream: streams.judgement(scope, candidateId),
        events: [{ type: 'ClassificationRemoved', data: { ...judged, scope } }],
        expectedRevision: 'any',
        commandId: randomUUID(),
        actor: SYSTEM,
        correlationId: 'audit-test',
      });
      last = position;
    }
    const headers = { 'X-Min-Position': `${api.ports.logId}:${last}` };
    const entity = `candidate:${candidateId}`;
    expect(await entriesOf(entity, { headers })).toHaveLength(3);
    expect(await entriesOf(entity, { token: own.token, headers })).toHaveLength(1);
  });

  test('cannot undo changes', async () => {
    const { token } = await api.signIn('ClientUser');
    expect((await call('POST', '/api/audit/1/undo', { token })).status).toBe(403);
  });
});

test('shows erased fields as erased without a rebuild', async () => {
  const client_id = await createTestClient();
  const user_id = randomUUID();
  const user = {
    user_id,
    client_id,
    email: `${user_id}@example.com`,
    first_name: 'Robin',
    last_name: 'Hill',
  };
  await createClientUser(
    api.ports,
    { ...user, password: PASSWORD },
    { actor: SYSTEM, correlationId: user_id },
  );
  const emailOf = async () =>
    (await entriesOf(`user:${user_id}`)).at(-1)?.changes.find(({ field }) => field === 'email')?.after;
  await eventually('the activity is listed', async () => (await emailOf()) === user.email);
  const { rows } = await api.ports.pg.query('SELECT * FROM read.audit_entry');
  expect(JSON.stringify(rows)).not.toContain('example.com');
  await api.ports.pg.query('DELETE FROM api.subject_key WHERE subject = $1', [`clientUser:${user_id}`]);
  expect(await emailOf()).toBe('(erased)');
});

describe('undo', () => {
  const undo = (entry: AuditEntry | undefined) => call('POST', `/api/audit/${entry?.position}/undo`);

  test('reverts a change and is listed as a change', async () => {
    const id = await createTestClient();
    await edit(id, { time_zone: 'America/Denver' });
    const [changed] = await entriesOf(`client:${id}`);
    expect((await undo(changed)).body).toEqual({ success: true, message: 'The change was undone' });
    const [undone, before] = await entriesOf(`client:${id}`);
    expect(undone?.changes).toEqual([{ field: 'time_zone', before: 'America/Denver', after: 'UTC' }]);
    expect([undone?.undoable, before?.undoable]).toEqual([true, false]);
  });

  test('restores product flags and the active status immediately', async () => {
    const id = await createTestClient();
    await call('POST', `/api/client-admin/client/${id}/products`, { body: { has_geo_leads: false } });
    await undo((await entriesOf(`client:${id}`))[0]);
    await edit(id, { active: false });
    await undo((await entriesOf(`client:${id}`))[0]);
    const { body } = await call('GET', `/api/ai/clients/${id}`);
    expect([body.has_geo_leads, body.active]).toEqual([true, true]);
  });

  test("reverts a staff member's role change or deactivation", async () => {
    const { userId } = await api.signIn('Manager');
    const change = (id: string, body: object) => call('PATCH', `/api/staff/${id}`, { body });
    const entriesOfUser = (id: string) => entriesOf(`user:${id}`);
    await eventually('the activity is listed', async () => (await entriesOfUser(userId)).length > 0);
    await change(userId, { role: 'Employee' });
    const [demoted] = await entriesOfUser(userId);
    expect([demoted?.type, demoted?.undoable]).toEqual(['StaffUserRoleChanged', true]);
    await undo(demoted);
    const [promoted, before] = await entriesOfUser(userId);
    expect(promoted?.changes).toContainEqual({ field: 'role', before: 'Employee', after: 'Manager' });
    expect(before?.undoable).toBe(false);
    expect((await undo(before)).body.code).toBe('CHANGED_SINCE');
    await change(userId, { active: false });
    const [deactivated] = await entriesOfUser(userId);
    expect((await undo(deactivated)).body.success).toBe(true);
    const listed = (await call('GET', '/api/staff')).body.staff;
    expect(listed.find(({ id }: { id: string }) => id === userId)).toMatchObject({
      role: 'Manager',
      active: true,
    });
  });

  test('releases the last-SuperAdmin lock before it rejects an undo', async () => {
    const { userId } = await api.signIn('Manager');
    await call('PATCH', `/api/staff/${userId}`, { body: { role: 'Employee' } });
    const [demoted] = await entriesOf(`user:${userId}`);
    await undo(demoted);
    for (let round = 0; round < 20; round++) {
      expect((await undo(demoted)).body.code).toBe('CHANGED_SINCE');
      const { rows } = await api.ports.pg.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4216010
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      expect(rows).toEqual([]);
    }
  });

  test('is rejected after a later change or if the name is taken', async () => {
    const id = await createTestClient();
    await edit(id, { plan_tier: 'elite' });
    const [first] = await entriesOf(`client:${id}`);
    await edit(id, { plan_tier: 'starter' });
    expect((await undo(first)).body.code).toBe('CHANGED_SINCE');
    await edit(id, { name: `Renamed ${id}` });
    const [renamed] = await entriesOf(`client:${id}`);
    const clientWithFormerName = { name: `Client ${id}`, has_ai_assistant: false, has_adu_finder: true };
    expect((await call('POST', '/api/ai/clients', { body: clientWithFormerName })).status).toBe(201);
    expect((await undo(renamed)).body.code).toBe('CLIENT_NAME_TAKEN');
  });

  test('is rejected for changes that cannot be undone', async () => {
    const id = await createTestClient();
    const created = await eventually(
      'the activity is listed',
      async () => (await entriesOf(`client:${id}`))[0],
    );
    const rejected = await undo(created);
    expect([rejected.status, rejected.body.error]).toEqual([422, 'This cannot be undone.']);
    for (const position of ['0', '999999999999999999'])
      expect((await call('POST', `/api/audit/${position}/undo`)).status).toBe(404);
    for (const position of ['x', '9223372036854775808'])
      expect((await call('POST', `/api/audit/${position}/undo`)).status).toBe(400);
  });
});
