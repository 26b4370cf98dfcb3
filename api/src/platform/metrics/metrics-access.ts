import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Returns true if the bearer token is METRICS_TOKEN. Without a configured token, every request is rejected, even a local
 * one: it may come through a proxy on this machine.
 */
export function mayReadMetrics({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return false;
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
