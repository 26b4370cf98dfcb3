import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Requires METRICS_TOKEN as a bearer token; without a configured token, only this machine may read metrics. */
export function mayReadMetrics({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  // A request forwarded by a local proxy comes from elsewhere.
  if (token === undefined)
    return LOOPBACK.has(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined;
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
