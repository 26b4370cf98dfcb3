import { type EventMetadata, SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, startTestApi } from '../testing/api.ts';
import { type Cookies, cookieHeader, cookiesOf } from '../testing/cookies.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stopAll());

const login = async (email: string, cookies: Cookies = {}) => {
  const body = { email, password: PASSWORD };
  const answer = await api.call('POST', '/api/auth/login', { body, headers: cookieHeader(cookies) });
  expect(answer.status).toBe(200);
  return cookiesOf(answer.headers);
};
const refresh = (cookies: Cookies) =>
  api.call('POST', '/api/auth/refresh-token', { headers: cookieHeader(cookies) });
const verify = (cookies: Cookies) => api.call('GET', '/api/auth/verify', { headers: cookieHeader(cookies) });

describe('a session', () => {
  test('is refreshed by its cookie, and goes on', async () => {
    const before = await login((await api.signIn('Manager')).email);
    const answer = await refresh(before);
    expect(answer.status).toBe(200);
    expect(Date.parse(answer.body.authToken.expiresAt)).toBeGreaterThan(Date.now());
    const after = cookiesOf(answer.headers);
    expect(after.refresh_token?.value).not.toBe(before.refresh_token?.value);
    expect((await verify(after)).status).toBe(200);
  });

  test('is not refreshed by a made-up cookie, which is cleared', async () => {
    const head = await api.head();
    const answer = await refresh({ refresh_token: { value: 'made-up', attributes: '' } });
    expect(answer.status).toBe(401);
    expect(cookiesOf(answer.headers).refresh_token?.value).toBe('');
    expect(await api.head()).toBe(head);
  });

  test('that has ended is not refreshed, and its cookies are cleared', async () => {
    const cookies = await login((await api.signIn('Manager')).email);
    await api.call('POST', '/api/auth/logout', { headers: cookieHeader(cookies) });
    const answer = await refresh(cookies);
    expect(answer.status).toBe(401);
    const cleared = cookiesOf(answer.headers);
    for (const name of ['access_token', 'refresh_token', 'userId', 'userRole']) {
      expect(cleared[name]?.value).toBe('');
    }
  });

  test('whose refresh token is replayed ends, once, and that is an event', async () => {
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
    const ended: { type: string; data: object; metadata: EventMetadata }[] = [];
    await api.deps.eventStore.read(streams.staffUser(userId), (event) => {
      if (event.type.endsWith('Ended')) ended.push(event as unknown as (typeof ended)[number]);
    });
    expect(ended).toMatchObject([
      { type: 'StaffUserSessionEnded', data: { reason: 'token_replayed' }, metadata: { actor: SYSTEM } },
    ]);
  });
});

/** The answer may come after the one to the sign-in: what it cleared would be the cookies of the new session. */
describe('a page of an earlier session that refreshes while its browser signs in anew', () => {
  test('is refused, and clears no cookie', async () => {
    const { email } = await api.signIn('Manager');
    const earlier = await login(email);
    const now = await login((await api.signIn('Admin')).email, earlier);
    const late = await refresh(earlier);
    expect(late.status).toBe(401);
    expect(late.headers.getSetCookie()).toEqual([]);
    expect((await verify(now)).status).toBe(200);
  });

  test('clears none either when its session had ended before that sign-in', async () => {
    const { email } = await api.signIn('Manager');
    const earlier = await login(email);
    await api.call('POST', '/api/auth/logout', { headers: cookieHeader(earlier) });
    await login(email, earlier);
    const late = await refresh(earlier);
    expect(late.status).toBe(401);
    expect(late.headers.getSetCookie()).toEqual([]);
  });

  test('clears none when its token has been used up, and that is still told', async () => {
    const { email } = await api.signIn('Manager');
    const oldest = await login(email);
    const older = cookiesOf((await refresh(oldest)).headers);
    const earlier = cookiesOf((await refresh(older)).headers);
    const now = await login(email, earlier);
    const late = await refresh(oldest);
    expect(late.status).toBe(401);
    expect(late.headers.getSetCookie()).toEqual([]);
    expect((await verify(now)).status).toBe(200);
  });

  test('that has lost its cookies has none to clear', async () => {
    const head = await api.head();
    const answer = await refresh({});
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await api.head()).toBe(head);
  });
});
