import { Buffer } from 'node:buffer';
import { streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, startTestApi } from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { resetStaffPassword } from '../users/reset-staff-password.ts';
import { TOTP } from './constants.ts';
import { base32, codeAt, otpauthUrl, stepOf } from './totp.ts';
import { createTwoFactor } from './two-factor.ts';

describe('time-based codes', () => {
  const secret = Buffer.from('12345678901234567890');

  // RFC 6238, appendix B: the last six of its eight digits.
  test.for([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const)('match RFC 6238 at %i s', ([seconds, code]) => {
    expect(codeAt(secret, Math.floor(seconds / 30))).toBe(code.slice(2));
  });

  test('are valid for one step either way', () => {
    const step = 1000;
    const at = (offset: number) => stepOf(secret, codeAt(secret, step), (step + offset) * TOTP.stepMs);
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, step, step, step, undefined]);
    expect(stepOf(secret, '', step * TOTP.stepMs)).toBeUndefined();
  });

  test('have a secret that apps can read', () => {
    expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(otpauthUrl(secret, 'Landline', 'ada@example.com')).toBe(
      'otpauth://totp/Landline:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Landline&algorithm=SHA1&digits=6&period=30',
    );
  });
});

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess | undefined;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

const fromBase32 = (text: string) => {
  const bits = [...text]
    .map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

const ACCOUNT_KINDS = [
  { role: 'Manager', path: '/api/auth', stream: streams.staffUser, prefix: 'StaffUser' },
  { role: 'ClientUser', path: '/api/ai/client-auth', stream: streams.clientUser, prefix: 'ClientUser' },
] as const;
type AccountKind = (typeof ACCOUNT_KINDS)[number];

const callsOf = ({ path: base, role }: AccountKind) => {
  const call = (token: string, method: string, path: string, body?: object) =>
    api.call(method, `${base}/totp${path}`, { token, ...(body && { body }) });
  const logIn = (email: string, code?: string, password = PASSWORD) =>
    api.call('POST', `${base}/login`, { body: { email, password, code } });
  return { call, logIn, withTwoFactor: () => withTwoFactor(role, call) };
};

/** Creates a user with two-factor sign-in. */
async function withTwoFactor(role: AccountKind['role'], call: ReturnType<typeof callsOf>['call']) {
  const user = await api.signIn(role);
  const setup = await call(user.token, 'POST', '', { password: PASSWORD });
  const secret = fromBase32(setup.body.secret);
  const step = Math.floor(Date.now() / TOTP.stepMs);
  const codeOf = (offset: number) => codeAt(secret, step + offset);
  // Signing in needs the code of a later step. The next step's code is already valid, and stays valid if a step ends meanwhile.
  const confirmed = await call(user.token, 'POST', '/confirm', { code: codeOf(0) });
  return { ...user, setup, confirmed, codeOf, recoveryCodes: confirmed.body.recoveryCodes as string[] };
}

describe.for(ACCOUNT_KINDS)('two-factor sign-in of a $role', (accountKind) => {
  const { call, logIn, withTwoFactor } = callsOf(accountKind);
  test('is enabled with a code, shows its secrets once and is then required', async () => {
    const { setup, confirmed, codeOf, ...user } = await withTwoFactor();
    expect(setup.body.otpauthUrl).toContain(`secret=${setup.body.secret}`);
    expect(confirmed.body).toMatchObject({ success: true });
    expect(new Set(user.recoveryCodes).size).toBe(10);
    expect((await call(user.token, 'GET', '')).body).toEqual({ enabled: true, recoveryCodesLeft: 10 });
    expect(await call(user.token, 'POST', '', { password: PASSWORD })).toMatchObject({
      status: 409,
      body: { code: 'TWO_FACTOR_ON' },
    });

    const challenge = await logIn(user.email);
    expect(challenge).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_REQUIRED' } });
    expect(challenge.headers.getSetCookie()).toEqual([]);
    const wrong = { status: 401, body: { code: 'SECOND_FACTOR_INVALID' } };
    expect(await logIn(user.email, codeOf(-9))).toMatchObject(wrong);
    expect(await logIn(user.email, codeOf(0)), 'the code that confirmed the setup').toMatchObject(wrong);
    expect((await logIn(user.email, codeOf(1), 'wrong')).body.code).toBe('INVALID_CREDENTIALS');
    const code = codeOf(1);
    expect((await logIn(user.email, code)).status).toBe(200);
    expect(await logIn(user.email, code), 'a code that was used before').toMatchObject(wrong);
  });

  test('accepts each recovery code once', async () => {
    const { email, token, recoveryCodes, userId } = await withTwoFactor();
    const [first = '', second = ''] = recoveryCodes;
    const all = await Promise.all([logIn(email, first), logIn(email, first), logIn(email, first)]);
    expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await logIn(email, second.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await call(token, 'GET', '')).body.recoveryCodesLeft).toBe(8);
    expect((await api.eventsOf(accountKind.stream(userId))).at(-1)).toMatchObject({
      type: `${accountKind.prefix}SignedIn`,
      data: { factor: 'recovery_code' },
    });
  });

  test('is disabled with the password', async () => {
    const { email, token } = await withTwoFactor();
    expect((await call(token, 'POST', '/disable', { password: 'wrong' })).status).toBe(422);
    expect((await logIn(email)).status).toBe(401);
    expect((await call(token, 'POST', '/disable', { password: PASSWORD })).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
    expect((await call(token, 'GET', '')).body).toEqual({ enabled: false, recoveryCodesLeft: 0 });
    expect((await call(token, 'POST', '', { password: PASSWORD })).status).toBe(200);
  });

  test('is off until a code confirms it', async () => {
    const { email, token } = await api.signIn(accountKind.role);
    expect((await call(token, 'POST', '', { password: 'wrong' })).status).toBe(422);
    expect((await call(token, 'POST', '', { password: PASSWORD })).status).toBe(200);
    expect(await call(token, 'POST', '/confirm', { code: '000000x' })).toMatchObject({
      status: 400,
      body: { message: 'Enter the 6-digit code' },
    });
    expect((await logIn(email)).status).toBe(200);
  });

  test('is limited to ten wrong codes', async () => {
    const { email, codeOf } = await withTwoFactor();
    for (let attempt = 0; attempt < 10; attempt++) {
      const { status } = await logIn(email, `00000${attempt}`);
      expect([401, 429]).toContain(status);
    }
    expect(await logIn(email, codeOf(1))).toMatchObject({ status: 429, body: { code: 'TOO_MANY_LOGINS' } });
  });

  test('does not store readable recovery codes', async () => {
    const { recoveryCodes } = await withTwoFactor();
    const { rows } = await api.ports.pg.query<{ hash: Buffer }>('SELECT hash FROM api.recovery_code');
    const stored = rows.map(({ hash }) => hash.toString('latin1')).join();
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
  });

  test('survives an abandoned setup', async () => {
    const twoFactor = createTwoFactor(api.ports.pool);
    const secret = await twoFactor.begin('user-1');
    const code = codeAt(secret, Math.floor(Date.now() / TOTP.stepMs));
    expect(await twoFactor.check('user-1', code)).toBeUndefined();
    expect(await twoFactor.confirm('user-1', code)).toHaveLength(10);
    expect(await twoFactor.confirm('user-1', code)).toBeUndefined();
  });
});

test('a SuperAdmin turns off the second factor of a client user who lost it', async () => {
  const { logIn, withTwoFactor } = callsOf(ACCOUNT_KINDS[1]);
  const { email, userId } = await withTwoFactor();
  expect((await logIn(email)).body.code).toBe('SECOND_FACTOR_REQUIRED');
  const turnOff = async (role: 'SuperAdmin' | 'Admin') =>
    api.call('POST', `/api/client-admin/turn-off-two-factor/${userId}`, {
      token: (await api.signIn(role)).token,
      headers: { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` },
    });
  expect((await turnOff('Admin')).status).toBe(403);
  expect((await logIn(email)).status).toBe(401);
  expect((await turnOff('SuperAdmin')).status).toBe(200);
  expect((await logIn(email)).status).toBe(200);
  expect((await api.eventsOf(streams.clientUser(userId))).at(-2)).toMatchObject({
    type: 'ClientUserTwoFactorDisabled',
    metadata: { actor: { role: 'SuperAdmin' } },
  });
});

test('an operator reset ends all sessions and can disable the second factor', async () => {
  const { logIn, withTwoFactor } = callsOf(ACCOUNT_KINDS[0]);
  const { email, token } = await withTwoFactor();
  const reset = (twoFactorOff: boolean) =>
    resetStaffPassword(api.ports, ` ${email.toUpperCase()}`, { twoFactorOff, correlationId: 'test' });
  const first = await reset(false);
  expect(first?.email).toBe(email);
  expect((await api.call('GET', '/api/auth/verify', { token })).status).toBe(401);
  expect((await logIn(email)).body.code).toBe('INVALID_CREDENTIALS');
  expect((await logIn(email, undefined, first?.password)).body.code).toBe('SECOND_FACTOR_REQUIRED');
  const second = await reset(true);
  expect((await logIn(email, undefined, second?.password)).status).toBe(200);
  const unknown = resetStaffPassword(api.ports, 'nobody@example.com', {
    twoFactorOff: true,
    correlationId: 'test',
  });
  expect(await unknown).toBeUndefined();
});
