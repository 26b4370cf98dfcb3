import { randomUUID } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../clients/clients/clients.ts';
import { executeAs } from '../../platform/http/route.ts';
import { PASSWORD, startTestApi, testClient } from '../../testing/api.ts';
import { startTestMail, type TestMail } from '../../testing/mail.ts';
import { createClientUser, editUser, inviteClientUser } from '../users/users.ts';

const NEW_PASSWORD = 'ate8-sea';

let api: Awaited<ReturnType<typeof startTestApi>>;
let mail: TestMail;
beforeAll(async () => {
  api = await startTestApi({ variables: { EMBEDDED: 'true' } });
  mail = await startTestMail(api);
});
afterAll(async () => {
  await mail?.stop();
  await api?.stopAll();
});

const ACCOUNT_KINDS = [
  { role: 'Manager', path: '/api/auth', stream: streams.staffUser, prefix: 'StaffUser' },
  { role: 'ClientUser', path: '/api/ai/client-auth', stream: streams.clientUser, prefix: 'ClientUser' },
] as const;

describe.for(ACCOUNT_KINDS)('account settings of a $role', ({ role, path, stream, prefix }) => {
  const logIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
    api.call('POST', `${path}/login`, { body: { email, password }, headers });
  const change = (field: string, body: object, token: string) =>
    api.call('PATCH', `${path}/profile/${field}`, { body, token });
  const verify = (token: string) => api.call('GET', `${path}/verify`, { token });

  test('rejects a password that is known from breaches', async () => {
    const { token, email, userId } = await api.signIn(role);
    const common = { currentPassword: PASSWORD, newPassword: 'Password123!' };
    expect(await change('password', common, token)).toMatchObject({
      status: 422,
      body: { code: 'PASSWORD_COMMON' },
    });
    const kind = role === 'ClientUser' ? 'client' : 'staff';
    const link = await api.ports.links.create({ kind, userId, purpose: 'reset', email });
    const body = { token: link, password: 'Password123!', confirmPassword: 'Password123!' };
    expect((await api.call('POST', `${path}/reset-password`, { body })).body.code).toBe('PASSWORD_COMMON');
    expect((await logIn(email)).status).toBe(200);
  });

  test('signs out everywhere else', async () => {
    const { email, token, userId } = await api.signIn(role);
    const others = [await logIn(email), await logIn(email)];
    const response = await api.call('DELETE', `${path}/sessions`, { token });
    expect(response).toMatchObject({ status: 200, body: { success: true } });
    for (const { body } of others) expect((await verify(body.token)).status).toBe(401);
    expect((await verify(token)).status).toBe(200);
    expect((await api.call('GET', `${path}/sessions`, { token })).body.sessions).toHaveLength(1);
    expect((await api.typesOf(stream(userId))).slice(-2)).toEqual([
      `${prefix}SessionEnded`,
      `${prefix}SessionEnded`,
    ]);
  });

  test('a password change signs out all sessions and invalidates the old password', async () => {
    const { email, token, userId } = await api.signIn(role);
    const { body: otherSession } = await logIn(email);
    const response = await change(
      'password',
      { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
      token,
    );
    expect(response).toMatchObject({
      status: 200,
      body: { message: 'Password changed successfully. Please log in again.' },
    });
    expect(response.headers.getSetCookie().join()).toContain('access_token=;');
    for (const each of [token, otherSession.token]) expect((await verify(each)).status).toBe(401);
    expect((await logIn(email)).status).toBe(401);
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
    expect((await api.typesOf(stream(userId))).slice(-2)).toEqual([
      `${prefix}PasswordChanged`,
      `${prefix}SignedIn`,
    ]);
    expect((await mail.emailsTo(email, 1))[0]?.subject).toBe('Your Landline password was changed');
  });

  test.for([
    [{}, 400, 'Please fill in all password fields'],
    [{ currentPassword: PASSWORD, newPassword: '' }, 400, 'Please fill in all password fields'],
    [
      { currentPassword: PASSWORD, newPassword: '1234567' },
      400,
      'New password must be at least 8 characters long',
    ],
    [{ currentPassword: 'wrong', newPassword: NEW_PASSWORD }, 422, 'The password is incorrect.'],
  ] as const)('the password is not changed by %j', async ([body, status, message]) => {
    const { email, token } = await api.signIn(role);
    expect(await change('password', body, token)).toMatchObject({ status, body: { message } });
    expect((await verify(token)).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
  });

  test('limits password attempts', async () => {
    const { token } = await api.signIn(role);
    const attempt = () => change('password', { currentPassword: 'wrong', newPassword: NEW_PASSWORD }, token);
    for (let attempts = 0; attempts < 10; attempts++) expect((await attempt()).status).toBe(422);
    expect(await attempt()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_LOGINS' } });
  });

  test('an email change notifies the old address and frees it once the new one is confirmed', async () => {
    const [ada, bob] = [await api.signIn(role), await api.signIn(role)];
    const newEmail = `New-${randomUUID()}@Example.com`;
    expect(await change('email', { newEmail, password: PASSWORD }, ada.token)).toMatchObject({
      status: 200,
      body: { message: 'Email updated successfully!' },
    });
    expect((await logIn(newEmail)).status).toBe(200);
    expect((await logIn(ada.email)).status).toBe(401);
    expect((await verify(ada.token)).status).toBe(200);
    const emails = await mail.emailsTo(ada.email, 1);
    expect(emails[0]?.subject).toBe('Your Landline email address was changed');
    const taken = await change('email', { newEmail: ada.email, password: PASSWORD }, bob.token);
    expect(taken).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
    const link = await mail.tokenTo(newEmail.toLowerCase());
    const confirm = () => api.call('POST', `${path}/confirm-email`, { body: { token: link } });
    expect(await confirm()).toMatchObject({ status: 200, body: { success: true } });
    expect(await confirm()).toMatchObject({ status: 422, body: { code: 'LINK_INVALID' } });
    expect((await change('email', { newEmail: ada.email, password: PASSWORD }, bob.token)).status).toBe(200);
    expect((await logIn(ada.email)).body.userId).toBe(bob.userId);
    // A released address can be taken again.
    expect((await change('email', { newEmail: bob.email, password: PASSWORD }, bob.token)).status).toBe(200);
    expect((await logIn(bob.email)).body.userId).toBe(bob.userId);
  });

  test('two email changes in a row notify both replaced addresses', async () => {
    const { email, token } = await api.signIn(role);
    const second = `second-${randomUUID()}@example.com`;
    await mail.stop(); // so that both notices are sent after both changes
    for (const newEmail of [second, `third-${randomUUID()}@example.com`])
      expect((await change('email', { newEmail, password: PASSWORD }, token)).status).toBe(200);
    mail = await startTestMail(api);
    const notices: string[] = [];
    for (const replaced of [email, second]) {
      const emails = await mail.emailsTo(replaced, 1);
      expect(emails.map(({ subject }) => subject)).toEqual(['Your Landline email address was changed']);
      notices.push(emails[0]?.text ?? '');
    }
    const [toConfirmed, toUnconfirmed] = notices;
    expect(toConfirmed).toContain('Hi Ada,');
    expect(toConfirmed).toContain('The reset link restores this address.');
    // The second address was never confirmed, so its mailbox may belong to a stranger.
    expect(toUnconfirmed).toContain('Hi there,');
    expect(toUnconfirmed).not.toMatch(/Ada|sign in|password/);
  });

  test('a notice does not promise to restore an address after the new one is confirmed', async () => {
    const { email, token, userId } = await api.signIn(role);
    const newEmail = `${randomUUID()}@example.com`;
    await mail.stop(); // so that the notice is sent after the confirmation
    expect((await change('email', { newEmail, password: PASSWORD }, token)).status).toBe(200);
    const kind = role === 'ClientUser' ? 'client' : 'staff';
    const link = await api.ports.links.create({ kind, userId, purpose: 'confirm', email: newEmail });
    expect((await api.call('POST', `${path}/confirm-email`, { body: { token: link } })).status).toBe(200);
    mail = await startTestMail(api);
    const [notice] = await mail.emailsTo(email, 1);
    expect(notice?.text).toContain('If you did not make this change, contact your administrator.');
    expect(notice?.text).not.toContain('restores');
  });

  const forgot = (email: string) =>
    api.call('POST', role === 'ClientUser' ? `${path}/forgot-password` : '/api/forgot-password', {
      body: { email },
    });
  const reset = (token: string) =>
    api.call('POST', `${path}/reset-password`, {
      body: { token, password: 'Another-horse-22', confirmPassword: 'Another-horse-22' },
    });

  test('a reset link from the old mailbox restores the old address while the new one is not confirmed', async () => {
    const ada = await api.signIn(role);
    const attackerEmail = `${randomUUID()}@example.com`;
    expect((await change('email', { newEmail: attackerEmail, password: PASSWORD }, ada.token)).status).toBe(
      200,
    );
    const confirmation = await mail.tokenTo(attackerEmail);
    await mail.emailsTo(ada.email, 1); // the notice; emails that are sent at the same time have no order
    // The owner knows only the old address.
    await forgot(ada.email);
    const emails = await mail.emailsTo(ada.email, 2);
    expect(emails.map(({ subject }) => subject)).toContain('Reset your Landline password');
    expect(await reset(await mail.tokenTo(ada.email, 2))).toMatchObject({ status: 200 });
    expect((await verify(ada.token)).status).toBe(401);
    expect((await logIn(ada.email, 'Another-horse-22')).body.userId).toBe(ada.userId);
    expect((await logIn(attackerEmail, 'Another-horse-22')).status).toBe(401);
    // Neither the confirmation nor a reset link of the other mailbox still works.
    const body = { token: confirmation };
    expect((await api.call('POST', `${path}/confirm-email`, { body })).status).toBe(422);
    expect((await reset(await mail.tokenTo(attackerEmail, 2))).status).toBe(422);
  });

  test('a reset link sent before an address change does not confirm the new address', async () => {
    const ada = await api.signIn(role);
    await forgot(ada.email);
    const link = await mail.tokenTo(ada.email);
    const newEmail = `${randomUUID()}@example.com`;
    expect((await change('email', { newEmail, password: PASSWORD }, ada.token)).status).toBe(200);
    expect((await reset(link)).status).toBe(200);
    expect(await api.typesOf(stream(ada.userId))).not.toContain(`${prefix}EmailConfirmed`);
    // The link proves access to the mailbox that it was sent to.
    expect((await logIn(ada.email, 'Another-horse-22')).body.userId).toBe(ada.userId);
    expect((await logIn(newEmail, 'Another-horse-22')).status).toBe(401);
  });

  test('links to an unconfirmed address end when the address changes again', async () => {
    const ada = await api.signIn(role);
    const [replaced, present] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    await change('email', { newEmail: replaced, password: PASSWORD }, ada.token);
    const confirmation = await mail.tokenTo(replaced);
    await forgot(replaced);
    const link = await mail.tokenTo(replaced, 2);
    await change('email', { newEmail: present, password: PASSWORD }, ada.token);
    expect((await reset(link)).body.code).toBe('LINK_INVALID');
    const body = { token: confirmation };
    expect((await api.call('POST', `${path}/confirm-email`, { body })).body.code).toBe('LINK_INVALID');
    expect(await api.typesOf(stream(ada.userId))).not.toContain(`${prefix}EmailConfirmed`);
    expect((await logIn(present)).status).toBe(200);
  });

  test('saving the same address again keeps its confirmation link', async () => {
    const { token } = await api.signIn(role);
    const newEmail = `${randomUUID()}@example.com`;
    await change('email', { newEmail, password: PASSWORD }, token);
    const body = { token: await mail.tokenTo(newEmail) };
    expect((await change('email', { newEmail, password: PASSWORD }, token)).status).toBe(200);
    expect((await api.call('POST', `${path}/confirm-email`, { body })).status).toBe(200);
  });

  test('further requests keep the earlier reset links until one is used', async () => {
    const { email } = await api.signIn(role);
    const links: string[] = [];
    for (const nth of [1, 2, 3]) {
      await forgot(email);
      links.push(await mail.tokenTo(email, nth));
    }
    const [first = '', second = '', third = ''] = links;
    expect((await reset(first)).status).toBe(200);
    for (const link of [first, second, third]) expect((await reset(link)).body.code).toBe('LINK_INVALID');
  });

  test('sends reset links only to a confirmed address', async () => {
    const ada = await api.signIn(role);
    const newEmail = `${randomUUID()}@example.com`;
    await change('email', { newEmail, password: PASSWORD }, ada.token);
    const body = { token: await mail.tokenTo(newEmail) };
    expect((await api.call('POST', `${path}/confirm-email`, { body })).status).toBe(200);
    await forgot(ada.email);
    await forgot(newEmail);
    await mail.emailsTo(newEmail, 2);
    expect(await mail.emailsTo(ada.email, 1)).toHaveLength(1);
    expect((await api.typesOf(stream(ada.userId))).slice(-2)).toEqual([
      `${prefix}EmailConfirmed`,
      `${prefix}PasswordResetRequested`,
    ]);
  });

  test('rejects a taken address, also under concurrency', async () => {
    const users = [await api.signIn(role), await api.signIn(role), await api.signIn(role)];
    const [ada, bob] = users;
    const taken = await change('email', { newEmail: ada?.email, password: PASSWORD }, bob?.token ?? '');
    expect(taken).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
    const newEmail = `${randomUUID()}@example.com`;
    const all = await Promise.all(
      users.map(({ token }) => change('email', { newEmail, password: PASSWORD }, token)),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { body } = await logIn(newEmail);
    expect(body.userId).toBe(users[all.findIndex(({ status }) => status === 200)]?.userId);
  });

  test('the worker completes an interrupted email change', async () => {
    const { userId, email } = await api.signIn(role);
    const newEmail = `${randomUUID()}@example.com`;
    const { commands } = api.ports;
    await commands.append({
      stream: stream(userId),
      events: [
        { type: `${prefix}EmailChanged`, data: { user_id: userId, email: newEmail, previous_email: email } },
      ],
      expectedRevision: 'any',
      commandId: randomUUID(),
      actor: SYSTEM,
      correlationId: randomUUID(),
    });
    await expect.poll(async () => (await logIn(newEmail)).status).toBe(200);
  });

  test('the worker ends sessions that an interrupted deactivation left open', async () => {
    const { userId, token } = await api.signIn(role);
    await api.ports.commands.append({
      stream: stream(userId),
      events: [{ type: `${prefix}Deactivated`, data: { user_id: userId } }],
      expectedRevision: 'any',
      commandId: randomUUID(),
      actor: SYSTEM,
      correlationId: randomUUID(),
    });
    await expect.poll(async () => (await verify(token)).status).toBe(401);
  });

  test.for([
    [{}, 400, 'Please fill in all fields'],
    [{ newEmail: 'a@example.com' }, 400, 'Please fill in all fields'],
    [{ newEmail: 'nobody', password: PASSWORD }, 400, 'Please enter a valid email address'],
    [{ newEmail: 'a@example.com', password: 'wrong' }, 422, 'The password is incorrect.'],
  ] as const)('the address is not changed by %j', async ([body, status, message]) => {
    const { email, token } = await api.signIn(role);
    expect(await change('email', body, token)).toMatchObject({ status, body: { message } });
    expect((await logIn(email)).status).toBe(200);
  });

  test('changes the name and keeps omitted and empty fields', async () => {
    const { token } = await api.signIn(role);
    const nameOf = async () => {
      const { firstName, lastName } = (await verify(token)).body;
      return [firstName, lastName];
    };
    expect(await change('name', { firstName: ' Grace ', lastName: '' }, token)).toMatchObject({
      status: 200,
      body: { message: 'Name updated successfully!' },
    });
    expect(await nameOf()).toEqual(['Grace', role]);
    await change('name', { lastName: '<b>Hopper</b>' }, token);
    expect(await nameOf()).toEqual(['Grace', '<b>Hopper</b>']);
    for (const body of [{}, { firstName: ' ' }]) {
      expect(await change('name', body, token)).toMatchObject({
        status: 400,
        body: { message: 'Please enter at least a first or last name' },
      });
    }
  });

  test('lists sessions by device and ends one from another', async () => {
    const { email, token, userId } = await api.signIn(role);
    const phone = await logIn(email, PASSWORD, {
      'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1',
    });
    const list = (each = token) => api.call('GET', `${path}/sessions`, { token: each });
    const { sessions } = (await list()).body;
    expect(sessions).toHaveLength(2);
    const current = sessions.find((each: { current: boolean }) => each.current);
    const other = sessions.find((each: { current: boolean }) => !each.current);
    expect(other).toMatchObject({ device: 'Safari on iPhone' });
    expect(Date.parse(other.lastUsedAt)).toBeLessThanOrEqual(Date.now());

    const stranger = await api.signIn(role);
    const end = (id: string, each = token) => api.call('DELETE', `${path}/sessions/${id}`, { token: each });
    expect((await end(other.id, stranger.token)).status).toBe(404);
    expect((await end(randomUUID())).status).toBe(404);
    expect((await end(other.id)).status).toBe(200);
    expect((await verify(phone.body.token)).status).toBe(401);
    expect((await list()).body.sessions).toHaveLength(1);
    expect((await api.typesOf(stream(userId))).at(-1)).toBe(`${prefix}SessionEnded`);
    expect((await end(other.id)).status).toBe(404);
    expect((await end(current.id)).status).toBe(200);
    expect((await verify(token)).status).toBe(401);
  });
});

describe('a demo account', () => {
  test('signs in without account settings', async () => {
    const id = randomUUID();
    const origin = { actor: SYSTEM, correlationId: id };
    const demo = { ...testClient(`demo-${id}`), product_config: { demo_mode: true } };
    await createClient(api.ports, demo, origin);
    const email = `${id}@example.com`;
    const user = { user_id: id, client_id: demo.client_id, email, first_name: 'Demo', last_name: 'User' };
    await createClientUser(api.ports, { ...user, password: PASSWORD }, origin);
    const path = '/api/ai/client-auth';
    const { body } = await api.call('POST', `${path}/login`, { body: { email, password: PASSWORD } });
    const callAsDemoUser = (method: string, subPath: string, requestBody?: object) =>
      api.call(method, `${path}/${subPath}`, {
        token: body.token,
        ...(requestBody && { body: requestBody }),
      });
    const rejected = {
      status: 403,
      body: { code: 'DEMO_ACCOUNT', message: 'Not available in demo mode' },
    };
    const newPassword = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect(await callAsDemoUser('PATCH', 'profile/password', newPassword)).toMatchObject(rejected);
    const newEmail = { newEmail: 'a@example.com', password: PASSWORD };
    expect(await callAsDemoUser('PATCH', 'profile/email', newEmail)).toMatchObject(rejected);
    expect(await callAsDemoUser('PATCH', 'profile/name', { firstName: 'X' })).toMatchObject(rejected);
    expect(await callAsDemoUser('GET', 'sessions')).toMatchObject(rejected);
    expect(await callAsDemoUser('DELETE', `sessions/${randomUUID()}`)).toMatchObject(rejected);
    expect((await callAsDemoUser('GET', 'verify')).status).toBe(200);
    expect(await api.typesOf(streams.clientUser(id))).toEqual(['ClientUserCreated', 'ClientUserSignedIn']);
  });
});

test('sends no notice to the address of an invitation that staff correct', async () => {
  const { clientId = '' } = await api.signIn('ClientUser');
  const user_id = randomUUID();
  const [mistyped, corrected] = [`${user_id}@example.com`, `new-${user_id}@example.com`];
  const origin = { actor: SYSTEM, correlationId: user_id };
  const executeOnce = (idempotencyKey: string) =>
    executeAs(api.ports.commands, { ...origin, idempotencyKey, route: 'test' });
  const user = { user_id, client_id: clientId, first_name: 'Grace', last_name: 'Hopper', email: mistyped };
  await inviteClientUser(api.ports, user, origin, executeOnce(`invite ${user_id}`));
  await mail.emailsTo(mistyped, 1);
  const ref = { kind: 'client', id: user_id } as const;
  await editUser(api.ports, ref, { email: corrected }, origin, executeOnce(`edit ${user_id}`));
  // The invitation to the new address is enqueued after the notice.
  await mail.emailsTo(corrected, 1);
  const emails = await mail.emailsTo(mistyped, 1);
  expect(emails.map(({ subject }) => subject)).toEqual(['Set up your Landline account']);
});
