import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** With METRICS_TOKEN as a bearer token, or, where none is set, from this machine alone. */
export function mayCollect({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  // Who came through a proxy on this machine is not of this machine.
  if (token === undefined)
    return LOOPBACK.has(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined;
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
