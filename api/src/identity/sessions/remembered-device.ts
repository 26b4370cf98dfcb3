import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { constantTimeEquals } from '../../platform/constant-time-equals.ts';
import { isHttps, secretCookie, secretCookiePath } from '../../platform/http/secret-cookie.ts';
import type { IdentityPorts } from '../ports.ts';
import { DEVICE_MS } from './constants.ts';
import type { UserKind } from './credentials.ts';

/** Returns the cookie of a kind of user: each has one, so that a browser can be remembered for both. */
const cookieOf = (kind: UserKind) => `${kind}_device`;

type DeviceDeps = Pick<IdentityPorts, 'secrets' | 'config'>;

const signatureOf = ({ secrets }: Pick<IdentityPorts, 'secrets'>, account: string, id: string) =>
  secrets.hmac('device', `${account}\n${id}`).toString('base64url');

/**
 * Remembers that this browser signed in to an account or used a link from its mailbox. The cookie grants no access; it only
 * gives the browser its own sign-in limit (OWASP: device cookies).
 */
export function rememberDevice(ports: DeviceDeps, ctx: Context, kind: UserKind, account: string): void {
  const id = deviceOfAccount(ports, ctx, kind, account) ?? randomBytes(16).toString('base64url');
  const secure = isHttps(ctx, ports.config.PUBLIC_URL);
  ctx.cookies.secure = secure;
  ctx.cookies.set(
    secretCookie(ctx, cookieOf(kind), ports.config.PUBLIC_URL),
    `${id}.${signatureOf(ports, account, id)}`,
    {
      sameSite: 'lax',
      httpOnly: true,
      secure,
      path: secretCookiePath(ctx, ports.config.PUBLIC_URL),
      maxAge: DEVICE_MS,
      overwrite: true,
    },
  );
}

/** Returns the device id of a request if the device is remembered for this account. */
export function deviceOfAccount(
  ports: DeviceDeps,
  ctx: Context,
  kind: UserKind,
  account: string,
): string | undefined {
  const [id = '', signature = ''] = (
    ctx.cookies.get(secretCookie(ctx, cookieOf(kind), ports.config.PUBLIC_URL)) ?? ''
  ).split('.');
  return constantTimeEquals(Buffer.from(signature), Buffer.from(signatureOf(ports, account, id)))
    ? id
    : undefined;
}
