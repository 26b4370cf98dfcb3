import { randomUUID } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../clients/clients/clients.ts';
import { executeAs } from '../../platform/http/route.ts';
import { PASSWORD, startTestApi, testClient } from '../../testing/api.ts';
import { cookieHeader, cookiesOf } from '../../testing/cookies.ts';
import { startTestMail, type TestMail } from '../../testing/mail.ts';
import { editUser } from '../users/users.ts';

const NEW_PASSWORD = 'Another-horse-22';
const INVALID = 'Invalid or expired setup link';

let api: Awaited<ReturnType<typeof startTestApi>>;
let mail: TestMail;
let superAdmin: string;
beforeAll(async () => {
  api = await startTestApi({
    variables: { EMBEDDED: 'true', PUBLIC_URL: 'https://landline.example', TRUST_PROXY: 'true' },
  });
  mail = await startTestMail(api);
  superAdmin = (await api.signIn('SuperAdmin')).token;
});
afterAll(async () => {
  await mail?.stop();
  await api?.stopAll();
});

const freshEmail = () => `${randomUUID()}@example.com`;
const logIn = (
  kind: 'staff' | 'client',
  email: string,
  password: string,
  headers: Record<string, string> = {},
) =>
  api.call('POST', kind === 'staff' ? '/api/auth/login' : '/api/ai/client-auth/login', {
    body: { email, password },
    headers,
  });
const choosePassword = (path: string, token: string, password = NEW_PASSWORD, confirmPassword = password) =>
  api.call('POST', path, { body: { token, password, confirmPassword } });

const SETUP = '/api/client-admin/complete-setup';
const RESET = '/api/ai/client-auth/reset-password';
const STAFF_SETUP = '/api/auth/complete-setup';
const STAFF_RESET = '/api/auth/reset-password';

async function freshClient(): Promise<string> {
  const client_id = `client-${randomUUID()}`;
  await createClient(api.ports, testClient(client_id), { actor: SYSTEM, correlationId: client_id });
  return client_id;
}

async function inviteClientAdmin(email = freshEmail(), firstName = 'Robin') {
  const clientId = await freshClient();
  const body = { firstName, lastName: 'Hill', email, clientId };
  const response = await api.call('POST', '/api/client-admin/create-client-admin-invitation', {
    body,
    token: superAdmin,
  });
  return { response, email, clientId, id: response.body.id as string };
}

async function inviteStaff(email = freshEmail()) {
  const body = { firstName: 'Ada', lastName: 'Hill', email, role: 'Manager' };
  const response = await api.call('POST', '/api/staff/invitations', { body, token: superAdmin });
  return { response, email, id: response.body.id as string };
}

describe('an invitation', () => {
  test('lets a client administrator choose a password and sign in', async () => {
    const { response, email, id, clientId } = await inviteClientAdmin();
    expect(response).toMatchObject({
      status: 200,
      body: { success: true, message: `Invitation sent successfully to ${email}!` },
    });
    const [invitation] = await mail.emailsTo(email, 1);
    const token = await mail.tokenTo(email);
    expect(invitation?.subject).toBe('Set up your Landline account');
    expect(invitation?.text).toContain(`https://landline.example/client/setup?token=${token}`);
    expect(invitation?.html).toContain(`https://landline.example/client/setup?token=${token}`);

    const valid = await api.call('GET', `/api/client-admin/validate-setup-token/${token}`);
    expect(valid.body).toEqual({
      valid: true,
      user: { email, clientName: `Client ${clientId}`, firstName: 'Robin', lastName: 'Hill' },
    });
    expect((await logIn('client', email, NEW_PASSWORD)).status).toBe(401);
    expect(await choosePassword(SETUP, token)).toMatchObject({ status: 200, body: { success: true } });
    expect((await logIn('client', email, NEW_PASSWORD)).body.client).toMatchObject({ id: clientId });

    const events = await api.eventsOf(streams.clientUser(id));
    expect(events.map(({ type }) => type)).toEqual([
      'ClientUserCreated',
      'ClientUserInvited',
      'ClientUserSetupCompleted',
      'ClientUserSignedIn',
    ]);
    expect(events[1]?.metadata.actor.role).toBe('SuperAdmin');
    expect(events[2]?.metadata.actor).toMatchObject({ id, role: 'ClientUser', clientId });
    const log = JSON.stringify(events.map(({ data, metadata }) => [data, metadata]));
    for (const secret of [token, NEW_PASSWORD, email]) expect(log).not.toContain(secret);
  });

  test('lets a staff member choose a password and sign in', async () => {
    const { response, email } = await inviteStaff();
    expect(response.body.message).toBe(`Invitation sent successfully to ${email}!`);
    const token = await mail.tokenTo(email);
    expect((await mail.emailsTo(email, 1))[0]?.text).toContain(
      `https://landline.example/setup?token=${token}`,
    );
    const valid = await api.call('GET', `/api/auth/validate-link/${token}`);
    expect(valid.body).toEqual({
      valid: true,
      purpose: 'setup',
      user: { email, firstName: 'Ada', lastName: 'Hill' },
    });
    expect((await choosePassword(STAFF_SETUP, token)).status).toBe(200);
    expect((await logIn('staff', email, NEW_PASSWORD)).body).toMatchObject({ userRole: 'Manager' });
  });

  test('is rejected for a taken address, an unknown client or a missing field', async () => {
    const { email, clientId } = await inviteClientAdmin();
    const invite = (body: object) =>
      api.call('POST', '/api/client-admin/create-client-admin-invitation', { body, token: superAdmin });
    const valid = { firstName: 'R', lastName: 'H', email: freshEmail(), clientId };
    expect(await invite({ ...valid, email: ` ${email.toUpperCase()}` })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN' },
    });
    expect(await invite({ ...valid, clientId: 'nobody' })).toMatchObject({
      status: 404,
      body: { message: 'Client not found' },
    });
    for (const field of ['firstName', 'lastName', 'email', 'clientId']) {
      const response = await invite({ ...valid, [field]: ' ' });
      expect(response.status).toBe(field === 'clientId' ? 404 : 400);
    }
    expect((await invite({ ...valid, lastName: '' })).body.message).toBe('All fields are required');
  });

  test('is sent once under an idempotency key', async () => {
    const email = freshEmail();
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { firstName: 'Ada', lastName: 'Hill', email, role: 'Admin' };
    const invite = (each: object) =>
      api.call('POST', '/api/staff/invitations', { body: each, token: superAdmin, headers });
    const [first, second] = [await invite(body), await invite(body)];
    expect(second.body).toEqual(first.body);
    expect(await api.eventsOf(streams.staffUser(first.body.id))).toHaveLength(2);
    expect((await invite({ ...body, email: freshEmail() })).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('is sent again instead of a reset link while the user has no password', async () => {
    const { email, id } = await inviteStaff();
    const first = await mail.tokenTo(email);
    await api.call('POST', `/api/staff/${id}/send-password-reset`, { token: superAdmin });
    const second = await mail.tokenTo(email, 2);
    expect((await choosePassword(STAFF_SETUP, second)).status).toBe(200);
    expect((await choosePassword(STAFF_SETUP, first)).body.message).toBe(INVALID);
  });
});

describe('a password reset request', () => {
  const forgot = (email: string, path = '/api/ai/client-auth/forgot-password') =>
    api.call('POST', path, { body: { email } });

  test('gets the same response for known and unknown addresses', async () => {
    const { email } = await api.signIn('ClientUser');
    const [known, unknown] = [await forgot(email.toUpperCase()), await forgot(freshEmail())];
    expect(known).toMatchObject({
      status: 200,
      body: { success: true, message: 'Password reset instructions have been sent to your email' },
    });
    expect(unknown).toMatchObject({ status: 200, body: known.body });
    const names = ({ headers }: { headers: Headers }) => [...headers.keys()].sort();
    expect(names(unknown)).toEqual(names(known));
    expect((await mail.emailsTo(email, 1))[0]?.subject).toBe('Reset your Landline password');
  });

  test('takes about the same time for an unknown address', async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 9; round++) {
      const { email } = await api.signIn('ClientUser');
      for (const [addressKind, address] of [
        ['known', email],
        ['unknown', freshEmail()],
      ] as const) {
        const start = performance.now();
        await forgot(address);
        times[addressKind].push(performance.now() - start);
      }
    }
    const median = (all: number[]) => all.sort((a, b) => a - b)[4] ?? 0;
    const ratio = median(times.unknown) / median(times.known);
    expect(ratio).toBeGreaterThan(0.33);
    expect(ratio).toBeLessThan(3);
  });

  test('lets a client user choose a new password by an emailed link and ends all their sessions', async () => {
    const { email, token: session, userId } = await api.signIn('ClientUser');
    await forgot(email);
    const token = await mail.tokenTo(email);
    expect((await mail.emailsTo(email, 1))[0]?.text).toContain('/client/setup?token=');
    const valid = await api.call('GET', `/api/ai/client-auth/validate-reset-token/${token}`);
    expect(valid.body).toMatchObject({ valid: true, user: { email } });
    expect((await choosePassword(RESET, token)).body.message).toBe(
      'Password reset successful! You can now log in with your new password.',
    );
    expect((await api.call('GET', '/api/ai/client-auth/verify', { token: session })).status).toBe(401);
    expect((await logIn('client', email, PASSWORD)).status).toBe(401);
    expect((await logIn('client', email, NEW_PASSWORD)).status).toBe(200);
    expect((await api.typesOf(streams.clientUser(userId))).slice(-3)).toEqual([
      'ClientUserPasswordResetRequested',
      'ClientUserPasswordReset',
      'ClientUserSignedIn',
    ]);
    expect((await mail.emailsTo(email, 2))[1]?.subject).toBe('Your Landline password was changed');
  });

  test('lets staff choose a new password by an emailed link', async () => {
    const { email } = await api.signIn('Employee');
    await forgot(email, '/api/forgot-password');
    const token = await mail.tokenTo(email);
    const valid = await api.call('GET', `/api/auth/validate-link/${token}`);
    expect(valid.body).toMatchObject({ valid: true, purpose: 'reset' });
    expect((await choosePassword(STAFF_RESET, token)).status).toBe(200);
    expect((await logIn('staff', email, NEW_PASSWORD)).status).toBe(200);
  });

  test.for([
    [{}, 'Please enter your email address'],
    [{ email: ' ' }, 'Please enter your email address'],
    [{ email: 'nobody' }, 'Please enter a valid email address'],
    [{ email: 'a@b.example, c@d.example' }, 'Please enter a valid email address'],
    [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'Please enter a valid email address'],
  ] as const)('is rejected for %j instead of a valid email address', async ([body, message]) => {
    for (const path of ['/api/forgot-password', '/api/ai/client-auth/forgot-password'])
      expect(await api.call('POST', path, { body })).toMatchObject({ status: 400, body: { message } });
  });

  test('is rate limited', async () => {
    const email = freshEmail();
    for (let attempt = 0; attempt < 5; attempt++) expect((await forgot(email)).status).toBe(200);
    const rejected = await forgot(email);
    expect(rejected).toMatchObject({
      status: 429,
      body: { message: 'Too many requests. Please try again later.' },
    });
    expect(Number(rejected.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});

test.for([
  ['client', 'ClientUser', '/api/ai/client-auth/forgot-password', RESET],
  ['staff', 'Manager', '/api/forgot-password', STAFF_RESET],
] as const)(
  'an emailed link lets the owner of a locked %s account in while an attacker keeps guessing',
  async ([kind, role, forgotPath, resetPath]) => {
    const { email, userId } = await api.signIn(role);
    let guessing = true;
    const guesses: number[] = [];
    // Guess from many networks, so that the account is locked for every network and not only for one.
    const guess = async () => {
      for (let network = 1; guessing; network = (network % 250) + 1) {
        const from = { 'X-Forwarded-For': `203.0.${network}.1` };
        guesses.push((await logIn(kind, email, `wrong-${guesses.length}`, from)).status);
      }
    };
    const attackers = [guess(), guess()];
    try {
      const rejections = () => guesses.filter((status) => status === 429).length;
      await expect.poll(rejections).toBeGreaterThan(3);
      expect((await logIn(kind, email, PASSWORD)).status).toBe(429);
      await api.call('POST', forgotPath, { body: { email } });
      const reset = await choosePassword(resetPath, await mail.tokenTo(email));
      expect(reset.status).toBe(200);
      const device = cookieHeader(cookiesOf(reset.headers));
      const signedIn = await logIn(kind, email, NEW_PASSWORD, device);
      expect(signedIn).toMatchObject({ status: 200, body: { userId } });
      const before = guesses.length;
      await expect.poll(() => guesses.length).toBeGreaterThan(before + 3);
      expect(guesses.at(-1)).toBe(429);
    } finally {
      guessing = false;
      await Promise.all(attackers);
    }
  },
);

describe('a link', () => {
  const rejected = { status: 422, body: { code: 'LINK_INVALID', message: INVALID } };
  const validate = async (token: string) =>
    (await api.call('GET', `/api/client-admin/validate-setup-token/${token}`)).body;
  const invalid = { valid: false, error: INVALID };

  test('works once', async () => {
    const token = await mail.tokenTo((await inviteClientAdmin()).email);
    const all = await Promise.all([1, 2, 3].map(() => choosePassword(SETUP, token)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await choosePassword(SETUP, token)).toMatchObject(rejected);
    expect(await validate(token)).toEqual(invalid);
  });

  test('is rejected after expiry', async () => {
    const { email, id } = await inviteClientAdmin();
    const token = await mail.tokenTo(email);
    await api.ports.pg.query('UPDATE api.link SET expires_at = now() WHERE user_id = $1', [id]);
    expect(await validate(token)).toEqual(invalid);
    expect(await choosePassword(SETUP, token)).toMatchObject(rejected);
  });

  test('is rejected if forged or for another purpose or kind of user', async () => {
    const { email } = await inviteClientAdmin();
    const token = await mail.tokenTo(email);
    const other = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    expect(await validate(other)).toEqual(invalid);
    for (const path of [SETUP, RESET, STAFF_SETUP, STAFF_RESET])
      expect(await choosePassword(path, other)).toMatchObject(rejected);
    for (const path of [RESET, STAFF_SETUP, STAFF_RESET])
      expect(await choosePassword(path, token)).toMatchObject(rejected);
    const validation = await api.call('GET', `/api/ai/client-auth/validate-reset-token/${token}`);
    expect(validation.body).toEqual(invalid);
    expect((await api.call('GET', `/api/auth/validate-link/${token}`)).body).toEqual(invalid);
    expect((await choosePassword(SETUP, token)).status).toBe(200);
  });

  test('stays valid when the email is sent again, until either link is used', async () => {
    const { email, id } = await inviteClientAdmin();
    const first = await mail.tokenTo(email);
    const { pg } = api.ports;
    const payload = { kind: 'client', user_id: id, purpose: 'setup' };
    await pg.query(`SELECT graphile_worker.add_job('identity.send-link', $1::json)`, [payload]);
    const second = await mail.tokenTo(email, 2);
    expect((await choosePassword(SETUP, first)).status).toBe(200);
    expect(await choosePassword(SETUP, second)).toMatchObject(rejected);
  });

  test("is revoked when an invited user's email changes; a new link goes to the new address", async () => {
    const { email, id } = await inviteClientAdmin();
    const first = await mail.tokenTo(email);
    const newEmail = freshEmail();
    const origin = { actor: SYSTEM, correlationId: id };
    const execute = executeAs(api.ports.commands, origin);
    await editUser(api.ports, { kind: 'client', id }, { email: newEmail }, origin, execute);
    expect(await validate(first)).toEqual(invalid);
    expect(await choosePassword(SETUP, first)).toMatchObject(rejected);
    expect((await choosePassword(SETUP, await mail.tokenTo(newEmail))).status).toBe(200);
  });

  test('stays valid if using it fails', async () => {
    const token = await mail.tokenTo((await inviteClientAdmin()).email);
    const used = api.ports.links.use(token, { kind: 'client', purpose: 'setup' }, () =>
      Promise.reject(new Error('crash')),
    );
    await expect(used).rejects.toThrow('crash');
    expect((await choosePassword(SETUP, token)).status).toBe(200);
  });

  test('is rejected for a deactivated user', async () => {
    const { email, id } = await inviteStaff();
    const token = await mail.tokenTo(email);
    const change = { body: { active: false }, token: superAdmin };
    expect((await api.call('PATCH', `/api/staff/${id}`, change)).body).toMatchObject({ success: true });
    expect((await api.call('GET', `/api/auth/validate-link/${token}`)).body).toEqual(invalid);
    expect(await choosePassword(STAFF_SETUP, token)).toMatchObject(rejected);
  });

  test('is not stored in the database', async () => {
    const token = await mail.tokenTo((await inviteClientAdmin()).email);
    const { rows } = await api.ports.pg.query<object>('SELECT * FROM api.link');
    expect(JSON.stringify(rows.map((row) => Object.values(row).map(String)))).not.toContain(token);
  });

  test.for([
    [{ password: '', confirmPassword: '' }, 'Please fill in all fields'],
    [{ password: NEW_PASSWORD }, 'Please fill in all fields'],
    [{ password: NEW_PASSWORD, confirmPassword: PASSWORD }, 'Passwords do not match'],
    [{ password: 'Short-1', confirmPassword: 'Short-1' }, 'Password must be at least 12 characters long'],
    ...['no-upper-case-1', 'NO-LOWER-CASE-1', 'No-number-here', 'NoSpecialCharacter1'].map(
      (password) =>
        [
          { password, confirmPassword: password },
          'Password must contain uppercase letter, lowercase letter, number, and special character',
        ] as const,
    ),
  ] as const)('is checked only after the password: %j', async ([body, message]) => {
    for (const path of [SETUP, RESET, STAFF_SETUP, STAFF_RESET]) {
      const response = await api.call('POST', path, { body: { token: 'any', ...body } });
      expect(response).toMatchObject({ status: 400, body: { message } });
    }
  });
});

describe('the outbox', () => {
  test('is readable by a SuperAdmin', async () => {
    const { email } = await inviteStaff();
    await mail.emailsTo(email, 1);
    const { status, body } = await api.call('GET', '/api/dev/outbox', { token: superAdmin });
    expect(status).toBe(200);
    expect(body.emails.map(({ to }: { to: string }) => to)).toContain(email);
  });
});

describe('an invitation email', () => {
  test('escapes HTML in names and strips URLs from the text version', async () => {
    const email = freshEmail();
    await inviteClientAdmin(email, '<img src=x onerror=alert(1)> https://evil.example');
    const [invitation] = await mail.emailsTo(email, 1);
    expect(invitation?.html).not.toContain('<img');
    expect(invitation?.html).toContain('&lt;img');
    expect(invitation?.text).not.toContain('https://evil.example');
  });
});
