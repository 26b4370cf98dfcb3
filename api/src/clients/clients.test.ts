import { randomUUID } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { route } from '../http/route.ts';
import { createClientUser } from '../identity/users.ts';
import { type Answer, type Call, eventually, PASSWORD, startTestApi, type TestApi } from '../testing/api.ts';
import { type Sibling, startSibling } from '../testing/processes.ts';
import { type AddClientBody, type ExportLine, exportLine } from './contract.ts';
import { PLACEHOLDER_DOMAIN } from './domains.ts';

let api: TestApi & { stopAll(): Promise<void> };
let projections: Sibling;
let superAdmin: string;
let admin: string;

/** Routes that ask something of the client that calls. */
const gated = () =>
  (
    [
      ['/api/test/assistant', { product: 'ai_assistant' }],
      ['/api/test/geo', { product: 'geo_leads' }],
      ['/api/test/account', { notInDemo: true }],
    ] as const
  ).map(([path, ofClient]) =>
    route({
      method: 'GET',
      path,
      may: ['SuperAdmin', 'ClientUser'],
      ofClient,
      response: z.object({ ok: z.literal(true) }),
      handle: () => ({ ok: true }),
    }),
  );

beforeAll(async () => {
  api = await startTestApi({ routes: gated });
  projections = await startSibling('projections', api.services);
  superAdmin = (await api.signIn('SuperAdmin')).token;
  admin = (await api.signIn('Admin')).token;
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

/** A call that sees what the one before it did. */
let position: string | null = null;
async function call(method: string, path: string, options: Call & { as?: string } = {}): Promise<Answer> {
  const { as = superAdmin, headers, ...rest } = options;
  const answer = await api.call(method, path, {
    token: as,
    headers: { ...(position !== null && { 'X-Min-Position': position }), ...headers },
    ...rest,
  });
  position = answer.headers.get('X-Event-Position') ?? position;
  return answer;
}

const someName = () => `Acme ${randomUUID()}`;
const someDomain = () => `${randomUUID()}.example.com`;
const form = (body: Partial<AddClientBody> = {}): AddClientBody => ({
  name: someName(),
  primary_domain: someDomain(),
  active: true,
  has_custom_widget: false,
  authorized_domains: null,
  has_ai_assistant: true,
  has_adu_finder: false,
  allowed_email_domains: [],
  ...body,
});
const add = (body: Partial<AddClientBody> = {}, options: Call = {}) =>
  call('POST', '/api/ai/clients', { body: form(body), ...options });

async function addUser(client_id: string) {
  const user_id = randomUUID();
  const email = `${user_id}@example.com`;
  const user = { user_id, client_id, email, password: PASSWORD, first_name: 'Robin', last_name: 'Hill' };
  await createClientUser(api.deps, user, { actor: SYSTEM, correlationId: user_id });
  return user;
}
const login = (email: string) =>
  api.call('POST', '/api/ai/client-auth/login', { body: { email, password: PASSWORD } });

describe('adding a client', () => {
  test('answers and lists it', async () => {
    const name = someName();
    const domain = someDomain();
    const { status, body } = await add({ name: `  ${name} `, primary_domain: domain.toUpperCase() });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name,
      primary_domain: `https://${domain}`,
      active: true,
      plan_tier: 'starter',
      has_ai_assistant: true,
      has_geo_leads: false,
      has_custom_solution: false,
      product_config: { demo_mode: false },
    });
    for (const path of ['/api/ai/clients', '/api/client-admin/get-all-clients']) {
      const { body: listed } = await call('GET', path);
      expect(listed.find(({ id }: { id: string }) => id === body.id)).toEqual({
        ...body,
        created_at: expect.any(String),
      });
    }
    expect((await call('GET', `/api/ai/clients/${body.id}`, { as: admin })).body).toMatchObject({ name });
  });

  test.each([
    [{ name: '  ' }, 'Client name is required'],
    [{ has_ai_assistant: false }, 'At least one product must be selected'],
    [{ primary_domain: null }, 'Primary domain is required for AI Assistant'],
    [{ primary_domain: ' ' }, 'Primary domain is required for AI Assistant'],
    [{ primary_domain: 'not a domain' }, 'Invalid domain format. Use {host} or *.example.com'],
    [{ primary_domain: 'javascript://a.example' }, 'Invalid domain format. Use {host} or *.example.com'],
    [{ authorized_domains: 'a.example,<b>' }, 'Invalid domain format. Use {host} or *.example.com'],
    [{ allowed_email_domains: ['a_b'] }, 'Invalid domain format. Use {host} or *.example.com'],
    [{ allowed_email_domains: ['a.example', 'A.example'] }, 'This domain is already in the list'],
    [
      { allowed_email_domains: [`${'a'.repeat(64)}.example`] },
      'Invalid domain format. Use {host} or *.example.com',
    ],
    [{ time_zone: 'Mars/Olympus' }, 'Please select a time zone'],
  ])('with %o says: %s', async (wrong, text) => {
    const head = await api.head();
    const { status, body } = await add(wrong);
    expect([status, body.error]).toEqual([400, text]);
    expect(await api.head()).toBe(head);
  });

  test('ignores empty and duplicate authorized domains, and keeps domains in lower case', async () => {
    const { body } = await add({
      authorized_domains: 'Shop.example, ,*.acme.example,shop.example,',
      allowed_email_domains: ['Acme.Example'],
    });
    expect(body).toMatchObject({
      authorized_domains: ['shop.example', '*.acme.example'],
      allowed_email_domains: ['acme.example'],
    });
  });

  test('with Property Finder alone gives it a placeholder domain, as many times as there are such clients', async () => {
    const geo = { has_ai_assistant: false, has_adu_finder: true, primary_domain: null };
    for (const { status, body } of [await add(geo), await add(geo)]) {
      expect(status).toBe(201);
      expect(body).toMatchObject({ primary_domain: PLACEHOLDER_DOMAIN, has_geo_leads: true });
    }
  });

  test('needs a name and a domain that no other client has', async () => {
    const name = someName();
    const domain = someDomain();
    await add({ name, primary_domain: domain });
    const sameName = await add({ name: ` ${name.toUpperCase().replace(' ', '  ')}` });
    expect([sameName.status, sameName.body.code]).toEqual([409, 'CLIENT_NAME_TAKEN']);
    const sameDomain = await add({ primary_domain: `http://www.${domain}/home` });
    expect([sameDomain.status, sameDomain.body.code]).toEqual([409, 'CLIENT_DOMAIN_TAKEN']);
  });

  test('at one time under one name adds one', async () => {
    const name = someName();
    const answers = await Promise.all([1, 2, 3, 4].map(() => add({ name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test('under an idempotency key happens once', async () => {
    const body = form();
    const headers = { 'Idempotency-Key': randomUUID() };
    const [first, second] = [await add(body, { headers }), await add(body, { headers })];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
  });

  test('takes nothing but the form', async () => {
    const { body } = await add({
      id: 'mine',
      client_id: 'mine',
      has_custom_solution: true,
      has_geo_leads: true,
      closed: true,
    } as Partial<AddClientBody>);
    expect(body).toMatchObject({ has_custom_solution: false, has_geo_leads: false, closed_at: null });
    expect(body.id).not.toBe('mine');
  });
});

describe('changing a client', () => {
  test('changes what is sent', async () => {
    const { body: added } = await add();
    const changes = { name: someName(), plan_tier: 'elite', time_zone: 'America/Denver' };
    const { status, body } = await call('PATCH', `/api/ai/clients/${added.id}`, {
      body: { ...changes, demo_mode: true },
      as: admin,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...changes, product_config: { demo_mode: true }, active: true });
    const { body: listed } = await call('GET', `/api/ai/clients/${added.id}`);
    expect(listed).toEqual({ ...body, created_at: listed.created_at });
  });

  test('keeps names and domains apart, and frees those that were given up', async () => {
    const [one, two] = [form(), form()];
    const { body: added } = await add(one);
    await add(two);
    const path = `/api/ai/clients/${added.id}`;
    expect((await call('PATCH', path, { body: { name: two.name } })).body.code).toBe('CLIENT_NAME_TAKEN');
    expect((await call('PATCH', path, { body: { primary_domain: two.primary_domain } })).body.code).toBe(
      'CLIENT_DOMAIN_TAKEN',
    );
    expect((await call('PATCH', path, { body: { name: someName() } })).status).toBe(200);
    expect((await add({ name: one.name })).status).toBe(201);
    expect((await add({ primary_domain: one.primary_domain })).body.code).toBe('CLIENT_DOMAIN_TAKEN');
  });

  test('takes nothing but what staff may change', async () => {
    const { body: added } = await add();
    const { status, body } = await call('PATCH', `/api/ai/clients/${added.id}`, {
      body: {
        id: 'x',
        client_id: 'x',
        has_geo_leads: true,
        has_custom_solution: true,
        closed: true,
        closed_at: 'x',
      },
    });
    expect([status, body]).toEqual([200, { ...added, created_at: body.created_at }]);
  });

  test('of no client is refused', async () => {
    const answer = await call('PATCH', `/api/ai/clients/${randomUUID()}`, { body: { name: 'x' } });
    expect([answer.status, answer.body.error]).toEqual([404, 'Client not found']);
  });
});

describe("a client's products", () => {
  const toggle = (id: string, body: unknown, as = superAdmin) =>
    call('POST', `/api/client-admin/client/${id}/products`, { body, as });

  test('are enabled and disabled, one by one', async () => {
    const { body: added } = await add();
    const on = await toggle(added.id, { has_geo_leads: true });
    expect(on.body).toMatchObject({
      success: true,
      message: 'Property Finder enabled successfully',
      client: { has_ai_assistant: true, has_geo_leads: true },
    });
    const off = await toggle(added.id, {
      has_ai_assistant: false,
      has_geo_leads: true,
      product_config: { demo_mode: true },
    });
    expect(off.body).toMatchObject({
      message: 'AI Assistant disabled successfully',
      client: { has_ai_assistant: false, has_geo_leads: true, product_config: { demo_mode: true } },
    });
  });

  test('are toggled by a SuperAdmin alone', async () => {
    const { body: added } = await add();
    expect((await toggle(added.id, { has_geo_leads: true }, admin)).status).toBe(403);
    expect((await toggle(randomUUID(), { has_geo_leads: true })).status).toBe(404);
  });

  test('decide at once what its users may call', async () => {
    const { body: added } = await add({ has_adu_finder: true });
    const { email } = await addUser(added.id);
    const { token } = (await login(email)).body;
    const statuses = async () =>
      Promise.all(
        ['assistant', 'geo', 'account'].map(
          async (name) => (await api.call('GET', `/api/test/${name}`, { token })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    await toggle(added.id, { has_geo_leads: false, product_config: { demo_mode: true } });
    expect(await statuses()).toEqual([200, 403, 403]);
    await toggle(added.id, { has_ai_assistant: false });
    const refused = await api.call('GET', '/api/test/assistant', { token });
    expect([refused.body.code, refused.body.error]).toEqual([
      'PRODUCT_REQUIRED',
      "You don't have access to AI Assistant. Please contact your administrator to enable this feature.",
    ]);
    expect((await api.call('GET', '/api/test/account', { token })).body.error).toBe(
      'Not available in demo mode',
    );
    await toggle(added.id, { has_ai_assistant: true, product_config: { demo_mode: false } });
    expect(await statuses()).toEqual([200, 403, 200]);
  });
});

describe("a client's user", () => {
  test('sees its own client, and says nothing about another', async () => {
    const own = await api.signIn('ClientUser');
    const other = await api.signIn('ClientUser');
    const get = (id: string | undefined, headers = {}) =>
      call('GET', `/api/ai/clients/${id}`, { as: own.token, headers });
    position = null;
    await eventually('the read model knows it', async () => (await get(own.clientId)).status === 200);
    const { body } = await get(own.clientId, { 'X-Client-Id': own.clientId });
    expect(body).toMatchObject({ id: own.clientId });
    expect(body).not.toHaveProperty('email');
    expect((await get(other.clientId)).status).toBe(403);
    expect((await get(randomUUID())).status).toBe(403);
    expect((await get(own.clientId, { 'X-Client-Id': other.clientId })).status).toBe(403);
    const overview = (headers = {}) =>
      call('GET', '/api/ai/client-dashboard/overview', { as: own.token, headers });
    expect((await overview()).body.data).toMatchObject({
      account: { id: own.clientId, planTier: 'pro', email: own.email },
      services: [{ key: 'ai_assistant' }, { key: 'geo_leads' }],
    });
    expect((await overview({ 'X-Client-Id': other.clientId })).status).toBe(403);
  });

  test('is out the moment its client is deactivated, and comes back with it', async () => {
    const { body: added } = await add();
    const { email } = await addUser(added.id);
    const { token } = (await login(email)).body;
    const path = `/api/ai/clients/${added.id}`;
    await call('PATCH', path, { body: { active: false } });
    expect((await api.call('GET', '/api/ai/client-auth/verify', { token })).status).toBe(401);
    const refused = await login(email);
    expect([refused.status, refused.body.error]).toEqual([401, 'Invalid email or password']);
    await call('PATCH', path, { body: { active: true } });
    expect((await login(email)).status).toBe(200);
  });

  test('is refused though its session was not ended, as after a crash', async () => {
    const { body: added } = await add();
    const { email } = await addUser(added.id);
    const { token } = (await login(email)).body;
    await api.deps.pg.query('UPDATE api.client_access SET in_use = false WHERE client_id = $1', [added.id]);
    const refused = await api.call('GET', '/api/ai/client-auth/verify', { token });
    expect([refused.status, refused.body.code]).toEqual([403, 'CLIENT_NOT_IN_USE']);
    await api.deps.pg.query('DELETE FROM api.client_access WHERE client_id = $1', [added.id]);
    expect((await api.call('GET', '/api/ai/client-auth/verify', { token })).status).toBe(200);
  });
});

describe('exporting a client', () => {
  const exported = async (id: string, as = superAdmin) => {
    const answer = await call('POST', `/api/ai/clients/${id}/export`, { as });
    const lines = answer.status === 200 ? answer.body.trim().split('\n') : [];
    return { ...answer, lines: lines.map((line: string) => exportLine.parse(JSON.parse(line))) };
  };

  test('gives all that is kept of it and of nobody else, closed or not, and is recorded', async () => {
    const { body: added } = await add();
    const user = await addUser(added.id);
    const { token } = (await login(user.email)).body;
    await api.call('POST', '/api/ai/client-auth/logout', { token });
    await addUser((await add()).body.id);
    await call('POST', `/api/ai/clients/${added.id}/close`, { body: { confirmation: added.name } });
    const { status, headers, lines } = await exported(added.id);
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    expect(lines[0]).toMatchObject({
      kind: 'client',
      client: { id: added.id, closed_at: expect.any(String) },
    });
    expect(lines[1]).toMatchObject({ kind: 'user', user: { id: user.user_id, email: user.email } });
    const events = lines.flatMap((line: ExportLine) => (line.kind === 'event' ? [line.event] : []));
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'ClientCreated',
      'ClientUserCreated',
      'ClientUserSignedIn',
      'ClientUserSignedOut',
      'ClientClosed',
    ]);
    expect(events[1].data).toMatchObject({ email: user.email, first_name: 'Robin' });
    const again = await exported(added.id);
    expect(again.lines.at(-1)).toMatchObject({ event: { type: 'ClientDataExported' } });
  });

  test('is for a SuperAdmin', async () => {
    const { body: added } = await add();
    expect((await exported(added.id, admin)).status).toBe(403);
    expect((await exported(randomUUID())).status).toBe(404);
  });
});

test('the figures of the system overview are counted', async () => {
  const stats = async () => (await call('GET', '/api/system-stats')).body;
  const before = await stats();
  const { body: added } = await add();
  await addUser(added.id);
  await eventually('the user is counted', async () => (await stats()).totalUsers === before.totalUsers + 1);
  expect(await stats()).toEqual({
    totalClients: before.totalClients + 1,
    totalUsers: before.totalUsers + 1,
    totalAIMessages: 0,
    recentRequests: 0,
  });
  expect((await call('GET', '/api/system-stats', { as: admin })).status).toBe(403);
});

describe('closing a client', () => {
  test('needs its name, ends its sessions and sign-ins, and frees its name and domain', async () => {
    const { name, primary_domain } = form();
    const { body: added } = await add({ name, primary_domain });
    const { email } = await addUser(added.id);
    const { token } = (await login(email)).body;
    const close = (confirmation: string, as = superAdmin) =>
      call('POST', `/api/ai/clients/${added.id}/close`, { body: { confirmation }, as });
    expect((await close(name, admin)).status).toBe(403);
    const unsure = await close('yes');
    expect([unsure.status, unsure.body.error]).toEqual([
      422,
      `Type the client's name, ${name}, to close it.`,
    ]);
    expect((await close(name)).body).toMatchObject({
      success: true,
      client: { active: false, closed_at: expect.any(String) },
    });
    expect((await api.call('GET', '/api/ai/client-auth/verify', { token })).status).toBe(401);
    expect((await login(email)).status).toBe(401);
    const listed = async (query = '') =>
      (await call('GET', `/api/ai/clients${query}`)).body.some(({ id }: { id: string }) => id === added.id);
    expect([await listed(), await listed('?closed=true')]).toEqual([false, true]);
    const reopened = await call('PATCH', `/api/ai/clients/${added.id}`, { body: { active: true } });
    expect([reopened.status, reopened.body.code]).toEqual([409, 'CLIENT_CLOSED']);
    expect((await add({ name, primary_domain })).status).toBe(201);
  });

  test('happens once', async () => {
    const { body: added } = await add();
    const close = () =>
      call('POST', `/api/ai/clients/${added.id}/close`, { body: { confirmation: added.name } });
    expect([(await close()).status, (await close()).status]).toEqual([200, 200]);
    const types: string[] = [];
    await api.deps.eventStore.read(streams.client(added.id), ({ type }) => types.push(type));
    expect(types).toEqual(['ClientCreated', 'ClientClosed']);
  });
});
