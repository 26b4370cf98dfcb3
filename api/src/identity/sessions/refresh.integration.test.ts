import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, startTestApi } from '../../testing/api.ts';
import { type Cookies, cookieHeader, cookiesOf } from '../../testing/cookies.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stopAll());

const login = async (email: string, cookies: Cookies = {}) => {
  const body = { email, password: PASSWORD };
  const response = await api.call('POST', '/api/auth/login', { body, headers: cookieHeader(cookies) });
  expect(response.status).toBe(200);
  return cookiesOf(response.headers);
};
const refresh = (cookies: Cookies) =>
  api.call('POST', '/api/auth/refresh-token', { headers: cookieHeader(cookies) });
const verify = (cookies: Cookies) => api.call('GET', '/api/auth/verify', { headers: cookieHeader(cookies) });

describe('a session', () => {
  test('is refreshed by its cookie', async () => {
    const before = await login((await api.signIn('Manager')).email);
    const response = await refresh(before);
    expect(response.status).toBe(200);
    expect(Date.parse(response.body.authToken.expiresAt)).toBeGreaterThan(Date.now());
    const after = cookiesOf(response.headers);
    expect(after.refresh_token?.value).not.toBe(before.refresh_token?.value);
    expect((await verify(after)).status).toBe(200);
  });

  test('is not refreshed by a made-up cookie, which is cleared', async () => {
    const head = await api.head();
    const response = await refresh({ refresh_token: { value: 'made-up', attributes: '' } });
    expect(response.status).toBe(401);
    expect(cookiesOf(response.headers).refresh_token?.value).toBe('');
    expect(await api.head()).toBe(head);
  });

  test('is not refreshed without a cookie, and no cookies are cleared', async () => {
    const head = await api.head();
    const response = await refresh({});
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await api.head()).toBe(head);
  });

  test('is not refreshed after its end, and its cookies are cleared', async () => {
    const cookies = await login((await api.signIn('Manager')).email);
    await api.call('POST', '/api/auth/logout', { headers: cookieHeader(cookies) });
    const response = await refresh(cookies);
    expect(response.status).toBe(401);
    const cleared = cookiesOf(response.headers);
    for (const name of ['access_token', 'refresh_token', 'userId', 'userRole']) {
      expect(cleared[name]?.value).toBe('');
    }
  });

  test('ends once with an event when its refresh token is replayed', async () => {
    const { email, userId } = await api.signIn('Manager');
    const first = await login(email);
    const second = cookiesOf((await refresh(first)).headers);
    const third = cookiesOf((await refresh(second)).headers);

    const replayed = await refresh(first);
    expect(replayed.status).toBe(401);
    expect(cookiesOf(replayed.headers).refresh_token?.value).toBe('');
    expect((await refresh(first)).status).toBe(401);
    expect((await refresh(third)).status).toBe(401);
    expect((await verify(third)).status).toBe(401);
    const events = await api.eventsOf(streams.staffUser(userId));
    expect(events.filter(({ type }) => type.endsWith('Ended'))).toMatchObject([
      { type: 'StaffUserSessionEnded', data: { reason: 'token_replayed' }, metadata: { actor: SYSTEM } },
    ]);
  });
});

/** A late response must not clear the cookies of the new session. */
describe('a late refresh with the token of an earlier session', () => {
  test('is rejected and clears no cookies', async () => {
    const { email } = await api.signIn('Manager');
    const earlier = await login(email);
    const current = await login((await api.signIn('Admin')).email, earlier);
    const late = await refresh(earlier);
    expect(late.status).toBe(401);
    expect(late.headers.getSetCookie()).toEqual([]);
    expect((await verify(current)).status).toBe(200);
  });

  test('clears no cookies if its session had ended before', async () => {
    const { email } = await api.signIn('Manager');
    const earlier = await login(email);
    await api.call('POST', '/api/auth/logout', { headers: cookieHeader(earlier) });
    await login(email, earlier);
    const late = await refresh(earlier);
    expect(late.status).toBe(401);
    expect(late.headers.getSetCookie()).toEqual([]);
  });

  test('clears no cookies if its token was already replaced', async () => {
    const { email } = await api.signIn('Manager');
    const oldest = await login(email);
    const older = cookiesOf((await refresh(oldest)).headers);
    const earlier = cookiesOf((await refresh(older)).headers);
    const current = await login(email, earlier);
    const late = await refresh(oldest);
    expect(late.status).toBe(401);
    expect(late.headers.getSetCookie()).toEqual([]);
    expect((await verify(current)).status).toBe(200);
  });
});
