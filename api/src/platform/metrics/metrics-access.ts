import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Requires METRICS_TOKEN as a bearer token; without a configured token, metrics are rejected, because a local request may
 * come from a proxy on this machine.
 */
export function mayReadMetrics({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return false;
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
