import type { Context } from 'koa';
import type { RequestCounter } from './request-counts.ts';

/** Threshold for slow requests, in milliseconds. */
export const SLOW_MS = 1_000;

/** Counter names by route (spec 002 §3: request_counts); all other routes count as `other`. */
const COUNTED_ROUTES: Readonly<Record<string, string>> = {
  '/api/ai/scraping/discover/:clientId': 'discover',
  '/api/ai/scraping/scrape': 'scrape',
  '/api/ai/scraping/scrape-immediate': 'scrapeImmediate',
  '/api/health': 'health',
  '/api/ready': 'ready',
  '/api/ai/widget/loader/:clientId.js': 'widgetLoad',
};
/**
 * Counter names of health probes. A 503 is a valid result of a probe and does not count as an error, and probes are so frequent and
 * fast that they would hide the errors and the slowness of other requests.
 */
export const PROBES: ReadonlySet<string> = new Set(['health', 'ready']);
const LOGINS: ReadonlySet<string> = new Set(['/api/auth/login', '/api/ai/client-auth/login']);
/** Outcomes of failed sign-ins by error code. A missing second factor is not a failure: the sign-in continues. */
const FAILED_SIGN_INS: Readonly<Record<string, string>> = {
  INVALID_CREDENTIALS: 'wrong_password',
  SECOND_FACTOR_INVALID: 'wrong_code',
  TOO_MANY_LOGINS: 'too_many',
};
/**
 * Attacks by error code. A user who mistypes a password too often also counts as guessing it; legitimate use does not cause the
 * other codes. Handlers report other attacks in `ctx.state.attack`.
 */
const ATTACKS: Readonly<Record<string, Attack>> = {
  TOO_MANY_LOGINS: 'password_guessing',
  CROSS_ORIGIN: 'cross_site_request',
  ORIGIN_MISMATCH: 'stolen_widget_token',
};

export type Attack =
  | 'password_guessing'
  | 'cross_site_request'
  | 'stolen_widget_token'
  | 'forged_token'
  | 'form_spam';

/** Name of a rate limit. */
export type RateLimit = 'sign_in' | 'confirmation' | 'password_reset' | 'public_form' | 'widget' | 'other';

/** Counts a completed request: duration, outcome and signs of an attack. */
export function recordRequest(counter: RequestCounter, ctx: Context, milliseconds: number): void {
  const { route, code, isUpload } = ctx.state;
  if (typeof route !== 'string' && ctx.status !== 429 && ctx.status < 500 && code === undefined) return;
  const name = isUpload ? 'upload' : (COUNTED_ROUTES[route] ?? 'other');
  // The duration of an upload depends on the sender's connection.
  counter.add('request', name, isUpload ? 0 : milliseconds);
  if (!PROBES.has(name)) {
    if (!isUpload && milliseconds >= SLOW_MS) counter.add('slow', 'request');
    if (ctx.status >= 500) counter.add('error', 'request');
  }
  if (ctx.status === 429) counter.add('rate_limit', ctx.state.rateLimit ?? rateLimitOf(String(route)));
  if (LOGINS.has(route)) {
    const failure = FAILED_SIGN_INS[code];
    if (ctx.status === 200) counter.add('sign_in', 'succeeded');
    else if (failure !== undefined) counter.add('sign_in', failure);
  }
  const attack: Attack | undefined = ctx.state.attack ?? ATTACKS[code];
  if (attack === undefined) return;
  counter.add('attack', attack);
  counter.addBlockedAddress(ctx.ip);
}

/** Returns the name of the rate limit of a route whose handler does not name one in `ctx.state.rateLimit`. */
function rateLimitOf(route: string): RateLimit {
  if (LOGINS.has(route)) return 'sign_in';
  if (route.includes('forgot-password')) return 'password_reset';
  if (route.startsWith('/api/ai/chat') || route.startsWith('/api/ai/widget/')) return 'widget';
  return route.startsWith('/api/ai/') ? 'other' : 'public_form';
}
