import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import { DomainError } from '../../platform/errors.ts';
import { accessTokenOf } from '../../platform/http/access.ts';
import { executeAs, type RouteRequest } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import type { IdentityPorts } from '../ports.ts';
import { type Account, executeOnUser, loadAccount, refOf } from '../users/load-account.ts';
import type { LoginBody } from './contract.ts';
import { clearSessionCookies, refreshTokenOf, setSessionCookies } from './cookies.ts';
import { emailHmac, findCredential, passwordHashOf, type UserKind } from './credentials.ts';
import { verifyPassword } from './passwords.ts';
import { deviceOfAccount, rememberDevice } from './remembered-device.ts';
import type { Tokens } from './sessions.ts';

type Request = Pick<RouteRequest<unknown, unknown, unknown, Session | undefined>, 'ctx' | 'execute'>;

/** Messages prescribed by spec 000 §8, the same for an unknown address and a wrong password. */
const INVALID_CREDENTIALS = {
  staff: 'Invalid credentials. Please try again.',
  client: 'Invalid email or password',
} as const;

const invalidCredentials = (kind: UserKind, code = 'INVALID_CREDENTIALS') =>
  new DomainError('unauthenticated', code, INVALID_CREDENTIALS[kind]);

/**
 * Signs in a user and sets the cookies. Unknown addresses, wrong passwords and inactive accounts get the same error after the
 * same time. Throws `INVALID_CREDENTIALS`, `TOO_MANY_LOGINS`, and with two-factor sign-in `SECOND_FACTOR_REQUIRED`,
 * `SECOND_FACTOR_INVALID`.
 */
export async function signIn(
  ports: IdentityPorts,
  kind: UserKind,
  { email, password, code }: LoginBody,
  { ctx, execute }: Request,
): Promise<{ account: Account; tokens: Tokens }> {
  const { pool, secrets, commands, sessions, signInLimits, config } = ports;
  const key = emailHmac(secrets, kind, email).toString('base64url');
  const from = { ip: ctx.ip, account: key, device: deviceOfAccount(ports, ctx, kind, key) };
  await signInLimits.countAttempt(from);
  const credential = await findCredential(pool, secrets, kind, email);
  const isRight = await verifyPassword(credential?.password_hash, password);
  const account =
    credential && isRight ? await loadAccount(commands, { kind, id: credential.user_id }) : undefined;
  if (!account?.isActive) throw invalidCredentials(kind);
  const factor = account.hasTwoFactor ? await secondFactor(ports, account, code) : undefined;
  await signInLimits.recordSuccess(from);

  const { actor, ref } = account;
  const command = { type: 'sign_in', session_id: randomUUID(), ...(factor && { factor }) } as const;
  // A retry with the same idempotency key gets the session of the first attempt.
  const [sessionId = command.session_id] = await executeOnUser(execute, ref, command, actor);
  const tokens = await sessions.open(sessionId, actor, ctx.get('User-Agent') || undefined);
  // If the password changed during the check, the new session would outlive that change.
  if ((await passwordHashOf(pool, ref.id)) !== credential?.password_hash) {
    await sessions.end(sessionId, 'password_changed');
    throw invalidCredentials(kind);
  }
  await supersede(ports, ctx, sessionId);
  setSessionCookies(ctx, tokens, config.PUBLIC_URL);
  rememberDevice(ports, ctx, kind, key);
  return { account, tokens };
}

/** Checks the second factor and returns its kind. */
async function secondFactor(
  { signInLimits, twoFactor }: IdentityPorts,
  { ref }: Account,
  code: string | undefined,
) {
  if (code === undefined || code === '') {
    throw new DomainError(
      'unauthenticated',
      'SECOND_FACTOR_REQUIRED',
      'Enter the code from your authenticator app.',
    );
  }
  await signInLimits.countSecondFactorAttempt(ref.id);
  const factor = await twoFactor.check(ref.id, code);
  if (!factor) throw invalidCredentials(ref.kind, 'SECOND_FACTOR_INVALID');
  await signInLimits.recordSecondFactorSuccess(ref.id);
  return factor;
}

/** Ends the browser's previous session: a browser has only one. */
async function supersede(
  { sessions, commands, config }: IdentityPorts,
  ctx: Context,
  sessionId: string,
): Promise<void> {
  const refresh = refreshTokenOf(ctx, config.PUBLIC_URL);
  const before = refresh === undefined ? undefined : await sessions.byRefreshToken(refresh);
  if (!before || before.id === sessionId || !(await sessions.supersede(before.id))) return;
  const { actor, id: session_id } = before;
  const run = executeAs(commands, { actor, correlationId: ctx.state.correlationId });
  await executeOnUser(run, refOf(actor), { type: 'sign_out', session_id }, actor);
}

/**
 * Ends the session of a request's access token or, if that token has expired, of its refresh token. The session's row is
 * ended before the event is appended: if the append fails, the session is over and signing out again completes it.
 */
export async function signOut({ sessions, config }: IdentityPorts, { ctx, execute }: Request): Promise<void> {
  const access = accessTokenOf(ctx, config.PUBLIC_URL);
  const refresh = refreshTokenOf(ctx, config.PUBLIC_URL);
  const session =
    (access === undefined ? undefined : await sessions.authenticate(access)) ??
    (refresh === undefined ? undefined : await sessions.byRefreshToken(refresh));
  if (session) {
    const { id: session_id, actor } = session;
    await sessions.end(session_id, 'signed_out');
    await executeOnUser(execute, refOf(actor), { type: 'sign_out', session_id }, actor);
  }
  clearSessionCookies(ctx, config.PUBLIC_URL);
}
