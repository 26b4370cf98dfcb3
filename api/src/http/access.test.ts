import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Role, startTestApi } from '../testing/api.ts';
import type { Route } from './route.ts';

/** Everybody who can call: each role, and a SuperAdmin who acts as a client. */
const CALLERS = [...ROLES, 'Impersonating'] as const;
type Caller = Role | 'Impersonating';

let api: Awaited<ReturnType<typeof startTestApi>>;
const tokens = new Map<Caller, string>();
/** The client of the ClientUser and of the impersonation, and another. */
let own: string;
let other: string;
beforeAll(async () => {
  api = await startTestApi();
  for (const role of ROLES) {
    const { token, clientId } = await api.signIn(role);
    tokens.set(role, token);
    if (clientId !== undefined) own = clientId;
  }
  other = (await api.signIn('ClientUser')).clientId ?? '';
  tokens.set('Impersonating', (await api.signIn('SuperAdmin')).token);
  await impersonate();
});
afterAll(() => api?.stopAll());

/** The row that starting an impersonation leaves; the call itself reads what is not running here. */
async function impersonate(): Promise<void> {
  const session = await api.deps.sessions.authenticate(tokens.get('Impersonating') ?? '');
  await api.deps.pg.query(
    `INSERT INTO api.impersonation (session_id, impersonation_id, client_id) VALUES ($1, $2, $3)
     ON CONFLICT (session_id) DO NOTHING`,
    [session?.id, randomUUID(), own],
  );
}

/** A client's id in an address: of `/clients/:id`, `/client/:clientId` and the like. */
const CLIENT_ID = /(?<=\/clients?\/):\w+|:clientId\b/;

/** The status of a route for one who is, or is not, signed in. What it answers may never end. */
async function statusOf({ method, path }: Route, token: string | undefined, clientId = own): Promise<number> {
  const url = new URL(
    path.replace(CLIENT_ID, clientId).replace(/:\w+/g, () => randomUUID()),
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

/** Who acts as a client is a client, but on the few routes of the SuperAdmin behind. */
const roleOn = ({ asStaff }: Route, caller: Caller): Role => {
  if (caller !== 'Impersonating') return caller;
  return asStaff ? 'SuperAdmin' : 'ClientUser';
};
function mayCall(each: Route, caller: Caller): boolean {
  const role = roleOn(each, caller);
  if (caller === 'Impersonating' && each.ofClient?.notImpersonating && role === 'ClientUser') return false;
  return each.may === 'anyone' || each.may === 'signed-in' || each.may.includes(role);
}

describe('every route', () => {
  test('refuses who is not signed in and who has another role, and nothing is appended', async () => {
    const head = await api.head();
    const wrong: string[] = [];
    for (const each of api.routes) {
      if (each.may === 'anyone') continue;
      if ((await statusOf(each, undefined)) !== 401) wrong.push(`${nameOf(each)} without a session`);
      if ((await statusOf(each, 'forged')) !== 401) wrong.push(`${nameOf(each)} with a forged token`);
      for (const caller of CALLERS) {
        if (mayCall(each, caller)) continue;
        if ((await statusOf(each, tokens.get(caller))) !== 403) wrong.push(`${nameOf(each)} as ${caller}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await api.head()).toBe(head);
  });

  test("refuses a client's users what is another client's", async () => {
    const head = await api.head();
    const wrong: string[] = [];
    for (const each of api.routes) {
      if (each.may === 'anyone') continue;
      for (const caller of ['ClientUser', 'Impersonating'] as const) {
        if (!mayCall(each, caller) || roleOn(each, caller) !== 'ClientUser' || !CLIENT_ID.test(each.path))
          continue;
        const status = await statusOf(each, tokens.get(caller), other);
        if (status !== 403) wrong.push(`${nameOf(each)} of another client as ${caller}: ${status}`);
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
      for (const caller of CALLERS) {
        if (!mayCall(each, caller)) continue;
        if ([401, 403].includes(await statusOf(each, tokens.get(caller))))
          wrong.push(`${nameOf(each)} as ${caller}`);
        if (caller === 'Impersonating') await impersonate();
      }
    }
    expect(wrong).toEqual([]);
  });

  test('that is open to all is one that has to be', () => {
    const open = api.routes
      .filter(({ may }) => may === 'anyone')
      .map(({ method, path }) => `${method} ${path}`);
    expect(open.sort()).toEqual([
      'GET /api/ai/client-auth/validate-reset-token/:token',
      'GET /api/ai/widget/base.css',
      'GET /api/ai/widget/base.js',
      'GET /api/ai/widget/client/:clientId.css',
      'GET /api/ai/widget/client/:clientId.js',
      'GET /api/ai/widget/loader/:clientId.js',
      'GET /api/ai/widget/panel.js',
      'GET /api/auth/validate-link/:token',
      'GET /api/client-admin/validate-setup-token/:token',
      'GET /api/forms/:form/token',
      'GET /api/health',
      'GET /api/public/analytics-report/:token',
      'GET /api/public/showcase',
      'GET /api/ready',
      'GET /metrics', // asks for its own token
      'POST /api/ai/chat',
      'POST /api/ai/chat/conversation',
      'POST /api/ai/chat/feedback',
      'POST /api/ai/chat/messages',
      'POST /api/ai/client-auth/forgot-password',
      'POST /api/ai/client-auth/login',
      'POST /api/ai/client-auth/logout',
      'POST /api/ai/client-auth/reset-password',
      'POST /api/ai/widget/client/:clientId/token',
      'POST /api/auth/complete-setup',
      'POST /api/auth/login',
      'POST /api/auth/logout',
      'POST /api/auth/refresh-token',
      'POST /api/auth/reset-password',
      'POST /api/client-admin/complete-setup',
      'POST /api/forgot-password',
      'POST /api/newsletter/subscribe',
      'POST /api/newsletter/unsubscribe',
      'POST /api/quotes/submit-quote',
    ]);
  });

  test('stands once, below /api but for what Prometheus looks for', () => {
    const names = api.routes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { path } of api.routes) expect(path).toMatch(/^\/(api\/|metrics$)/);
  });
});
