import { randomUUID } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import type { JobHelpers } from 'graphile-worker';
import { afterAll, describe, expect, test } from 'vitest';
import { clientUser } from '../../identity/users/client-user.ts';
import type { Commands } from '../../platform/commands/commands.ts';
import { eventually } from '../../testing/api.ts';
import {
  clientForm,
  someDomain,
  someName,
  startClientEnvironment,
} from '../../testing/client-environment.ts';
import { client } from './client.ts';
import { syncReservations } from './clients.ts';
import type { AddClientBody } from './contract.ts';
import { PLACEHOLDER_DOMAIN } from './domains.ts';
import { clientTasks } from './tasks.ts';

const { api, admin, call, add, addUser, stop } = await startClientEnvironment();
afterAll(stop);

describe('adding a client', () => {
  test('returns and lists it', async () => {
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
    [{ primary_domain: 'not a domain' }, 'Invalid domain format. Use example.com or *.example.com'],
    [{ primary_domain: 'javascript://a.example' }, 'Invalid domain format. Use example.com or *.example.com'],
    [{ authorized_domains: 'a.example,<b>' }, 'Invalid domain format. Use example.com or *.example.com'],
    [{ allowed_email_domains: ['a_b'] }, 'Invalid domain format. Use example.com or *.example.com'],
    [{ allowed_email_domains: ['a.example', 'A.example'] }, 'This domain is already in the list'],
    [
      { allowed_email_domains: [`${'a'.repeat(64)}.example`] },
      'Invalid domain format. Use example.com or *.example.com',
    ],
    [{ time_zone: 'Mars/Olympus' }, 'Select a time zone'],
    [{ time_zone: '+01:00' }, 'Select a time zone'],
  ])('with %o returns: %s', async (invalidFields, text) => {
    const head = await api.head();
    const { status, body } = await add(invalidFields);
    expect([status, body.error]).toEqual([400, text]);
    expect(await api.head()).toBe(head);
  });

  test('ignores empty and duplicate authorized domains and lowercases the rest', async () => {
    const { body } = await add({
      authorized_domains: 'Shop.example, ,*.acme.example,shop.example,',
      allowed_email_domains: ['Acme.Example'],
    });
    expect(body).toMatchObject({
      authorized_domains: ['shop.example', '*.acme.example'],
      allowed_email_domains: ['acme.example'],
    });
  });

  test('gives every client without the assistant a placeholder domain', async () => {
    const geo = { has_ai_assistant: false, has_adu_finder: true, primary_domain: null };
    for (const { status, body } of [await add(geo), await add(geo)]) {
      expect(status).toBe(201);
      expect(body).toMatchObject({ primary_domain: PLACEHOLDER_DOMAIN, has_geo_leads: true });
    }
  });

  test('requires a unique name and domain', async () => {
    const name = someName();
    const domain = someDomain();
    await add({ name, primary_domain: domain });
    const sameName = await add({ name: ` ${name.toUpperCase().replace(' ', '  ')}` });
    expect([sameName.status, sameName.body.code]).toEqual([409, 'CLIENT_NAME_TAKEN']);
    const sameDomain = await add({ primary_domain: `http://www.${domain}/home` });
    expect([sameDomain.status, sameDomain.body.code]).toEqual([409, 'CLIENT_DOMAIN_TAKEN']);
  });

  test('frees the name of a rejected client', async () => {
    const { body: existing } = await add();
    const name = someName();
    const rejected = await add({ name, primary_domain: existing.primary_domain });
    expect(rejected.body.code).toBe('CLIENT_DOMAIN_TAKEN');
    expect((await add({ name })).status).toBe(201);
  });

  test('adds one client for concurrent requests with the same name', async () => {
    const name = someName();
    const responses = await Promise.all([1, 2, 3, 4].map(() => add({ name })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test('is idempotent under an idempotency key', async () => {
    const body = clientForm();
    const headers = { 'Idempotency-Key': randomUUID() };
    const [first, second] = [await add(body, { headers }), await add(body, { headers })];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
  });

  test('ignores fields that the form does not have', async () => {
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
  test('changes the given fields', async () => {
    const { body: added } = await add();
    const changes = { name: someName(), plan_tier: 'elite', time_zone: 'America/Denver' };
    const { status, body } = await call('PATCH', `/api/ai/clients/${added.id}`, {
      body: { ...changes, demo_mode: true },
      as: admin,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...changes, product_config: { demo_mode: true }, active: true });
    const { body: listed } = await call('GET', `/api/ai/clients/${added.id}`);
    expect(listed).toEqual(body);
  });

  test.each([
    ['PATCH', '/api/ai/clients/:id'],
    ['POST', '/api/client-admin/client/:id/products'],
    ['POST', '/api/ai/clients/:id/close'],
  ])('returns a user added before, even if the read model lags: %s %s', async (method, path) => {
    const { body: added } = await add();
    const lock = await api.ports.pg.connect();
    await lock.query('BEGIN; LOCK TABLE read.client_user IN SHARE MODE'); // the projector waits, queries do not
    const { email } = await addUser(added.id);
    const change = call(method, path.replace(':id', added.id), {
      body: path.endsWith('/close') ? { confirmation: added.name } : {},
      headers: { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` },
    });
    await Promise.race([change, add()]); // a later command: one that does not wait has been handled by then
    await lock.query('ROLLBACK');
    lock.release();
    const { body } = await change;
    expect(body.client ?? body).toMatchObject({ email, user_count: 1 });
  });

  test('keeps names and domains unique and releases previous ones', async () => {
    const [oneForm, otherForm] = [clientForm(), clientForm()];
    const { body: added } = await add(oneForm);
    await add(otherForm);
    const path = `/api/ai/clients/${added.id}`;
    expect((await call('PATCH', path, { body: { name: otherForm.name } })).body.code).toBe(
      'CLIENT_NAME_TAKEN',
    );
    expect(
      (await call('PATCH', path, { body: { primary_domain: otherForm.primary_domain } })).body.code,
    ).toBe('CLIENT_DOMAIN_TAKEN');
    expect((await call('PATCH', path, { body: { name: someName() } })).status).toBe(200);
    expect((await add({ name: oneForm.name })).status).toBe(201);
    expect((await add({ primary_domain: oneForm.primary_domain })).body.code).toBe('CLIENT_DOMAIN_TAKEN');
  });

  test('frees the name of a rejected change', async () => {
    const { body: added } = await add();
    await call('POST', `/api/ai/clients/${added.id}/close`, { body: { confirmation: added.name } });
    const name = someName();
    const { body } = await call('PATCH', `/api/ai/clients/${added.id}`, { body: { name } });
    expect(body.code).toBe('CLIENT_CLOSED');
    expect((await add({ name })).status).toBe(201);
  });

  test('frees all names but the last after concurrent changes', async () => {
    const { body: added } = await add();
    const names = [someName(), someName(), someName()];
    const path = `/api/ai/clients/${added.id}`;
    await Promise.all(names.map((name) => call('PATCH', path, { body: { name } })));
    const { body: changed } = await call('GET', path);
    for (const name of [added.name, ...names])
      expect((await add({ name })).status).toBe(name === changed.name ? 409 : 201);
  });

  test('keeps the last name if a job for an earlier change ends later', async () => {
    const { body: added } = await add();
    const path = `/api/ai/clients/${added.id}`;
    const earlierName = someName();
    await call('PATCH', path, { body: { name: earlierName } });
    let loads = 0;
    const commands: Commands = {
      ...api.ports.commands,
      load: async (decider, stream) => {
        const loaded = await api.ports.commands.load(decider, stream);
        if (stream === streams.client(added.id) && loads++ === 0)
          await call('PATCH', path, { body: { name: added.name } });
        return loaded;
      },
    };
    const origin = { actor: SYSTEM, correlationId: randomUUID() };
    await syncReservations({ ...api.ports, commands }, added.id, [], origin);
    expect((await add({ name: added.name })).body.code).toBe('CLIENT_NAME_TAKEN');
    expect((await add({ name: earlierName })).status).toBe(201);
  });

  test('a job completes the reservations of an interrupted change', async () => {
    const { body: added } = await add();
    const changes = { name: someName(), primary_domain: `https://${someDomain()}` };
    await api.ports.commands.execute(client, {
      stream: streams.client(added.id),
      command: { type: 'change', changes },
      actor: SYSTEM,
      correlationId: randomUUID(),
    });
    await clientTasks(api.ports)['clients.hold']?.({ client_id: added.id }, {} as JobHelpers);
    expect((await add({ name: changes.name })).body.code).toBe('CLIENT_NAME_TAKEN');
    expect((await add({ primary_domain: changes.primary_domain })).body.code).toBe('CLIENT_DOMAIN_TAKEN');
    const { name, primary_domain } = added;
    expect((await add({ name, primary_domain })).status).toBe(201);
  });

  test('ignores fields that staff cannot change', async () => {
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

  test('rejects an unknown client', async () => {
    const response = await call('PATCH', `/api/ai/clients/${randomUUID()}`, { body: { name: 'x' } });
    expect([response.status, response.body.error]).toEqual([404, 'Client not found']);
  });
});

test('names the first active user of a client as its contact', async () => {
  const { body: added } = await add();
  const users = [await addUser(added.id), await addUser(added.id)];
  const contact = async () => {
    const headers = { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` };
    return (await call('GET', `/api/ai/clients/${added.id}`, { headers })).body.email;
  };
  const deactivate = (user_id: string) =>
    api.ports.commands.execute(clientUser, {
      stream: streams.clientUser(user_id),
      command: { type: 'deactivate' },
      actor: SYSTEM,
      correlationId: user_id,
    });
  for (const { user_id, email } of users) {
    expect(await contact()).toBe(email);
    await deactivate(user_id);
  }
  expect(await contact()).toBe(users[0]?.email);
});

test('counts the statistics of the system overview', async () => {
  const stats = async () => (await call('GET', '/api/system-stats')).body;
  const before = await stats();
  const { body: added } = await add();
  await addUser(added.id);
  // The card counts clients with the assistant only.
  const { status } = await add({ has_ai_assistant: false, has_adu_finder: true });
  expect(status).toBe(201);
  await eventually('the user is counted', async () => (await stats()).totalUsers === before.totalUsers + 1);
  expect(await stats()).toEqual({
    totalClients: before.totalClients + 1,
    totalUsers: before.totalUsers + 1,
    totalAIMessages: 0,
    recentRequests: 0,
  });
  expect((await call('GET', '/api/system-stats', { as: admin })).status).toBe(403);
});
