import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { accessTokenOf } from '../http/access.ts';
import type { RouteRequest, Session } from '../http/route.ts';
import { type Account, type Execute, executeOnUser, loadAccount, refOf } from './accounts.ts';
import type { LoginBody } from './contract.ts';
import { clearSessionCookies, REFRESH_COOKIE, setSessionCookies } from './cookies.ts';
import { emailHmac, findCredential, passwordHashOf, type UserKind } from './credentials.ts';
import { isPassword } from './passwords.ts';
import { deviceOfAccount, rememberDevice } from './remembered-device.ts';
import type { Tokens } from './sessions.ts';

type Request = Pick<RouteRequest<unknown, unknown, unknown, Session | undefined>, 'ctx' | 'execute'>;

/** Texts of spec 000 §8. One answer for an unknown address and a wrong password. */
const REFUSALS = {
  staff: 'Invalid credentials. Please try again.',
  client: 'Invalid email or password',
} as const;

const invalidCredentials = (kind: UserKind, code = 'INVALID_CREDENTIALS') =>
  new DomainError('unauthenticated', code, REFUSALS[kind]);

/**
 * Signs in a user and sets the cookies. Unknown addresses, wrong passwords and accounts that are not active are
 * refused alike, after the same time. Throws `INVALID_CREDENTIALS`, `TOO_MANY_LOGINS`, and for an account with
 * two-factor sign-in `SECOND_FACTOR_REQUIRED`, `SECOND_FACTOR_INVALID`.
 */
export async function signIn(
  deps: Deps,
  kind: UserKind,
  { email, password, code }: LoginBody,
  { ctx, execute }: Request,
): Promise<{ account: Account; tokens: Tokens }> {
  const { pool, secrets, commands, sessions, signInLimits, config } = deps;
  const key = emailHmac(secrets, kind, email).toString('base64url');
  const from = { ip: ctx.ip, account: key, device: deviceOfAccount(deps, ctx, kind, key) };
  await signInLimits.attempt(from);
  const credential = await findCredential(pool, secrets, kind, email);
  const isRight = await isPassword(credential?.password_hash, password);
  const account =
    credential && isRight ? await loadAccount(commands, { kind, id: credential.user_id }) : undefined;
  if (!account?.isActive) throw invalidCredentials(kind);
  const factor = account.hasTwoFactor ? await secondFactor(deps, account, code) : undefined;
  await signInLimits.succeeded(from);

  const { actor, ref } = account;
  const command = { type: 'sign_in', session_id: randomUUID(), ...(factor && { factor }) } as const;
  // Under an idempotency key it may be the session of the first try.
  const [sessionId = command.session_id] = await executeOnUser(execute, ref, command, actor);
  const tokens = await sessions.open(sessionId, actor, ctx.get('User-Agent') || undefined);
  // The password may have been changed while it was being checked: what it opened would outlive that.
  if ((await passwordHashOf(pool, ref.id)) !== credential?.password_hash) {
    await sessions.end(sessionId, 'password_changed');
    throw invalidCredentials(kind);
  }
  await supersede(deps, ctx, sessionId);
  setSessionCookies(ctx, tokens, config.PUBLIC_URL);
  rememberDevice(deps, ctx, kind, key);
  return { account, tokens };
}

/** How the second factor opened. */
async function secondFactor({ signInLimits, twoFactor }: Deps, { ref }: Account, code: string | undefined) {
  if (code === undefined || code === '') {
    throw new DomainError(
      'unauthenticated',
      'SECOND_FACTOR_REQUIRED',
      'Enter the code that your authenticator app shows.',
    );
  }
  await signInLimits.secondFactor(ref.id);
  const factor = await twoFactor.check(ref.id, code);
  if (!factor) throw invalidCredentials(ref.kind, 'SECOND_FACTOR_INVALID');
  await signInLimits.secondFactorSucceeded(ref.id);
  return factor;
}

/** A browser has one session: the one that its cookies held before this sign-in ends. */
async function supersede({ sessions, commands }: Deps, ctx: Context, sessionId: string): Promise<void> {
  const refresh = ctx.cookies.get(REFRESH_COOKIE);
  const before = refresh === undefined ? undefined : await sessions.byRefreshToken(refresh);
  if (!before || before.id === sessionId || !(await sessions.supersede(before.id))) return;
  const { actor, id: session_id } = before;
  const run: Execute = (decider, execution) =>
    commands.execute(decider, { ...execution, actor, correlationId: ctx.state.correlationId });
  await executeOnUser(run, refOf(actor), { type: 'sign_out', session_id }, actor);
}

/**
 * Ends the session of a request, known by its access token or, when that has run out, by its refresh token. Its
 * row goes first: whatever fails after, the session is over, and signing out again writes down what is missing.
 */
export async function signOut({ sessions }: Deps, { ctx, execute }: Request): Promise<void> {
  const access = accessTokenOf(ctx);
  const refresh = ctx.cookies.get(REFRESH_COOKIE);
  const session =
    (access === undefined ? undefined : await sessions.authenticate(access)) ??
    (refresh === undefined ? undefined : await sessions.byRefreshToken(refresh));
  if (session) {
    const { id: session_id, actor } = session;
    await sessions.end(session_id, 'signed_out');
    await executeOnUser(execute, refOf(actor), { type: 'sign_out', session_id }, actor);
  }
  clearSessionCookies(ctx);
}
