import type { Context } from 'koa';
import { expect, test } from 'vitest';
import { recordRequest } from './record-request.ts';

/** Returns the names of the rate limits that a rejected request counts for. */
function rateLimitsOf(state: object): string[] {
  const names: string[] = [];
  const counter = {
    add: (kind: string, name: string) => void (kind === 'rate_limit' && names.push(name)),
    addBlockedAddress: () => undefined,
    flush: async () => undefined,
    stop: async () => undefined,
  };
  recordRequest(counter, { status: 429, ip: '127.0.0.1', state } as Context, 1);
  return names;
}

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
