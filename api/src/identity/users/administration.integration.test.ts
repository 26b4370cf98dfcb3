import { randomUUID } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeClient } from '../../clients/clients/clients.ts';
import { type ApiResponse, PASSWORD, startTestApi } from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import type { ClientAdmin, StaffMember } from './contract.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess;
let root: Awaited<ReturnType<typeof api.signIn>>;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  root = await api.signIn('SuperAdmin');
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

let minPosition: string | null = null;
/** Calls as the SuperAdmin, after the read models have applied the writes of earlier calls. */
async function call(method: string, path: string, body?: object): Promise<ApiResponse> {
  minPosition ??= `${api.ports.logId}:${await api.head()}`;
  const response = await api.call(method, path, {
    token: root.token,
    ...(body && { body }),
    headers: { 'X-Min-Position': minPosition },
  });
  minPosition = response.headers.get('X-Event-Position') ?? minPosition;
  return response;
}
/** Makes the next call wait for the writes of other users too. */
const awaitAllWrites = () => {
  minPosition = null;
};

const logIn = (email: string) => api.call('POST', '/api/auth/login', { body: { email, password: PASSWORD } });

describe('staff', () => {
  const member = async (id: string) => {
    const { body } = await call('GET', '/api/staff');
    return (body.staff as StaffMember[]).find((each) => each.id === id);
  };
  const change = (id: string, body: object) => call('PATCH', `/api/staff/${id}`, body);

  test('are listed with their status', async () => {
    const { userId, email } = await api.signIn('Employee');
    awaitAllWrites();
    expect(await member(userId)).toEqual({
      id: userId,
      email,
      firstName: 'Ada',
      lastName: 'Employee',
      role: 'Employee',
      active: true,
      pending: false,
      twoFactor: false,
      lastLogin: expect.any(String),
      createdAt: expect.any(String),
    });
  });

  test('are pending after an invitation until setup', async () => {
    const email = `${randomUUID()}@example.com`;
    const body = { firstName: 'New', lastName: 'Hand', email, role: 'Admin' };
    const { body: invited } = await call('POST', '/api/staff/invitations', body);
    expect(invited.message).toBe(`Invitation sent successfully to ${email}!`);
    expect(await member(invited.id)).toMatchObject({ role: 'Admin', pending: true, lastLogin: null });
    for (const field of ['firstName', 'lastName', 'email', 'role']) {
      expect((await call('POST', '/api/staff/invitations', { ...body, [field]: undefined })).status).toBe(
        400,
      );
    }
  });

  test('get a new role that ends their sessions', async () => {
    const { userId, email, token } = await api.signIn('Employee');
    expect((await change(userId, { role: 'Manager' })).status).toBe(200);
    expect(await member(userId)).toMatchObject({ role: 'Manager' });
    expect((await api.call('GET', '/api/auth/verify', { token })).status).toBe(401);
    expect((await logIn(email)).body.userRole).toBe('Manager');
  });

  test('are signed out and rejected when deactivated, and can be reactivated', async () => {
    const { userId, email, token } = await api.signIn('Admin');
    expect((await change(userId, { active: false })).status).toBe(200);
    expect(await member(userId)).toMatchObject({ active: false });
    expect((await api.call('GET', '/api/auth/verify', { token })).status).toBe(401);
    expect(await logIn(email)).toMatchObject({
      status: 401,
      body: { message: 'Invalid credentials. Please try again.', code: 'INVALID_CREDENTIALS' },
    });
    const reset = await call('POST', `/api/staff/${userId}/send-password-reset`);
    expect(reset).toMatchObject({ status: 422, body: { code: 'USER_INACTIVE' } });
    await change(userId, { active: true });
    expect((await logIn(email)).status).toBe(200);
  });

  test('keep their last active SuperAdmin under concurrency', async () => {
    awaitAllWrites();
    const last = { status: 422, body: { code: 'LAST_SUPERADMIN' } };
    expect(await change(root.userId, { role: 'Admin' })).toMatchObject(last);
    expect(await change(root.userId, { active: false })).toMatchObject(last);
    // An invited user cannot sign in yet.
    const invitation = { firstName: 'A', lastName: 'B', email: `${randomUUID()}@example.com` };
    const invited = await call('POST', '/api/staff/invitations', { ...invitation, role: 'SuperAdmin' });
    expect(await change(root.userId, { active: false })).toMatchObject(last);
    expect((await change(invited.body.id, { active: false })).status).toBe(200);

    const other = await api.signIn('SuperAdmin');
    awaitAllWrites();
    expect((await call('GET', '/api/staff')).status).toBe(200);
    const demote = (id: string, token: string) =>
      api.call('PATCH', `/api/staff/${id}`, { token, body: { role: 'Admin' } });
    const both = await Promise.all([demote(root.userId, other.token), demote(other.userId, root.token)]);
    const demotions = both.filter(({ status }) => status === 200);
    expect(demotions.length).toBeLessThanOrEqual(1);
    // One of them or both were rejected; continue as the remaining SuperAdmin.
    const { body } = await api.call('GET', '/api/auth/verify', { token: root.token });
    if (body.role !== 'SuperAdmin') root = other;
    awaitAllWrites();
    const { staff } = (await call('GET', '/api/staff')).body as { staff: StaffMember[] };
    expect(staff.some(({ role, active, pending }) => role === 'SuperAdmin' && active && !pending)).toBe(true);
  });

  test('are not found if unknown', async () => {
    const id = randomUUID();
    expect((await change(id, { active: false })).status).toBe(404);
    expect((await call('POST', `/api/staff/${id}/send-password-reset`)).status).toBe(404);
    expect((await change(id, {})).status).toBe(400);
  });
});

describe('client administrators', () => {
  const findClientAdmin = async (id: string) => call('GET', `/api/client-admin/get-client-admin/${id}`);

  test('are listed with their clients', async () => {
    const { userId, email, clientId } = await api.signIn('ClientUser');
    awaitAllWrites();
    const expected: ClientAdmin = {
      id: userId,
      first_name: 'Ada',
      last_name: 'ClientUser',
      email,
      active: true,
      pending: false,
      two_factor: false,
      last_login: expect.any(String) as unknown as string,
      created_at: expect.any(String) as unknown as string,
      client_id: clientId ?? '',
      client_name: `Client ${clientId}`,
      primary_domain: expect.any(String) as unknown as string,
      client_active: true,
      has_ai_assistant: true,
      has_geo_leads: true,
    };
    expect((await findClientAdmin(userId)).body).toEqual({ success: true, admin: expected });
    const { body } = await call('GET', '/api/client-admin/get-all-client-admins');
    expect(body.admins).toContainEqual(expected);
  });

  test('are inactive until setup and while their client is deactivated', async () => {
    const { clientId = '', email: taken } = await api.signIn('ClientUser');
    const invite = (email: string) =>
      call('POST', '/api/client-admin/create-client-admin-invitation', {
        firstName: 'New',
        lastName: 'Admin',
        email,
        clientId,
      });
    const email = `${randomUUID()}@example.com`;
    const { body } = await invite(email);
    expect((await findClientAdmin(body.id)).body.admin).toMatchObject({
      email,
      active: false,
      last_login: null,
    });
    expect(await invite(taken)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });

    const origin = { actor: SYSTEM, correlationId: randomUUID() };
    const applyChanges = (changes: Parameters<typeof changeClient>[2]['changes']) =>
      changeClient(api.ports, clientId, { changes }, origin, (decider, execution) =>
        api.ports.commands.execute(decider, { ...execution, ...origin }),
      );
    await applyChanges({ allowed_email_domains: ['acme.example', 'acme.test'] });
    for (const email of ['x@example.com', 'x@sub.acme.example', 'x@acme.example.com'])
      expect(await invite(email)).toMatchObject({
        status: 422,
        body: {
          code: 'EMAIL_DOMAIN_NOT_ALLOWED',
          message: 'This client only allows email addresses at acme.example, acme.test.',
        },
      });
    expect((await invite(`${randomUUID()}@ACME.test`)).status).toBe(200);
    await applyChanges({ active: false });
    expect(await invite(`${randomUUID()}@example.com`)).toMatchObject({ status: 404 });
    awaitAllWrites();
    expect((await findClientAdmin(body.id)).body.admin).toMatchObject({ client_active: false });
  });

  test('can be edited', async () => {
    const { userId, email, token } = await api.signIn('ClientUser');
    awaitAllWrites();
    const path = `/api/client-admin/update-client-admin/${userId}`;
    const changed = { firstName: 'Grace', lastName: 'Hopper', email: `New-${email}` };
    const { status, body } = await call('PUT', path, { ...changed, active: false, client_id: 'another' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'Administrator updated successfully',
      admin: { first_name: 'Grace', last_name: 'Hopper', email: `new-${email}`, active: true },
    });
    expect((await findClientAdmin(userId)).body.admin).toEqual(body.admin);
    expect((await api.call('GET', '/api/ai/client-auth/verify', { token })).body.firstName).toBe('Grace');
    for (const field of ['firstName', 'lastName', 'email']) {
      expect(await call('PUT', path, { ...changed, [field]: '' })).toMatchObject({
        status: 400,
        body: { message: 'All fields are required' },
      });
    }
  });

  test('are edited once per idempotency key', async () => {
    const { userId, email } = await api.signIn('ClientUser');
    const headers = {
      'Idempotency-Key': randomUUID(),
      'X-Min-Position': `${api.ports.logId}:${await api.head()}`,
    };
    const body = { firstName: 'G', lastName: 'H', email: `other-${email}` };
    const edit = () =>
      api.call('PUT', `/api/client-admin/update-client-admin/${userId}`, {
        token: root.token,
        body,
        headers,
      });
    const [first, second] = [await edit(), await edit()];
    expect(second.body).toEqual(first.body);
    const types = await api.typesOf(streams.clientUser(userId));
    expect(types.filter((type) => /Renamed|EmailChanged/.test(type))).toHaveLength(2);
  });

  test('are signed out and rejected when deactivated, and can be reactivated', async () => {
    const { userId, email, token } = await api.signIn('ClientUser');
    awaitAllWrites();
    const change = (active: boolean) =>
      call('PATCH', `/api/client-admin/client-admins/${userId}`, { active });
    const logInAsClient = () =>
      api.call('POST', '/api/ai/client-auth/login', { body: { email, password: PASSWORD } });
    expect((await change(false)).status).toBe(200);
    expect((await api.call('GET', '/api/ai/client-auth/verify', { token })).status).toBe(401);
    expect(await logInAsClient()).toMatchObject({
      status: 401,
      body: { message: 'Invalid email or password' },
    });
    expect((await findClientAdmin(userId)).body.admin).toMatchObject({ active: false });
    expect((await change(true)).status).toBe(200);
    expect((await logInAsClient()).status).toBe(200);
  });

  test('can be sent a reset link', async () => {
    const { userId } = await api.signIn('ClientUser');
    awaitAllWrites();
    const { status, body } = await call('POST', `/api/client-admin/send-password-reset/${userId}`);
    expect([status, body.message]).toEqual([200, 'Password reset email sent successfully']);
    expect((await api.typesOf(streams.clientUser(userId))).at(-1)).toBe('ClientUserPasswordResetRequested');
  });

  test('can be sent the invitation again', async () => {
    const { clientId = '' } = await api.signIn('ClientUser');
    awaitAllWrites();
    const email = `pending-${randomUUID()}@example.com`;
    const fields = { firstName: 'G', lastName: 'H', email, clientId };
    const { body } = await call('POST', '/api/client-admin/create-client-admin-invitation', fields);
    awaitAllWrites();
    expect((await findClientAdmin(body.id)).body.admin).toMatchObject({ active: false, pending: true });
    expect(await call('POST', `/api/client-admin/send-password-reset/${body.id}`)).toMatchObject({
      status: 200,
      body: { message: `Invitation sent successfully to ${email}!` },
    });
    expect((await api.typesOf(streams.clientUser(body.id))).at(-1)).toBe('ClientUserInvited');
  });

  test('are not found if unknown', async () => {
    const id = randomUUID();
    const unknown = { status: 404, body: { message: 'Administrator not found' } };
    expect(await findClientAdmin(id)).toMatchObject(unknown);
    const body = { firstName: 'G', lastName: 'H', email: 'a@example.com' };
    expect(await call('PUT', `/api/client-admin/update-client-admin/${id}`, body)).toMatchObject(unknown);
    expect(await call('POST', `/api/client-admin/send-password-reset/${id}`)).toMatchObject(unknown);
  });
});

test('has no outbox outside an embedded installation', async () => {
  expect((await call('GET', '/api/dev/outbox')).status).toBe(404);
});
