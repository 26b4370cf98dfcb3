import { randomUUID } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameUuid } from '../../platform/commands/ids.ts';
import { PASSWORD, startApiOn, startTestApi } from '../../testing/api.ts';
import { cookieHeader, cookiesOf } from '../../testing/cookies.ts';
import { ensureSuperAdmin } from '../users/super-admin.ts';
import { createStaffUser } from '../users/users.ts';

const SUPERADMIN = { email: 'Root@Example.com', password: 'The-first-password-1' };

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi({
    variables: { SUPERADMIN_EMAIL: SUPERADMIN.email, SUPERADMIN_PASSWORD: SUPERADMIN.password },
  });
});
afterAll(() => api?.stopAll());

const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  api.call('POST', '/api/auth/login', { body: { email, password }, headers });

const user = () => {
  const user_id = randomUUID();
  const email = `${user_id}@example.com`;
  return { user_id, email, password: PASSWORD, first_name: 'Ada', last_name: 'L', role: 'Manager' } as const;
};
const origin = () => ({ actor: SYSTEM, correlationId: randomUUID() });

describe('the first SuperAdmin', () => {
  test('is created at the first start', async () => {
    const response = await login('root@example.com', SUPERADMIN.password);
    expect(response.body).toMatchObject({ userRole: 'SuperAdmin', companyId: null, first_name: 'Super' });
  });

  test('is not changed by later configuration', async () => {
    const changed = {
      ...api.ports.config,
      SUPERADMIN_EMAIL: 'other@example.com',
      SUPERADMIN_PASSWORD: 'other',
    };
    await Promise.all([1, 2, 3].map(() => ensureSuperAdmin({ ...api.ports, config: changed })));
    expect((await login('other@example.com', 'other')).status).toBe(401);
    expect((await login(SUPERADMIN.email, SUPERADMIN.password)).status).toBe(200);
    const id = nameUuid('first SuperAdmin', api.ports.logId);
    const created = (await api.eventsOf(streams.staffUser(id))).filter(
      ({ type }) => type === 'StaffUserCreated',
    );
    expect(created).toHaveLength(1);
  });
});

describe('signing in', () => {
  test('responds, sets cookies and is recorded', async () => {
    const { email, user_id } = await staff();
    const response = await login(email.toUpperCase(), PASSWORD);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      userId: user_id,
      userRole: 'Manager',
      first_name: 'Ada',
      last_name: 'L',
    });
    const cookies = cookiesOf(response.headers);
    for (const name of ['access_token', 'refresh_token']) {
      expect(cookies[name]?.attributes).toMatch(/path=\/api; .*samesite=lax; httponly/);
      expect(cookies[name]?.attributes).not.toMatch(/secure/);
    }
    expect(cookies.userId).toMatchObject({ value: user_id });
    expect(cookies.userRole).toMatchObject({ value: 'Manager' });
    expect(cookies.userId?.attributes).not.toMatch(/httponly/);
    expect(response.headers.get('X-Event-Position')).toMatch(`${api.ports.logId}:`);
    const events = await api.eventsOf(streams.staffUser(user_id));
    expect(events.map(({ type }) => type)).toEqual(['StaffUserCreated', 'StaffUserSignedIn']);
    expect(events[1]?.metadata.actor).toEqual({ id: user_id, role: 'Manager' });
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain(response.body.token);
  });

  test('gives the same error for a wrong password and an unknown address', async () => {
    const { email } = await staff();
    const head = await api.head();
    const wrong = await login(email, 'wrong');
    const unknown = await login('nobody@example.com', PASSWORD);
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({
      error: 'Invalid credentials. Please try again.',
      message: 'Invalid credentials. Please try again.',
      code: 'INVALID_CREDENTIALS',
    });
    expect(unknown).toMatchObject({ status: 401, body: wrong.body });
    expect(wrong.headers.getSetCookie()).toEqual([]);
    expect(await api.head()).toBe(head);
  });

  test('takes the same time for an unknown address and a wrong password', async () => {
    const { email } = await staff();
    const unknownEmail = `${randomUUID()}@example.com`;
    const times: Record<string, number[]> = { [email]: [], [unknownEmail]: [] };
    for (let round = 0; round < 7; round++) {
      for (const [address, taken] of Object.entries(times)) {
        const start = performance.now();
        await login(address, 'wrong');
        taken.push(performance.now() - start);
      }
    }
    const [known = 0, unknown = 0] = Object.values(times).map((taken) => taken.sort((a, b) => a - b)[3]);
    expect(unknown / known).toBeGreaterThan(0.33);
    expect(unknown / known).toBeLessThan(3);
  });

  test.for([
    ['nothing', {}],
    ['no password', { email: 'ada@example.com' }],
    ['an empty address', { email: ' ', password: 'x' }],
    ['wrong types', { email: 1, password: ['x'] }],
  ] as const)('with %s asks for email and password', async ([, body]) => {
    const response = await api.call('POST', '/api/auth/login', { body });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      message: 'Please enter both email and password',
      code: 'MALFORMED',
    });
  });

  test('names the limit of a password that is too long', async () => {
    const { status, body } = await login('ada@example.com', 'x'.repeat(1_025));
    expect([status, body.message]).toEqual([400, 'A password can have at most 1,024 characters']);
  });

  test('separates staff and client users', async () => {
    const { email } = await staff();
    const asClient = await api.call('POST', '/api/ai/client-auth/login', {
      body: { email, password: PASSWORD },
    });
    expect(asClient).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } });
    const client = await api.signIn('ClientUser');
    expect((await login(client.email, PASSWORD)).status).toBe(401);
  });

  test('is limited per email address', async () => {
    const { email } = await staff();
    const other = await staff();
    for (let attempt = 0; attempt < 10; attempt++) expect((await login(email, 'wrong')).status).toBe(401);
    const head = await api.head();
    const rejected = await login(email, PASSWORD);
    expect(rejected.status).toBe(429);
    expect(rejected.body.message).toBe('Too many login attempts. Please wait a moment before trying again.');
    expect(Number(rejected.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await api.head()).toBe(head);
    expect((await login(other.email, PASSWORD)).status).toBe(200);
  });

  test('does not count successful attempts', async () => {
    const { email } = await staff();
    for (let attempt = 0; attempt < 12; attempt++) expect((await login(email, PASSWORD)).status).toBe(200);
  });

  test('opens one session per idempotency key', async () => {
    const { email, user_id } = await staff();
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, second] = [await login(email, PASSWORD, key), await login(email, PASSWORD, key)];
    expect(second.headers.get('X-Event-Position')).toBe(first.headers.get('X-Event-Position'));
    expect(await api.eventsOf(streams.staffUser(user_id))).toHaveLength(2);
    expect((await login(email, 'wrong', key)).status).toBe(401);
  });

  test('sets secure cookies over HTTPS', async () => {
    const secure = await startApiOn(api.services, { variables: { PUBLIC_URL: 'https://landline.example' } });
    try {
      const { email } = await staff();
      const response = await secure.call('POST', '/api/auth/login', { body: { email, password: PASSWORD } });
      expect(response.status).toBe(200);
      for (const cookie of response.headers.getSetCookie()) expect(cookie).toMatch(/; secure/i);
      const cookies = cookiesOf(response.headers);
      const secrets = ['__Host-access_token', '__Host-refresh_token', '__Host-staff_device'];
      expect(Object.keys(cookies).sort()).toEqual([...secrets, 'userId', 'userRole'].sort());
      for (const name of secrets) expect(cookies[name]?.attributes).toMatch(/path=\/; .*httponly/);
      const verify = (headers: Record<string, string>) => secure.call('GET', '/api/auth/verify', { headers });
      expect((await verify(cookieHeader(cookies))).status).toBe(200);
      // Another subdomain or a page without HTTPS could have planted this one.
      const planted = cookies['__Host-access_token']?.value;
      expect((await verify({ Cookie: `access_token=${planted}` })).status).toBe(401);
      const { body: openApi } = await secure.call('GET', '/api/openapi.json');
      expect(openApi.components.securitySchemes.cookie.name).toBe('__Host-access_token');
      const signedOut = await secure.call('POST', '/api/auth/logout', { headers: cookieHeader(cookies) });
      expect(cookiesOf(signedOut.headers)['__Host-access_token']?.value).toBe('');
    } finally {
      await secure.stop();
    }
  });
});

describe('a session', () => {
  test('is verified by cookie and by bearer token', async () => {
    const { email, user_id } = await staff();
    const { body, headers } = await login(email, PASSWORD);
    const expected = {
      role: 'Manager',
      userId: user_id,
      firstName: 'Ada',
      lastName: 'L',
      email,
      companyId: null,
    };
    const byCookie = await api.call('GET', '/api/auth/verify', { headers: cookieHeader(cookiesOf(headers)) });
    expect(byCookie).toMatchObject({ status: 200, body: expected });
    const byBearer = await api.call('GET', '/api/auth/verify', { token: body.token });
    expect(byBearer).toMatchObject({ status: 200, body: expected });
  });

  test('is not verified without cookies or token', async () => {
    const response = await api.call('GET', '/api/auth/verify');
    expect(response.status).toBe(401);
    expect(response.body.message).toBe('Authentication required. Please log in again.');
  });

  test('of a client user includes the client and its products', async () => {
    const client = await api.signIn('ClientUser');
    const { status, body } = await api.call('GET', '/api/ai/client-auth/verify', { token: client.token });
    expect(status).toBe(200);
    expect(body.client).toMatchObject({
      id: client.clientId,
      email: client.email,
      planTier: 'pro',
      has_ai_assistant: true,
      has_geo_leads: true,
      product_config: { demo_mode: false },
    });
  });

  test('ends on sign-out with its tokens', async () => {
    const { email, user_id } = await staff();
    const cookies = cookiesOf((await login(email, PASSWORD)).headers);
    const response = await api.call('POST', '/api/auth/logout', { headers: cookieHeader(cookies) });
    expect(response).toMatchObject({
      status: 200,
      body: { success: true, message: 'You have been successfully logged out.' },
    });
    const cleared = cookiesOf(response.headers);
    for (const name of ['access_token', 'refresh_token', 'userId', 'userRole']) {
      expect(cleared[name]).toMatchObject({
        value: '',
        attributes: expect.stringContaining('expires=thu, 01 jan 1970'),
      });
    }
    expect((await api.call('GET', '/api/auth/verify', { headers: cookieHeader(cookies) })).status).toBe(401);
    const refresh = await api.call('POST', '/api/auth/refresh-token', { headers: cookieHeader(cookies) });
    expect(refresh.status).toBe(401);
    expect(await api.typesOf(streams.staffUser(user_id))).toEqual([
      'StaffUserCreated',
      'StaffUserSignedIn',
      'StaffUserSignedOut',
    ]);
  });

  test('can be ended by its refresh token after the access token expired', async () => {
    const { email, user_id } = await staff();
    const { refresh_token } = cookiesOf((await login(email, PASSWORD)).headers);
    const headers = { Cookie: `refresh_token=${refresh_token?.value}` };
    expect((await api.call('POST', '/api/auth/logout', { headers })).status).toBe(200);
    expect((await api.typesOf(streams.staffUser(user_id))).at(-1)).toBe('StaffUserSignedOut');
  });

  test('allows signing out without a session', async () => {
    const head = await api.head();
    expect((await api.call('POST', '/api/auth/logout')).status).toBe(200);
    expect((await api.call('POST', '/api/ai/client-auth/logout')).status).toBe(200);
    expect(await api.head()).toBe(head);
  });

  test('of a client user ends on sign-out', async () => {
    const { token, userId } = await api.signIn('ClientUser');
    expect((await api.call('POST', '/api/ai/client-auth/logout', { token })).status).toBe(200);
    expect((await api.call('GET', '/api/ai/client-auth/verify', { token })).status).toBe(401);
    expect((await api.typesOf(streams.clientUser(userId))).at(-1)).toBe('ClientUserSignedOut');
  });
});

async function staff() {
  const ada = user();
  await createStaffUser(api.ports, ada, origin());
  return ada;
}
