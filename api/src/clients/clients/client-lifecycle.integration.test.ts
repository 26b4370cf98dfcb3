import { randomUUID } from 'node:crypto';
import { streams } from '@landline/event-schemas';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { route } from '../../platform/http/route.ts';
import { eventually } from '../../testing/api.ts';
import { clientForm, startClientEnvironment } from '../../testing/client-environment.ts';
import { type ExportLine, exportLine } from './contract.ts';

/** Routes with requirements on the calling client. */
const routesWithRequirements = () =>
  (
    [
      ['/api/test/assistant', { product: 'ai_assistant' }],
      ['/api/test/geo', { product: 'geo_leads' }],
      ['/api/test/account', { notInDemo: true }],
    ] as const
  ).map(([path, ofClient]) =>
    route.get(path, {
      may: ['SuperAdmin', 'ClientUser'],
      ofClient,
      response: z.object({ ok: z.literal(true) }),
      handle: () => ({ ok: true }),
    }),
  );

const { api, superAdmin, admin, call, add, addUser, login, stop } = await startClientEnvironment({
  routes: routesWithRequirements,
});
afterAll(stop);

describe("a client's products", () => {
  const toggle = (id: string, body: unknown, callerToken = superAdmin) =>
    call('POST', `/api/client-admin/client/${id}/products`, { body, as: callerToken });

  test('can be enabled and disabled one by one', async () => {
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

  test('can only be changed by a SuperAdmin', async () => {
    const { body: added } = await add();
    expect((await toggle(added.id, { has_geo_leads: true }, admin)).status).toBe(403);
    expect((await toggle(randomUUID(), { has_geo_leads: true })).status).toBe(404);
  });

  test('immediately control what its users can call', async () => {
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
    const rejected = await api.call('GET', '/api/test/assistant', { token });
    expect([rejected.body.code, rejected.body.error]).toEqual([
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
  test('can read its own client and no other', async () => {
    const own = await api.signIn('ClientUser');
    const other = await api.signIn('ClientUser');
    const get = (id: string | undefined, headers = {}) =>
      call('GET', `/api/ai/clients/${id}`, { as: own.token, headers });
    await eventually('the client is in the read model', async () => (await get(own.clientId)).status === 200);
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

  test('loses access while its client is deactivated', async () => {
    const { body: added } = await add();
    const { email } = await addUser(added.id);
    const { token } = (await login(email)).body;
    const path = `/api/ai/clients/${added.id}`;
    await call('PATCH', path, { body: { active: false } });
    expect((await api.call('GET', '/api/ai/client-auth/verify', { token })).status).toBe(401);
    const rejected = await login(email);
    expect([rejected.status, rejected.body.error]).toEqual([401, 'Invalid email or password']);
    await call('PATCH', path, { body: { active: true } });
    expect((await login(email)).status).toBe(200);
  });

  test('is rejected even if a crash left its session open', async () => {
    const { body: added } = await add();
    const { email } = await addUser(added.id);
    const { token } = (await login(email)).body;
    await api.ports.pg.query('UPDATE api.client_access SET in_use = false WHERE client_id = $1', [added.id]);
    const rejected = await api.call('GET', '/api/ai/client-auth/verify', { token });
    expect([rejected.status, rejected.body.code]).toEqual([403, 'CLIENT_NOT_IN_USE']);
    await api.ports.pg.query('DELETE FROM api.client_access WHERE client_id = $1', [added.id]);
    expect((await api.call('GET', '/api/ai/client-auth/verify', { token })).status).toBe(200);
  });
});

describe('exporting a client', () => {
  const exportClient = async (id: string, callerToken = superAdmin) => {
    const response = await call('POST', `/api/ai/clients/${id}/export`, { as: callerToken });
    const lines = response.status === 200 ? response.body.trim().split('\n') : [];
    return { ...response, lines: lines.map((line: string) => exportLine.parse(JSON.parse(line))) };
  };

  test('returns only the data of the client, even after it is closed, and is recorded', async () => {
    const { body: added } = await add();
    const user = await addUser(added.id);
    const { token } = (await login(user.email)).body;
    await api.call('POST', '/api/ai/client-auth/logout', { token });
    await addUser((await add()).body.id);
    await call('POST', `/api/ai/clients/${added.id}/close`, { body: { confirmation: added.name } });
    const { status, headers, lines } = await exportClient(added.id);
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
    const again = await exportClient(added.id);
    expect(again.lines.at(-1)).toMatchObject({ event: { type: 'ClientDataExported' } });
  });

  test('requires a SuperAdmin', async () => {
    const { body: added } = await add();
    expect((await exportClient(added.id, admin)).status).toBe(403);
    expect((await exportClient(randomUUID())).status).toBe(404);
  });
});

describe('closing a client', () => {
  test('requires its name, ends sessions and sign-in, and releases name and domain', async () => {
    const { name, primary_domain } = clientForm();
    const { body: added } = await add({ name, primary_domain });
    const { email } = await addUser(added.id);
    const { token } = (await login(email)).body;
    const close = (confirmation: string, callerToken = superAdmin) =>
      call('POST', `/api/ai/clients/${added.id}/close`, { body: { confirmation }, as: callerToken });
    expect((await close(name, admin)).status).toBe(403);
    const unconfirmed = await close('yes');
    expect([unconfirmed.status, unconfirmed.body.error]).toEqual([
      422,
      `Type the client's name, ${name}, to close it.`,
    ]);
    expect((await close(name)).body).toMatchObject({
      success: true,
      client: { active: false, closed_at: expect.any(String) },
    });
    expect((await api.call('GET', '/api/ai/client-auth/verify', { token })).status).toBe(401);
    expect((await login(email)).status).toBe(401);
    const isListed = async (query = '') =>
      (await call('GET', `/api/ai/clients${query}`)).body.some(({ id }: { id: string }) => id === added.id);
    expect([await isListed(), await isListed('?closed=true')]).toEqual([false, true]);
    const reopened = await call('PATCH', `/api/ai/clients/${added.id}`, { body: { active: true } });
    expect([reopened.status, reopened.body.code]).toEqual([409, 'CLIENT_CLOSED']);
    expect((await add({ name, primary_domain })).status).toBe(201);
  });

  test('is idempotent', async () => {
    const { body: added } = await add();
    const close = () =>
      call('POST', `/api/ai/clients/${added.id}/close`, { body: { confirmation: added.name } });
    expect([(await close()).status, (await close()).status]).toEqual([200, 200]);
    expect(await api.typesOf(streams.client(added.id))).toEqual(['ClientCreated', 'ClientClosed']);
  });
});
