import { randomUUID } from 'node:crypto';
import { type OperatorScope, SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '../../app.ts';
import { PASSWORD, startTestApi } from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess | undefined;
let worker: TestProcess | undefined;
let superAdmin: Awaited<ReturnType<typeof api.signIn>>;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  worker = await startProcess('worker', api.services);
  superAdmin = await api.signIn('SuperAdmin');
});
afterAll(async () => {
  await worker?.stop();
  await projections?.stop();
  await api?.stopAll();
});

const PATH = '/api/operator-tokens';
const issue = (scopes: readonly OperatorScope[], session = superAdmin.token, extraFields: object = {}) =>
  api.call('POST', PATH, {
    token: session,
    body: { name: 'build server', scopes, days: 30, password: PASSWORD, ...extraFields },
  });
const issueToken = async (...scopes: OperatorScope[]) => {
  const { status, body } = await issue(scopes);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { id: string; token: string };
};
const updateStaff = async (id: string, body: object) => {
  const headers = { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` };
  const { status } = await api.call('PATCH', `/api/staff/${id}`, { token: superAdmin.token, body, headers });
  expect(status).toBe(200);
};
const rebuild = (token: string) => api.call('POST', '/api/admin/projections/clients/rebuild', { token });

describe('an operator token', () => {
  test('acts within its scopes as the SuperAdmin who issued it, and is recorded in the event log', async () => {
    const { id, token } = await issueToken('projections');
    expect(await rebuild(token)).toMatchObject({ status: 200, body: { success: true } });
    expect((await api.eventsOf(streams.projection('clients'))).at(-1)).toMatchObject({
      type: 'ProjectionRebuildRequested',
      metadata: { actor: { id: superAdmin.userId, role: 'SuperAdmin', operatorToken: id } },
    });
    expect(await api.call('GET', '/api/staff', { token })).toMatchObject({
      status: 403,
      body: { code: 'OPERATOR_SCOPE_MISSING' },
    });
  });

  test('is rejected by routes that declare no operator scope, even with every scope', async () => {
    const { token } = await issueToken(
      'status',
      'projections',
      'users',
      'property',
      'audit',
      'versions',
      'backups',
    );
    for (const [method, path] of [
      ['GET', '/api/auth/verify'],
      ['PATCH', '/api/auth/profile/password'],
      ['POST', PATH],
      ['GET', PATH],
      ['POST', '/api/staff/invitations'],
      ['POST', '/api/admin/erasures'],
      ['POST', `/api/client-admin/send-password-reset/${superAdmin.userId}`],
    ] as const)
      expect(
        await api.call(method, path, { token, ...(method !== 'GET' && { body: {} }) }),
        path,
      ).toMatchObject({
        status: 403,
        body: { code: 'NOT_FOR_OPERATOR_TOKENS' },
      });
    expect((await api.call('GET', '/api/staff', { token })).status).toBe(200);
  });

  test('only SuperAdmins can issue or list tokens', async () => {
    const { token: admin } = await api.signIn('Admin');
    expect((await issue(['status'], admin)).status).toBe(403);
    expect((await api.call('GET', PATH, { token: admin })).status).toBe(403);
  });

  test('rejects a wrong password and invalid fields when a token is issued', async () => {
    expect((await issue(['status'], superAdmin.token, { password: 'wrong' })).body.code).toBe(
      'PASSWORD_WRONG',
    );
    for (const extraFields of [{ days: 366 }, { name: ' ' }, { scopes: [] }, { scopes: ['everything'] }])
      expect((await issue(['status'], superAdmin.token, extraFields)).status).toBe(400);
  });

  test('stops working when it is revoked, and is listed as revoked', async () => {
    const { id, token } = await issueToken('status');
    const read = () => api.call('GET', '/api/admin/projections', { token });
    expect((await read()).body.projectors.map(({ name }: { name: string }) => name)).toContain('clients');
    const listedToken = async () => {
      const { body } = await api.call('GET', PATH, { token: superAdmin.token });
      return body.tokens.find((each: { id: string }) => each.id === id);
    };
    expect(await listedToken()).toMatchObject({ status: 'active', name: 'build server', scopes: ['status'] });
    expect((await listedToken()).lastUsedAt).not.toBeNull();
    expect((await api.call('DELETE', `${PATH}/${id}`, { token: superAdmin.token })).status).toBe(200);
    expect((await read()).status).toBe(401);
    expect((await listedToken()).status).toBe('revoked');
    expect((await api.call('DELETE', `${PATH}/unknown`, { token: superAdmin.token })).status).toBe(404);
    expect(await api.typesOf(streams.operatorToken(id))).toEqual([
      'OperatorTokenIssued',
      'OperatorTokenRevoked',
    ]);
  });

  test('stops working when it expires', async () => {
    const { id, token } = await issueToken('projections');
    await api.ports.pg.query('UPDATE api.operator_token SET expires_at = now() WHERE id = $1', [id]);
    expect((await rebuild(token)).status).toBe(401);
  });

  test.for<[string, (owner: typeof superAdmin) => Promise<unknown>]>([
    [
      'resets their password by an emailed link',
      async ({ userId, email }) => {
        const link = { kind: 'staff', userId, purpose: 'reset', email } as const;
        const password = 'Another-horse-22';
        const body = { token: await api.ports.links.create(link), password, confirmPassword: password };
        expect((await api.call('POST', '/api/auth/reset-password', { body })).status).toBe(200);
      },
    ],
    [
      'changes their password',
      async ({ token }) => {
        const body = { currentPassword: PASSWORD, newPassword: 'Another-horse-22' };
        expect((await api.call('PATCH', '/api/auth/profile/password', { body, token })).status).toBe(200);
      },
    ],
    [
      'is demoted, even if promoted again later',
      async ({ userId }) => {
        for (const role of ['Admin', 'SuperAdmin']) await updateStaff(userId, { role });
      },
    ],
    [
      'is deactivated, even if reactivated later',
      async ({ userId }) => {
        for (const active of [false, true]) await updateStaff(userId, { active });
      },
    ],
  ])('is revoked when its owner %s', async ([, endAccess]) => {
    const owner = await api.signIn('SuperAdmin');
    const { id, token } = (await issue(['projections'], owner.token)).body;
    await endAccess(owner);
    expect((await rebuild(token)).status).toBe(401);
    const { body } = await api.call('GET', PATH, { token: superAdmin.token });
    expect(body.tokens.find((each: { id: string }) => each.id === id)).toMatchObject({ status: 'revoked' });
    await expect
      .poll(() => api.typesOf(streams.operatorToken(id)))
      .toEqual(['OperatorTokenIssued', 'OperatorTokenRevoked']);
  });

  test('is revoked by the worker if the request that should have revoked it was interrupted', async () => {
    const owner = await api.signIn('SuperAdmin');
    const { token } = (await issue(['projections'], owner.token)).body;
    await api.ports.commands.append({
      stream: streams.staffUser(owner.userId),
      events: [{ type: 'StaffUserPasswordReset', data: { user_id: owner.userId } }],
      expectedRevision: 'any',
      commandId: randomUUID(),
      actor: SYSTEM,
      correlationId: randomUUID(),
    });
    await expect.poll(async () => (await rebuild(token)).status).toBe(401);
  });

  test('is stored only as a hash and never written to an event', async () => {
    const { id, token } = await issueToken('status');
    const { rows } = await api.ports.pg.query('SELECT * FROM api.operator_token WHERE id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(
      JSON.stringify((await api.eventsOf(streams.operatorToken(id))).map(({ data }) => data)),
    ).not.toContain(token);
    expect((await rebuild(`${token.slice(0, -2)}xx`)).status).toBe(401);
  });
});

test('operator scopes cover only routes open to SuperAdmins, and none that signs in, changes accounts, erases data or sets retention', () => {
  const allowed = allRoutes(api.ports).filter(({ operatorScope }) => operatorScope !== undefined);
  expect(allowed.length).toBeGreaterThan(20);
  for (const { method, path, may } of allowed) {
    if (may === 'anyone') continue;
    expect(may === 'signed-in' || may.includes('SuperAdmin'), path).toBe(true);
    expect(path).not.toMatch(
      /^\/api\/(?:auth|ai\/client-auth|operator-tokens|admin\/erasures|admin\/retention)/,
    );
    if (/^\/api\/(?:staff|client-admin)/.test(path)) expect(method, path).toBe('GET');
  }
});
