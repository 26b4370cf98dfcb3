import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Role, startTestApi } from '../testing/api.ts';
import type { Route } from './route.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
const tokens = new Map<Role, string>();
beforeAll(async () => {
  api = await startTestApi();
  for (const role of ROLES) tokens.set(role, (await api.signIn(role)).token);
});
afterAll(() => api?.stopAll());

/** The status of a route for one who is, or is not, signed in. What it answers may never end. */
async function statusOf({ method, path }: Route, token: string | undefined): Promise<number> {
  const url = new URL(
    path.replace(/:\w+/g, () => randomUUID()),
    api.url,
  );
  const abort = new AbortController();
  const answer = await fetch(url, {
    method,
    signal: abort.signal,
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  });
  abort.abort();
  return answer.status;
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const mayCall = ({ may }: Route, role: Role) => may === 'anyone' || may === 'signed-in' || may.includes(role);

describe('every route', () => {
  test('refuses who is not signed in and who has another role, and nothing is appended', async () => {
    const head = await api.head();
    const wrong: string[] = [];
    for (const each of api.routes) {
      if (each.may === 'anyone') continue;
      if ((await statusOf(each, undefined)) !== 401) wrong.push(`${nameOf(each)} without a session`);
      if ((await statusOf(each, 'forged')) !== 401) wrong.push(`${nameOf(each)} with a forged token`);
      for (const role of ROLES) {
        if (mayCall(each, role)) continue;
        if ((await statusOf(each, tokens.get(role))) !== 403) wrong.push(`${nameOf(each)} as ${role}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await api.head()).toBe(head);
  });

  test('lets in the roles that it names', async () => {
    const wrong: string[] = [];
    for (const each of api.routes) {
      // Those who are signed in would be signed out.
      if (each.may === 'anyone') continue;
      for (const role of ROLES) {
        if (!mayCall(each, role)) continue;
        if ([401, 403].includes(await statusOf(each, tokens.get(role))))
          wrong.push(`${nameOf(each)} as ${role}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('that is open to all is one that has to be', () => {
    const open = api.routes
      .filter(({ may }) => may === 'anyone')
      .map(({ method, path }) => `${method} ${path}`);
    expect(open.sort()).toEqual([
      'GET /api/forms/:form/token',
      'GET /api/health',
      'GET /api/public/showcase',
      'POST /api/ai/client-auth/login',
      'POST /api/ai/client-auth/logout',
      'POST /api/auth/login',
      'POST /api/auth/logout',
      'POST /api/auth/refresh-token',
      'POST /api/newsletter/subscribe',
      'POST /api/newsletter/unsubscribe',
      'POST /api/quotes/submit-quote',
    ]);
  });

  test('stands once, below /api', () => {
    const names = api.routes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { path } of api.routes) expect(path).toMatch(/^\/api\//);
  });
});
