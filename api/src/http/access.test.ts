import { randomUUID } from 'node:crypto';
import { STAFF_ROLES } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Role, startTestApi } from '../testing/api.ts';
import { whoMayCall } from '../testing/who-may-call.ts';
import type { ClientRequirements, Route } from './route.ts';

/** What clients have; who acts as one has all of it. */
const CLIENTS = {
  ClientUser: { has_ai_assistant: true, has_geo_leads: true, demo_mode: false },
  Demo: { has_ai_assistant: true, has_geo_leads: true, demo_mode: true },
  WithoutAssistant: { has_ai_assistant: false, has_geo_leads: true, demo_mode: false },
  WithoutFinder: { has_ai_assistant: true, has_geo_leads: false, demo_mode: false },
} as const;
type OfClient = keyof typeof CLIENTS;
const OF_CLIENTS = Object.keys(CLIENTS) as OfClient[];

/** Everybody who can call: each role, users of clients of each kind, and a SuperAdmin who acts as a client. */
const CALLERS = [...STAFF_ROLES, ...OF_CLIENTS, 'Impersonating'] as const;
type Caller = (typeof CALLERS)[number];
const isOfClient = (caller: Caller): caller is OfClient => caller in CLIENTS;

let api: Awaited<ReturnType<typeof startTestApi>>;
const tokens = new Map<Caller, string>();
/** The client of each caller that has one, and one that is nobody's of these. */
const own = new Map<Caller, string>();
let other: string;
beforeAll(async () => {
  api = await startTestApi();
  for (const role of STAFF_ROLES) tokens.set(role, (await api.signIn(role)).token);
  for (const caller of OF_CLIENTS) {
    const { token, clientId = '' } = await api.signIn('ClientUser');
    const { has_ai_assistant, has_geo_leads, demo_mode } = CLIENTS[caller];
    tokens.set(caller, token);
    own.set(caller, clientId);
    await api.deps.pg.query(
      `UPDATE api.client_access SET has_ai_assistant = $2, has_geo_leads = $3, demo_mode = $4 WHERE client_id = $1`,
      [clientId, has_ai_assistant, has_geo_leads, demo_mode],
    );
  }
  other = (await api.signIn('ClientUser')).clientId ?? '';
  tokens.set('Impersonating', (await api.signIn('SuperAdmin')).token);
  own.set('Impersonating', own.get('ClientUser') ?? '');
  await impersonate();
});
afterAll(() => api?.stopAll());

/** The row that starting an impersonation leaves; the call itself reads what is not running here. */
async function impersonate(): Promise<void> {
  const session = await api.deps.sessions.authenticate(tokens.get('Impersonating') ?? '');
  await api.deps.pg.query(
    `INSERT INTO api.impersonation (session_id, impersonation_id, client_id) VALUES ($1, $2, $3)
     ON CONFLICT (session_id) DO NOTHING`,
    [session?.id, randomUUID(), own.get('Impersonating')],
  );
}

/** A client's id in an address: of `/clients/:id`, `/client/:clientId` and the like. */
const CLIENT_ID = /(?<=\/clients?\/):\w+|:clientId\b/;

interface As {
  token?: string | undefined;
  /** Of the client that is named in the address. */
  clientId?: string | undefined;
  headers?: Record<string, string>;
}

/** The status of a route for one who is, or is not, signed in. What it answers may never end. */
async function statusOf({ method, path }: Route, { token, clientId = other, headers = {} }: As = {}) {
  const url = new URL(
    path.replace(CLIENT_ID, clientId).replace(/:\w+/g, () => randomUUID()),
    api.url,
  );
  const abort = new AbortController();
  const answer = await fetch(url, {
    method,
    signal: abort.signal,
    headers: { ...headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
  });
  abort.abort();
  return answer.status;
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** Who acts as a client is a client, but on the few routes of the SuperAdmin behind. */
const roleOn = ({ asStaff }: Route, caller: Caller): Role => {
  if (isOfClient(caller)) return 'ClientUser';
  if (caller !== 'Impersonating') return caller;
  return asStaff ? 'SuperAdmin' : 'ClientUser';
};
function mayCall(each: Route, caller: Caller): boolean {
  const role = roleOn(each, caller);
  if (each.may !== 'anyone' && each.may !== 'signed-in' && !each.may.includes(role)) return false;
  if (role !== 'ClientUser') return true;
  const { product, notInDemo, notImpersonating } = each.ofClient ?? {};
  if (caller === 'Impersonating') return notImpersonating !== true;
  const has = CLIENTS[isOfClient(caller) ? caller : 'ClientUser'];
  return (product === undefined || has[`has_${product}`]) && !(notInDemo && has.demo_mode);
}
const as = (caller: Caller): As => ({ token: tokens.get(caller), clientId: own.get(caller) });

/** What spec 000 §2 and §6 ask of a client for a call, by what it is about. */
function requirementsOf({ method, path }: Route): ClientRequirements {
  const own = { notInDemo: true, notImpersonating: true } as const;
  if (/^\/api\/ai\/client-auth\/(profile|sessions)/.test(path)) return own;
  if (/^\/api\/(audit|geo\/map-tiles|ai\/(client-auth\/verify|client-dashboard|clients))\b/.test(path))
    return {};
  if (path.startsWith('/api/ai/'))
    return { product: 'ai_assistant', ...(path.endsWith('/secret') && { notImpersonating: true }) };
  if (path === '/api/geo/digest') return { product: 'geo_leads', ...own };
  const reads = method === 'GET' || path === '/api/geo/visits';
  return { product: 'geo_leads', ...((!reads || path.includes('/export/')) && { notInDemo: true }) };
}

// Some thousand calls, one after the other.
describe('every route', { timeout: 180_000 }, () => {
  test('refuses who is not signed in and who has another role, and nothing is appended', async () => {
    const head = await api.head();
    const wrong: string[] = [];
    for (const each of api.routes) {
      if (each.may === 'anyone') continue;
      if ((await statusOf(each)) !== 401) wrong.push(`${nameOf(each)} without a session`);
      if ((await statusOf(each, { token: 'forged' })) !== 401)
        wrong.push(`${nameOf(each)} with a forged token`);
      for (const caller of CALLERS) {
        if (mayCall(each, caller)) continue;
        const status = await statusOf(each, as(caller));
        if (status !== 403) wrong.push(`${nameOf(each)} as ${caller}: ${status}`);
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
      for (const caller of [...OF_CLIENTS, 'Impersonating'] as const) {
        if (!mayCall(each, caller) || roleOn(each, caller) !== 'ClientUser') continue;
        const forged = { ...as(caller), headers: { 'X-Client-Id': other } };
        const said = await statusOf(each, forged);
        if (said !== 403) wrong.push(`${nameOf(each)} as ${caller} with a forged X-Client-Id: ${said}`);
        if (!CLIENT_ID.test(each.path)) continue;
        const status = await statusOf(each, { ...as(caller), clientId: other });
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
        if ([401, 403].includes(await statusOf(each, as(caller)))) wrong.push(`${nameOf(each)} as ${caller}`);
        if (caller === 'Impersonating') await impersonate();
      }
    }
    expect(wrong).toEqual([]);
  });

  test('names those whom the specification lets in, and no others', () => {
    const calls = api.routes.filter(({ may }) => may !== 'anyone');
    const sorted = (may: Route['may'] | undefined) => (typeof may === 'object' ? [...may].sort() : may);
    expect(Object.fromEntries(calls.map((each) => [nameOf(each), sorted(each.may)]))).toEqual(
      Object.fromEntries(calls.map((each) => [nameOf(each), sorted(whoMayCall(each))])),
    );
  });

  test('asks of a client the product that it is of, and what a demo and an impersonation may not do', () => {
    const calls = api.routes.filter(
      ({ may }) => may !== 'anyone' && may !== 'signed-in' && may.includes('ClientUser'),
    );
    expect(Object.fromEntries(calls.map((each) => [nameOf(each), each.ofClient ?? {}]))).toEqual(
      Object.fromEntries(calls.map((each) => [nameOf(each), requirementsOf(each)])),
    );
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
      'GET /api/pricing',
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
