import type { Context } from 'koa';
import type { Tally } from './tally.ts';

/** From here on a request is slow. */
export const SLOW_MS = 1_000;

/** Routes that are counted by a name of their own (spec 002 §3: request_counts); all others are `other`. */
const NAMED: Readonly<Record<string, string>> = {
  '/api/ai/scraping/discover/:clientId': 'discover',
  '/api/ai/scraping/scrape': 'scrape',
  '/api/ai/scraping/scrape-immediate': 'scrapeImmediate',
  '/api/health': 'health',
  '/api/ai/widget/loader/:clientId.js': 'widgetLoad',
};
/** They say no for as long as it is the truth: that is no request that failed. */
const PROBES: ReadonlySet<string> = new Set(['/api/health', '/api/ready']);
const LOGINS: ReadonlySet<string> = new Set(['/api/auth/login', '/api/ai/client-auth/login']);
/** How a sign-in ended that did not succeed, by its code. One that only lacks its second factor has not ended. */
const REFUSED_SIGN_INS: Readonly<Record<string, string>> = {
  INVALID_CREDENTIALS: 'wrong_password',
  SECOND_FACTOR_INVALID: 'wrong_code',
  TOO_MANY_LOGINS: 'too_many',
};
/** Refusals that nobody meets by mistake, by their codes. What no code tells stands in `ctx.state.attack`. */
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

/** Counts a request that was answered: how long it took, and what was refused. */
export function observe(tally: Tally, ctx: Context, milliseconds: number): void {
  const { route, code, isUpload } = ctx.state;
  if (typeof route !== 'string' && ctx.status !== 429 && code === undefined) return;
  // An upload takes as long as its sender's line.
  tally.add('request', isUpload ? 'upload' : (NAMED[route] ?? 'other'), isUpload ? 0 : milliseconds);
  if (!isUpload && milliseconds >= SLOW_MS) tally.add('slow', 'request');
  if (ctx.status >= 500 && !PROBES.has(route)) tally.add('error', 'request');
  if (ctx.status === 429) tally.add('rate_limit', limitOf(String(route)));
  if (LOGINS.has(route)) {
    const refused = REFUSED_SIGN_INS[code];
    if (ctx.status === 200) tally.add('sign_in', 'succeeded');
    else if (refused !== undefined) tally.add('sign_in', refused);
  }
  const attack: Attack | undefined = ctx.state.attack ?? ATTACKS[code];
  if (attack === undefined) return;
  tally.add('attack', attack);
  tally.blocked(ctx.ip);
}

/** Which of the limits it was that said no. */
function limitOf(route: string): string {
  if (LOGINS.has(route)) return 'sign_in';
  if (route.includes('forgot-password')) return 'password_reset';
  if (route.startsWith('/api/ai/')) return 'widget';
  return 'public_form';
}
