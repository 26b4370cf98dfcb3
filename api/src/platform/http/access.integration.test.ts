import { randomUUID } from 'node:crypto';
import { STAFF_ROLES } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Role, startTestApi } from '../../testing/api.ts';
import { expectedAccess } from '../../testing/expected-access.ts';
import type { ClientRequirements, Route } from './route.ts';

/** Clients with different access; impersonation uses the one with full access. */
const CLIENTS = {
  ClientUser: { has_ai_assistant: true, has_geo_leads: true, demo_mode: false },
  Demo: { has_ai_assistant: true, has_geo_leads: true, demo_mode: true },
  WithoutAssistant: { has_ai_assistant: false, has_geo_leads: true, demo_mode: false },
  WithoutFinder: { has_ai_assistant: true, has_geo_leads: false, demo_mode: false },
} as const;
type ClientCaller = keyof typeof CLIENTS;
const CLIENT_CALLERS = Object.keys(CLIENTS) as ClientCaller[];

/** All kinds of callers: each role, users of each kind of client, and an impersonating SuperAdmin. */
const CALLERS = [...STAFF_ROLES, ...CLIENT_CALLERS, 'Impersonating'] as const;
type Caller = (typeof CALLERS)[number];
const isClientCaller = (caller: Caller): caller is ClientCaller => caller in CLIENTS;

let api: Awaited<ReturnType<typeof startTestApi>>;
const tokens = new Map<Caller, string>();
/** Clients of the callers, and a foreign client. */
const ownClients = new Map<Caller, string>();
let otherClient: string;
beforeAll(async () => {
  api = await startTestApi();
  for (const role of STAFF_ROLES) tokens.set(role, (await api.signIn(role)).token);
  for (const caller of CLIENT_CALLERS) {
    const { token, clientId = '' } = await api.signIn('ClientUser');
    const { has_ai_assistant, has_geo_leads, demo_mode } = CLIENTS[caller];
    tokens.set(caller, token);
    ownClients.set(caller, clientId);
    await api.ports.pg.query(
      `UPDATE api.client_access SET has_ai_assistant = $2, has_geo_leads = $3, demo_mode = $4 WHERE client_id = $1`,
      [clientId, has_ai_assistant, has_geo_leads, demo_mode],
    );
  }
  otherClient = (await api.signIn('ClientUser')).clientId ?? '';
  tokens.set('Impersonating', (await api.signIn('SuperAdmin')).token);
  ownClients.set('Impersonating', ownClients.get('ClientUser') ?? '');
  await impersonate();
});
afterAll(() => api?.stopAll());

/** Inserts the row of an impersonation; the route would need projections. */
async function impersonate(): Promise<void> {
  const session = await api.ports.sessions.authenticate(tokens.get('Impersonating') ?? '');
  await api.ports.pg.query(
    `INSERT INTO api.impersonation (session_id, impersonation_id, client_id) VALUES ($1, $2, $3)
     ON CONFLICT (session_id) DO NOTHING`,
    [session?.id, randomUUID(), ownClients.get('Impersonating')],
  );
}

/** Matches a client id in a path, such as `/clients/:id` or `/client/:clientId`. */
const CLIENT_ID = /(?<=\/clients?\/):\w+|:clientId\b/;

interface CallerOptions {
  token?: string | undefined;
  /** Id of the client in the path. */
  clientId?: string | undefined;
  headers?: Record<string, string>;
}

/** Calls a route and returns its status. Ignores the response body, which may never end. */
async function statusOf(
  { method, path }: Route,
  { token, clientId = otherClient, headers = {} }: CallerOptions = {},
) {
  const url = new URL(
    path.replace(CLIENT_ID, clientId).replace(/:\w+/g, () => randomUUID()),
    api.url,
  );
  const abort = new AbortController();
  const response = await fetch(url, {
    method,
    signal: abort.signal,
    headers: { ...headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
  });
  abort.abort();
  return response.status;
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** Returns the role that a caller has on a route: impersonating SuperAdmins are clients, except with `asStaff`. */
const roleOn = ({ asStaff }: Route, caller: Caller): Role => {
  if (isClientCaller(caller)) return 'ClientUser';
  if (caller !== 'Impersonating') return caller;
  return asStaff ? 'SuperAdmin' : 'ClientUser';
};
function mayCall(route: Route, caller: Caller): boolean {
  const role = roleOn(route, caller);
  if (route.may !== 'anyone' && route.may !== 'signed-in' && !route.may.includes(role)) return false;
  if (role !== 'ClientUser') return true;
  const { product, notInDemo, notImpersonating } = route.ofClient ?? {};
  if (caller === 'Impersonating') return notImpersonating !== true;
  const has = CLIENTS[isClientCaller(caller) ? caller : 'ClientUser'];
  return (product === undefined || has[`has_${product}`]) && !(notInDemo && has.demo_mode);
}
const asCaller = (caller: Caller): CallerOptions => ({
  token: tokens.get(caller),
  clientId: ownClients.get(caller),
});

/** Requirements on the client by path (spec 000 §2, §6). */
function requirementsOf({ method, path }: Route): ClientRequirements {
  const ownSettings = { notInDemo: true, notImpersonating: true } as const;
  if (/^\/api\/ai\/client-auth\/(profile|sessions|totp)/.test(path)) return ownSettings;
  if (/^\/api\/(audit|geo\/map-tiles|ai\/(client-auth\/verify|client-dashboard|clients))\b/.test(path))
    return {};
  if (path.startsWith('/api/ai/'))
    return { product: 'ai_assistant', ...(path.endsWith('/secret') && { notImpersonating: true }) };
  if (path === '/api/geo/digest') return { product: 'geo_leads', ...ownSettings };
  const reads = method === 'GET' || path === '/api/geo/visits';
  return { product: 'geo_leads', ...((!reads || path.includes('/export/')) && { notInDemo: true }) };
}

// Makes several thousand sequential calls.
describe('every route', () => {
  test('rejects anonymous callers and other roles without appending', async () => {
    const head = await api.head();
    const violations: string[] = [];
    for (const route of api.routes) {
      if (route.may === 'anyone') continue;
      if ((await statusOf(route)) !== 401) violations.push(`${nameOf(route)} without a session`);
      if ((await statusOf(route, { token: 'forged' })) !== 401)
        violations.push(`${nameOf(route)} with a forged token`);
      for (const caller of CALLERS) {
        if (mayCall(route, caller)) continue;
        const status = await statusOf(route, asCaller(caller));
        if (status !== 403) violations.push(`${nameOf(route)} as ${caller}: ${status}`);
      }
    }
    expect(violations).toEqual([]);
    expect(await api.head()).toBe(head);
  });

  test('rejects client users for another client', async () => {
    const head = await api.head();
    const violations: string[] = [];
    for (const route of api.routes) {
      if (route.may === 'anyone') continue;
      for (const caller of [...CLIENT_CALLERS, 'Impersonating'] as const) {
        if (!mayCall(route, caller) || roleOn(route, caller) !== 'ClientUser') continue;
        const forged = { ...asCaller(caller), headers: { 'X-Client-Id': otherClient } };
        const forgedStatus = await statusOf(route, forged);
        if (forgedStatus !== 403)
          violations.push(`${nameOf(route)} as ${caller} with a forged X-Client-Id: ${forgedStatus}`);
        if (!CLIENT_ID.test(route.path)) continue;
        const status = await statusOf(route, { ...asCaller(caller), clientId: otherClient });
        if (status !== 403) violations.push(`${nameOf(route)} of another client as ${caller}: ${status}`);
      }
    }
    expect(violations).toEqual([]);
    expect(await api.head()).toBe(head);
  });

  test('allows its declared roles', async () => {
    const violations: string[] = [];
    for (const route of api.routes) {
      // Sign-out routes would end the callers' sessions.
      if (route.may === 'anyone') continue;
      for (const caller of CALLERS) {
        if (!mayCall(route, caller)) continue;
        if ([401, 403].includes(await statusOf(route, asCaller(caller))))
          violations.push(`${nameOf(route)} as ${caller}`);
        if (caller === 'Impersonating') await impersonate();
      }
    }
    expect(violations).toEqual([]);
  });

  test('declares exactly the roles of the specification', () => {
    const calls = api.routes.filter(({ may }) => may !== 'anyone');
    const sorted = (may: Route['may'] | undefined) => (typeof may === 'object' ? [...may].sort() : may);
    expect(Object.fromEntries(calls.map((route) => [nameOf(route), sorted(route.may)]))).toEqual(
      Object.fromEntries(calls.map((route) => [nameOf(route), sorted(expectedAccess(route))])),
    );
  });

  test('requires the product, and rejects demo accounts and impersonation where specified', () => {
    const calls = api.routes.filter(
      ({ may }) => may !== 'anyone' && may !== 'signed-in' && may.includes('ClientUser'),
    );
    expect(Object.fromEntries(calls.map((route) => [nameOf(route), route.ofClient ?? {}]))).toEqual(
      Object.fromEntries(calls.map((route) => [nameOf(route), requirementsOf(route)])),
    );
  });

  test('is public only if listed here', () => {
    const open = api.routes.filter(({ may }) => may === 'anyone').map(nameOf);
    expect(open.sort()).toEqual([
      'GET /api/ai/client-auth/validate-reset-token/:token',
      'GET /api/ai/documents/:client/:name',
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
      'GET /metrics', // requires its own token
      'POST /api/ai/chat',
      'POST /api/ai/chat/conversation',
      'POST /api/ai/chat/feedback',
      'POST /api/ai/chat/messages',
      'POST /api/ai/client-auth/confirm-email',
      'POST /api/ai/client-auth/forgot-password',
      'POST /api/ai/client-auth/login',
      'POST /api/ai/client-auth/logout',
      'POST /api/ai/client-auth/reset-password',
      'POST /api/ai/widget/client/:clientId/token',
      'POST /api/auth/complete-setup',
      'POST /api/auth/confirm-email',
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

  test('treats an impersonating SuperAdmin as the client, except to verify and to stop', () => {
    expect(api.routes.filter(({ asStaff }) => asStaff).map(nameOf)).toEqual([
      'GET /api/auth/verify',
      'POST /api/ai/client-auth/stop-impersonation',
    ]);
  });

  test('is unique and under /api, except for the Prometheus endpoint', () => {
    const names = api.routes.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
    for (const { path } of api.routes) expect(path).toMatch(/^\/(api\/|metrics$)/);
  });
});
