import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import type { Deps } from '../deps.ts';
import { DEVICE_MS } from './constants.ts';
import { isHttps } from './cookies.ts';
import type { UserKind } from './credentials.ts';

/** Of one kind of user each: who is both staff and somebody's client is known as both. */
const cookieOf = (kind: UserKind) => `${kind}_device`;

type Needs = Pick<Deps, 'secrets' | 'config'>;

const sealOf = ({ secrets }: Pick<Deps, 'secrets'>, account: string, id: string) =>
  secrets.hmac('device', `${account}\n${id}`).toString('base64url');

/**
 * Remembers that this browser opened an account, by its password or by a link from its mailbox. It opens nothing:
 * its sign-ins are only counted apart from those of strangers (OWASP: device cookies).
 */
export function rememberDevice(deps: Needs, ctx: Context, kind: UserKind, account: string): void {
  const id = deviceOfAccount(deps, ctx, kind, account) ?? randomBytes(16).toString('base64url');
  const secure = isHttps(ctx, deps.config.PUBLIC_URL);
  ctx.cookies.secure = secure;
  ctx.cookies.set(cookieOf(kind), `${id}.${sealOf(deps, account, id)}`, {
    sameSite: 'lax',
    httpOnly: true,
    secure,
    path: '/api',
    maxAge: DEVICE_MS,
    overwrite: true,
  });
}

/** The device that a request comes from, if it has opened this account before. */
export function deviceOfAccount(
  deps: Pick<Deps, 'secrets'>,
  ctx: Context,
  kind: UserKind,
  account: string,
): string | undefined {
  const [id = '', seal = ''] = (ctx.cookies.get(cookieOf(kind)) ?? '').split('.');
  const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(deps, account, id))];
  return given.length === right.length && timingSafeEqual(given, right) ? id : undefined;
}
