import type { Context } from 'koa';
import { expect, test } from 'vitest';
import { recordRequest } from './record-request.ts';

/** Returns the counters, `kind name`, that a request increments. */
function countersOf(ctx: { status: number; state: object }, milliseconds = 1): string[] {
  const counters: string[] = [];
  const counter = {
    add: (kind: string, name: string) => void counters.push(`${kind} ${name}`),
    addBlockedAddress: () => undefined,
    flush: async () => undefined,
    stop: async () => undefined,
  };
  recordRequest(counter, { ip: '127.0.0.1', ...ctx } as Context, milliseconds);
  return counters;
}

/** Returns the names of the rate limits that a rejected request counts for. */
const rateLimitsOf = (state: object): string[] =>
  countersOf({ status: 429, state }).flatMap((counter) => counter.match(/^rate_limit (.*)/)?.[1] ?? []);

test.each([
  ['/api/auth/login', 'sign_in'],
  ['/api/auth/forgot-password', 'password_reset'],
  ['/api/ai/client-auth/forgot-password', 'password_reset'],
  ['/api/ai/chat', 'widget'],
  ['/api/ai/chat/feedback', 'widget'],
  ['/api/ai/widget/client/:clientId/token', 'widget'],
  ['/api/ai/golden-questions/:clientId/runs', 'other'],
  ['/api/quotes', 'public_form'],
])('a request to %s that is rejected counts for the limit %s', (route, name) =>
  expect(rateLimitsOf({ route })).toEqual([name]),
);

test('a handler can name its limit', () => {
  const route = '/api/ai/client-auth/totp';
  expect(rateLimitsOf({ route, rateLimit: 'confirmation' })).toEqual(['confirmation']);
});

test('counts a slow request, but not a slow probe', () => {
  expect(countersOf({ status: 200, state: { route: '/api/quotes' } }, 1_000)).toEqual([
    'request other',
    'slow request',
  ]);
  expect(countersOf({ status: 200, state: { route: '/api/ready' } }, 1_000)).toEqual(['request ready']);
});

test('counts an unexpected error outside the routes', () => {
  expect(countersOf({ status: 200, state: {} })).toEqual([]);
  expect(countersOf({ status: 500, state: {} })).toEqual(['request other', 'error request']);
});
