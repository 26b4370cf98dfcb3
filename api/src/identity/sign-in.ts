import { randomUUID } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { accessTokenOf } from '../http/access.ts';
import type { RouteRequest, Session } from '../http/route.ts';
import { type Account, executeOnUser, loadAccount } from './accounts.ts';
import type { LoginBody } from './contract.ts';
import { clearSessionCookies, REFRESH_COOKIE, setSessionCookies } from './cookies.ts';
import { emailHmac, findCredential, type UserKind } from './credentials.ts';
import { isPassword } from './passwords.ts';
import type { Tokens } from './sessions.ts';

type Request = Pick<RouteRequest<unknown, unknown, unknown, Session | undefined>, 'ctx' | 'execute'>;

/** Texts of spec 000 §8. One answer for an unknown address and a wrong password. */
const REFUSALS = {
  staff: 'Invalid credentials. Please try again.',
  client: 'Invalid email or password',
} as const;

/**
 * Signs in a user and sets the cookies. Unknown addresses and wrong passwords are refused alike, after the same
 * time. Throws `INVALID_CREDENTIALS`, `TOO_MANY_LOGINS`.
 */
export async function signIn(
  deps: Deps,
  kind: UserKind,
  { email, password }: LoginBody,
  { ctx, execute }: Request,
): Promise<{ account: Account; tokens: Tokens }> {
  const { pool, secrets, commands, sessions, signInLimits, config } = deps;
  const key = emailHmac(secrets, kind, email).toString('base64url');
  await signInLimits.attempt(ctx.ip, key);
  const credential = await findCredential(pool, secrets, kind, email);
  const isRight = await isPassword(credential?.password_hash, password);
  const account = credential && isRight ? await loadAccount(commands, kind, credential.user_id) : undefined;
  if (!account) throw new DomainError('unauthenticated', 'INVALID_CREDENTIALS', REFUSALS[kind]);
  await signInLimits.succeeded(ctx.ip, key);

  const { actor } = account;
  const command = { type: 'sign_in', session_id: randomUUID() } as const;
  // Under an idempotency key it may be the session of the first try.
  const [sessionId = command.session_id] = await executeOnUser(execute, actor, command);
  const tokens = await sessions.open(sessionId, actor);
  setSessionCookies(ctx, tokens, config.PUBLIC_URL);
  return { account, tokens };
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
    await sessions.end(session.id, 'signed_out');
    await executeOnUser(execute, session.actor, { type: 'sign_out', session_id: session.id });
  }
  clearSessionCookies(ctx);
}
