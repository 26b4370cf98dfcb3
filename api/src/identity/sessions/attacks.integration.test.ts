import { randomUUID } from 'node:crypto';
import { streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, PASSWORD, startTestApi, type TestApi } from '../../testing/api.ts';
import { cookieHeader, cookiesOf } from '../../testing/cookies.ts';
import { startApiProcess, type TestProcess } from '../../testing/processes.ts';
import { SIGN_IN_LIMITS } from './constants.ts';

type Caller = Pick<TestApi, 'call'>;

/** Two API processes that share services and trust X-Forwarded-For. */
let first: Awaited<ReturnType<typeof startTestApi>>;
let otherProcess: TestProcess;
let second: Caller;
beforeAll(async () => {
  const variables = { TRUST_PROXY: 'true' };
  first = await startTestApi({ variables });
  const started = await startApiProcess(first.services, variables);
  otherProcess = started;
  second = { call: callerOf(started.url) };
});
afterAll(async () => {
  await otherProcess?.stop();
  await first?.stopAll();
});

const logIn = (api: Caller, email: string, password: string, headers: Record<string, string> = {}) =>
  api.call('POST', '/api/auth/login', { body: { email, password }, headers });
const from = (address: string) => ({ 'X-Forwarded-For': address });

describe('credential stuffing', () => {
  test('on one account is limited across API processes, even for concurrent attempts', async () => {
    const { email } = await first.signIn('Manager');
    const apis: Caller[] = [first, second];
    const attempts = await Promise.all(
      Array.from({ length: 24 }, (_, i) => logIn(apis[i % 2] as Caller, email, `wrong-${i}`)),
    );
    const statuses = attempts.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(
      SIGN_IN_LIMITS.accountFromAddress.points,
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(
      24 - SIGN_IN_LIMITS.accountFromAddress.points,
    );
    for (const api of apis) {
      expect(await logIn(api, email, PASSWORD)).toMatchObject({
        status: 429,
        body: { message: 'Too many login attempts. Please wait a moment before trying again.' },
      });
    }
  });

  test('on many accounts from one address is limited across API processes', async () => {
    const address = from('203.0.113.9');
    for (let i = 0; i < SIGN_IN_LIMITS.address.points; i++) {
      const api = i % 2 ? first : second;
      expect((await logIn(api, `${i}@example.com`, 'x', address)).status).toBe(401);
    }
    const { email } = await first.signIn('Manager');
    for (const api of [first, second]) expect((await logIn(api, email, PASSWORD, address)).status).toBe(429);
    expect((await logIn(second, email, PASSWORD, from('203.0.113.10'))).status).toBe(200);
  });

  test('on one account from many addresses is limited without locking out known browsers', async () => {
    const { email, userId } = await first.signIn('Manager');
    const known = cookiesOf((await logIn(first, email, PASSWORD, from('198.51.100.1'))).headers);
    const budget = SIGN_IN_LIMITS.unknownDevices.points;
    const attempts = await Promise.all(
      Array.from({ length: budget }, (_, i) =>
        logIn(i % 2 ? first : second, email, `wrong-${i}`, from(`198.51.100.${i + 2}`)),
      ),
    );
    expect(attempts.every(({ status }) => status === 401)).toBe(true);
    const stranger = from('198.51.100.250');
    expect((await logIn(second, email, PASSWORD, stranger)).status).toBe(429);

    // A known browser can sign in from anywhere, but only to its own account.
    const knownBrowser = {
      ...stranger,
      ...cookieHeader({ staff_device: known.staff_device ?? { value: '', attributes: '' } }),
    };
    expect((await logIn(second, email, PASSWORD, knownBrowser)).status).toBe(200);
    const forged = { ...stranger, Cookie: `staff_device=${randomUUID()}.${randomUUID()}` };
    expect((await logIn(second, email, PASSWORD, forged)).status).toBe(429);

    // A reset link also works from anywhere.
    const token = await first.ports.links.create({ kind: 'staff', userId, purpose: 'reset', email });
    const body = { token, password: 'Another-Horse-8', confirmPassword: 'Another-Horse-8' };
    const reset = await second.call('POST', '/api/auth/reset-password', { body, headers: stranger });
    expect(reset.status).toBe(200);
    const fresh = { ...stranger, ...cookieHeader(cookiesOf(reset.headers)) };
    expect((await logIn(second, email, 'Another-Horse-8', fresh)).status).toBe(200);
  });
});

describe('a session', () => {
  test('cannot be fixated: signing in replaces existing cookies and ends their session', async () => {
    const [ada, eve] = [await first.signIn('Manager'), await first.signIn('Manager')];
    const planted = cookiesOf((await logIn(first, eve.email, PASSWORD)).headers);
    const response = await logIn(first, ada.email, PASSWORD, cookieHeader(planted));
    const own = cookiesOf(response.headers);
    for (const name of ['access_token', 'refresh_token'])
      expect(own[name]?.value).not.toBe(planted[name]?.value);
    const verify = (cookies: typeof own) =>
      first.call('GET', '/api/auth/verify', { headers: cookieHeader(cookies) });
    expect((await verify(own)).body.userId).toBe(ada.userId);
    expect((await verify(planted)).status).toBe(401);
    expect((await first.typesOf(streams.staffUser(eve.userId))).at(-1)).toBe('StaffUserSignedOut');
  });

  test('cannot be forged by the caller', async () => {
    const Cookie = `access_token=${randomUUID()}; refresh_token=${randomUUID()}; userRole=SuperAdmin; userId=x`;
    expect((await first.call('GET', '/api/auth/verify', { headers: { Cookie } })).status).toBe(401);
    expect((await first.call('GET', '/api/staff', { headers: { Cookie } })).status).toBe(401);
  });

  test('ends on all processes when its refresh token is replayed', async () => {
    const { email } = await first.signIn('Manager');
    const stolen = cookiesOf((await logIn(first, email, PASSWORD)).headers);
    const refresh = (api: Caller, cookies: typeof stolen) =>
      api.call('POST', '/api/auth/refresh-token', { headers: cookieHeader(cookies) });
    const next = cookiesOf((await refresh(first, stolen)).headers);
    const last = cookiesOf((await refresh(second, next)).headers);
    expect((await refresh(second, stolen)).status).toBe(401);
    for (const api of [first, second]) {
      expect((await refresh(api, last)).status).toBe(401);
      expect((await api.call('GET', '/api/auth/verify', { headers: cookieHeader(last) })).status).toBe(401);
    }
  });
});

describe('another site', () => {
  const evil = { Origin: 'https://evil.example' };

  test('cannot make a browser change an account, sign in or sign out', async () => {
    const { email } = await first.signIn('Manager');
    const cookies = cookieHeader(cookiesOf((await logIn(first, email, PASSWORD)).headers));
    const head = await first.head();
    for (const [method, path, body] of [
      ['PATCH', '/api/auth/profile/name', { firstName: 'Eve' }],
      ['PATCH', '/api/auth/profile/email', { newEmail: 'eve@example.com', password: PASSWORD }],
      ['PATCH', '/api/auth/profile/password', { currentPassword: PASSWORD, newPassword: 'eve-eve-eve' }],
      ['POST', '/api/auth/totp', { password: PASSWORD }],
      ['POST', '/api/auth/login', { email, password: PASSWORD }],
      ['POST', '/api/auth/logout', {}],
      ['POST', '/api/staff/invitations', {}],
    ] as const) {
      const response = await first.call(method, path, { body, headers: { ...cookies, ...evil } });
      expect(response, path).toMatchObject({ status: 403, body: { code: 'CROSS_ORIGIN' } });
    }
    expect(await first.head()).toBe(head);
    expect((await first.call('GET', '/api/auth/verify', { headers: cookies })).status).toBe(200);
  });

  test('cannot send a form instead of JSON', async () => {
    const { token } = await first.signIn('Manager');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await first.call('PATCH', '/api/auth/profile/name', {
      token,
      headers,
      body: 'firstName=Eve',
    });
    expect(response.status).toBe(400);
  });
});

describe('mass assignment', () => {
  test('of a role, id, client or flag has no effect', async () => {
    const extra = {
      role: 'SuperAdmin',
      userRole: 'SuperAdmin',
      user_id: randomUUID(),
      id: randomUUID(),
      client_id: 'another',
      clientId: 'another',
      active: true,
      email: 'eve@example.com',
      isPending: false,
      type: 'administer',
    };
    const staff = await first.signIn('Employee');
    const body = { firstName: 'Eve', ...extra };
    expect((await first.call('PATCH', '/api/auth/profile/name', { token: staff.token, body })).status).toBe(
      200,
    );
    const verified = await first.call('GET', '/api/auth/verify', { token: staff.token });
    expect(verified.body).toMatchObject({
      role: 'Employee',
      firstName: 'Eve',
      email: staff.email,
      userId: staff.userId,
    });
    const user = await first.signIn('ClientUser');
    await first.call('PATCH', '/api/ai/client-auth/profile/name', { token: user.token, body });
    const { body: verifiedClient } = await first.call('GET', '/api/ai/client-auth/verify', {
      token: user.token,
    });
    expect(verifiedClient).toMatchObject({ firstName: 'Eve', userId: user.userId });
    expect(verifiedClient.client).toMatchObject({ id: user.clientId, email: user.email });
    const signedIn = await first.call('POST', '/api/auth/login', {
      body: { ...extra, email: staff.email, password: PASSWORD },
    });
    expect(signedIn.body).toMatchObject({ userRole: 'Employee', userId: staff.userId });
  });
});

test('returns names as plain text in JSON', async () => {
  const { token } = await first.signIn('Manager');
  const name = `"><script>alert(1)</script><img src=x onerror=alert(1)>{{7*7}}`;
  await first.call('PATCH', '/api/auth/profile/name', { token, body: { firstName: name, lastName: name } });
  const { headers, body } = await first.call('GET', '/api/auth/verify', { token });
  expect(body).toMatchObject({ firstName: name, lastName: name });
  expect(headers.get('Content-Type')).toMatch(/^application\/json/);
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
});
