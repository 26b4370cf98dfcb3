import { randomUUID } from 'node:crypto';
import { actor } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { PASSWORD, type Role, startTestApi } from '../../testing/api.ts';
import { DomainError } from '../errors.ts';
import { assertOwn } from './access.ts';
import { type Route, type RouteDefinition, route } from './route.ts';

type Requirements = Pick<Route, 'may' | 'ofClient' | 'asStaff' | 'anyOrigin' | 'operatorScope'>;

/** Routes that respond with what the handler learns about the caller, one for each kind of requirement. */
const REQUIREMENTS = {
  public: { may: 'anyone' },
  'public-from-any-site': { may: 'anyone', anyOrigin: true },
  'signed-in': { may: 'signed-in' },
  admins: { may: ['SuperAdmin', 'Admin'] },
  clients: { may: ['SuperAdmin', 'ClientUser'] },
  assistant: { may: ['SuperAdmin', 'ClientUser'], ofClient: { product: 'ai_assistant' } },
  finder: { may: ['SuperAdmin', 'ClientUser'], ofClient: { product: 'geo_leads' } },
  'not-in-demo': { may: ['SuperAdmin', 'ClientUser'], ofClient: { notInDemo: true } },
  'not-impersonating': { may: ['SuperAdmin', 'ClientUser'], ofClient: { notImpersonating: true } },
  'as-staff': { may: ['SuperAdmin'], asStaff: true },
  status: { may: ['SuperAdmin'], operatorScope: 'status' },
  'status-signed-in': { may: 'signed-in', operatorScope: 'status' },
  'status-of-clients': { may: ['ClientUser'], operatorScope: 'status' },
} as const satisfies Record<string, Requirements>;
type Name = keyof typeof REQUIREMENTS;

const response = z.object({
  actor: actor.nullable(),
  hasClientAccess: z.boolean(),
  attack: z.string().nullable(),
});
const routes = () =>
  Object.entries(REQUIREMENTS).map(([name, requirements]) =>
    route.get(`/api/test/${name}`, {
      ...(requirements as Requirements),
      response,
      handle: ({ session, ctx }) => ({
        actor: session?.actor ?? null,
        hasClientAccess: session?.clientAccess !== undefined,
        attack: ctx.state.attack ?? null,
      }),
    } as RouteDefinition<undefined, undefined, undefined, z.infer<typeof response>, 'anyone'>),
  );

let api: Awaited<ReturnType<typeof startTestApi>>;
const users = {} as Record<Role, Awaited<ReturnType<typeof api.signIn>>>;
beforeAll(async () => {
  api = await startTestApi({ routes });
  for (const role of ['SuperAdmin', 'Admin', 'Manager', 'ClientUser'] as const)
    users[role] = await api.signIn(role);
});
afterAll(() => api?.stopAll());

const call = (name: Name, token?: string, headers: Record<string, string> = {}) =>
  api.call('GET', `/api/test/${name}`, { token, headers });
const statusOf = async (...args: Parameters<typeof call>) => (await call(...args)).status;
const codeOf = async (...args: Parameters<typeof call>) => {
  const { status, body } = await call(...args);
  return [status, body.code];
};

const AUTHENTICATION_REQUIRED = [401, 'AUTHENTICATION_REQUIRED'];
const FORBIDDEN = [403, 'FORBIDDEN'];
const OTHER_SITE = { Origin: 'https://shop.example' };

describe('an access token', () => {
  test('is read from the Authorization header or else from the cookie', async () => {
    const { token, userId } = users.Admin;
    const Cookie = `access_token=${token}`;
    const admin = { actor: { id: userId, role: 'Admin' } };
    expect((await call('signed-in', token)).body).toMatchObject(admin);
    expect((await call('signed-in', undefined, { Authorization: `Bearer   ${token}` })).body).toMatchObject(
      admin,
    );
    expect((await call('signed-in', undefined, { Authorization: `bearer ${token}` })).body).toMatchObject(
      admin,
    );
    expect((await call('signed-in', undefined, { Cookie })).body).toMatchObject(admin);
    expect((await call('signed-in', undefined, { Cookie, Authorization: 'Basic abc' })).body).toMatchObject(
      admin,
    );
    expect((await call('signed-in', users.Manager.token, { Cookie })).body.actor.role).toBe('Manager');
  });

  test('is required unless anyone may call', async () => {
    expect(await codeOf('signed-in')).toEqual(AUTHENTICATION_REQUIRED);
    expect(await codeOf('admins')).toEqual(AUTHENTICATION_REQUIRED);
    expect(await codeOf('signed-in', 'nonsense')).toEqual(AUTHENTICATION_REQUIRED);
    const otherScheme = { Authorization: `NotBearer ${users.Admin.token}` };
    expect(await codeOf('signed-in', undefined, otherScheme)).toEqual(AUTHENTICATION_REQUIRED);
    const anonymous = { status: 200, body: { actor: null, attack: null } };
    expect(await call('public')).toMatchObject(anonymous);
    expect(await call('public', 'nonsense')).toMatchObject(anonymous);
    expect((await call('public', users.Manager.token)).body.actor.role).toBe('Manager');
  });

  test('counts as an attack if it is forged, not if its session has ended', async () => {
    const { token } = await api.signIn('Manager');
    const attackOf = async (of: string) => (await call('public', of)).body.attack;
    expect(await attackOf(token)).toBeNull();
    expect(await attackOf(`${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(43)}`)).toBe(
      'forged_token',
    );
    expect((await api.call('POST', '/api/auth/logout', { token })).status).toBe(200);
    expect(await attackOf(token)).toBeNull();
    expect(await statusOf('signed-in', token)).toBe(401);
  });

  test('is ignored in calls from other sites that the route allows', async () => {
    const { token } = users.Admin;
    const actorOf = async (name: Name, headers = {}) => (await call(name, token, headers)).body.actor?.role;
    expect(await actorOf('public-from-any-site')).toBe('Admin');
    expect(await actorOf('public-from-any-site', OTHER_SITE)).toBeUndefined();
    expect(await actorOf('public', OTHER_SITE)).toBe('Admin');
  });

  test('opens the routes of its role only', async () => {
    expect(await statusOf('admins', users.SuperAdmin.token)).toBe(200);
    expect(await statusOf('admins', users.Admin.token)).toBe(200);
    expect(await codeOf('admins', users.Manager.token)).toEqual(FORBIDDEN);
    expect(await codeOf('admins', users.ClientUser.token)).toEqual(FORBIDDEN);
    expect(await codeOf('clients', users.Admin.token)).toEqual(FORBIDDEN);
    expect(await statusOf('signed-in', users.Manager.token)).toBe(200);
  });
});

describe('a client user', () => {
  const change = (columns: string, clientId = users.ClientUser.clientId) =>
    api.ports.pg.query(`UPDATE api.client_access SET ${columns} WHERE client_id = $1`, [clientId]);
  const restore = () =>
    change('in_use = true, has_ai_assistant = true, has_geo_leads = true, demo_mode = false');

  test('needs the product, and a client outside of demo mode, where routes require it', async () => {
    const { token } = users.ClientUser;
    const names = ['assistant', 'finder', 'not-in-demo', 'clients'] as const;
    const codes = () => Promise.all(names.map(async (name) => (await call(name, token)).body.code));
    await restore();
    expect(await codes()).toEqual([undefined, undefined, undefined, undefined]);
    await change('has_ai_assistant = false');
    expect(await codes()).toEqual(['PRODUCT_REQUIRED', undefined, undefined, undefined]);
    expect((await call('assistant', token)).body.error).toBe(
      "You don't have access to AI Assistant. Please contact your administrator to enable this feature.",
    );
    await change('has_ai_assistant = true, has_geo_leads = false');
    expect(await codes()).toEqual([undefined, 'PRODUCT_REQUIRED', undefined, undefined]);
    expect((await call('finder', token)).body.error).toMatch(/^You don't have access to Property Finder\./);
    await change('has_geo_leads = true, demo_mode = true');
    expect(await codes()).toEqual([undefined, undefined, 'DEMO_ACCOUNT', undefined]);
    await restore();
    for (const name of names) expect(await statusOf(name, users.SuperAdmin.token)).toBe(200);
  });

  test('has no access while its client is not in use, except to public routes', async () => {
    const { token } = users.ClientUser;
    await change('in_use = false');
    for (const name of ['clients', 'signed-in', 'assistant'] as const)
      expect(await codeOf(name, token)).toEqual([403, 'CLIENT_NOT_IN_USE']);
    expect(await statusOf('public', token)).toBe(200);
    await restore();
    expect(await statusOf('clients', token)).toBe(200);
  });

  test('has the access in the event log if it is not in the database', async () => {
    const { token, clientId } = await api.signIn('ClientUser');
    await api.ports.pg.query('DELETE FROM api.client_access WHERE client_id = $1', [clientId]);
    expect(await call('clients', token)).toMatchObject({ status: 200, body: { hasClientAccess: true } });
  });

  test('is rejected for another client', async () => {
    const { token, clientId = '' } = users.ClientUser;
    expect(await statusOf('clients', token, { 'X-Client-Id': clientId })).toBe(200);
    expect(await codeOf('clients', token, { 'X-Client-Id': randomUUID() })).toEqual(FORBIDDEN);
    expect(await statusOf('clients', users.SuperAdmin.token, { 'X-Client-Id': randomUUID() })).toBe(200);
    expect(() => assertOwn(clientId, { actor: { id: 'ada', role: 'ClientUser' } })).toThrow(DomainError);
    expect(() => assertOwn(clientId, { actor: { id: 'ada', role: 'SuperAdmin' } })).not.toThrow();
  });
});

test('an impersonating SuperAdmin is the client, except on routes for staff and where that is excluded', async () => {
  const { token, userId } = await api.signIn('SuperAdmin');
  const { clientId } = users.ClientUser;
  const session = await api.ports.sessions.authenticate(token);
  const insert =
    'INSERT INTO api.impersonation (session_id, impersonation_id, client_id) VALUES ($1, $2, $3)';
  await api.ports.pg.query(insert, [session?.id, randomUUID(), clientId]);
  expect((await call('clients', token)).body).toEqual({
    actor: { id: userId, role: 'ClientUser', clientId, impersonatedBy: userId },
    hasClientAccess: true,
    attack: null,
  });
  expect((await call('as-staff', token)).body.actor).toEqual({ id: userId, role: 'SuperAdmin' });
  expect(await codeOf('admins', token)).toEqual(FORBIDDEN);
  expect(await codeOf('not-impersonating', token)).toEqual([403, 'IMPERSONATING']);
  expect(await statusOf('not-impersonating', users.ClientUser.token)).toBe(200);
  expect(await codeOf('clients', token, { 'X-Client-Id': randomUUID() })).toEqual(FORBIDDEN);
});

test('an operator token opens only routes with its scope, for its role', async () => {
  const issue = async (scope: string) => {
    const body = { name: 'build server', scopes: [scope], days: 30, password: PASSWORD };
    const issued = await api.call('POST', '/api/operator-tokens', { token: users.SuperAdmin.token, body });
    return issued.body as { id: string; token: string };
  };
  const { id, token } = await issue('status');
  const { token: auditToken } = await issue('audit');
  const { userId } = users.SuperAdmin;
  for (const name of ['status', 'status-signed-in'] as const)
    expect((await call(name, token)).body.actor).toEqual({
      id: userId,
      role: 'SuperAdmin',
      operatorToken: id,
    });
  expect(await call('status', auditToken)).toMatchObject({
    status: 403,
    body: { code: 'OPERATOR_SCOPE_MISSING', error: 'This operator token lacks the permission "status".' },
  });
  expect(await call('admins', token)).toMatchObject({
    status: 403,
    body: {
      code: 'NOT_FOR_OPERATOR_TOKENS',
      error: 'Operator tokens cannot make this request. Sign in instead.',
    },
  });
  expect(await codeOf('status-of-clients', token)).toEqual(FORBIDDEN);
  expect(await codeOf('status', 'llop_unknown')).toEqual(AUTHENTICATION_REQUIRED);
  expect((await call('public', token)).body).toMatchObject({ actor: null, attack: null });
  expect(await statusOf('status', users.SuperAdmin.token)).toBe(200);
});
