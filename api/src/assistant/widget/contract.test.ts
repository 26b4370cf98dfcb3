import { expect, test } from 'vitest';
import { DEFAULT_SECURITY, domainsBody, RATE_LIMIT, securityBody, TOKEN_EXPIRY } from './contract.ts';

test.each([
  ['rejects', 'rateLimitPerMinute', 0],
  ['accepts', 'rateLimitPerMinute', 1],
  ['accepts', 'rateLimitPerMinute', 1_000],
  ['rejects', 'rateLimitPerMinute', 1_001],
  ['rejects', 'rateLimitPerMinute', 20.5],
  ['rejects', 'rateLimitPerMinute', '20'],
  ['rejects', 'tokenExpiryMinutes', 4],
  ['accepts', 'tokenExpiryMinutes', 5],
  ['accepts', 'tokenExpiryMinutes', 10_080],
  ['rejects', 'tokenExpiryMinutes', 10_081],
  ['rejects', 'tokenExpiryMinutes', 5.5],
] as const)('%s a %s of %j', (outcome, name, value) => {
  const isAccepted = outcome === 'accepts';
  const { success, error } = securityBody.safeParse({ [name]: value });
  expect(success).toBe(isAccepted);
  const message = {
    rateLimitPerMinute: 'Rate limit must be a whole number of requests from 1 to 1,000',
    tokenExpiryMinutes: 'Token expiry must be a whole number of minutes from 5 to 10,080',
  }[name];
  expect(error?.issues[0]?.message).toBe(isAccepted ? undefined : message);
});

test('has the defaults and presets of spec 002 §9', () => {
  expect(DEFAULT_SECURITY).toEqual({ rateLimitPerMinute: 20, tokenExpiryMinutes: 1_440 });
  expect(RATE_LIMIT.presets).toEqual([10, 20, 50, 100]);
  expect(TOKEN_EXPIRY.presets).toEqual([60, 480, 1_440, 4_320]);
});

const LABEL = 'a'.repeat(63);
const INVALID = 'Invalid domain format. Use example.com or *.example.com';
test.each([
  [['shop.example.com'], undefined],
  [['*.example.com'], undefined],
  [[`${LABEL}.example.com`], undefined],
  [[`${LABEL}a.example.com`], INVALID],
  [['*.*.example.com'], INVALID],
  [['shop.*.com'], INVALID],
  [['example'], INVALID],
  [['https://example.com'], INVALID],
  [['exa_mple.com'], INVALID],
  [['-a.example.com'], INVALID],
  [['example.com', 'EXAMPLE.com'], 'This domain is already in the list'],
])('validates the domains %j', (domains, message) => {
  expect(domainsBody.safeParse({ domains }).error?.issues[0]?.message).toBe(message);
});

test('rejects more than 100 domains in words of our own', () => {
  const domains = Array.from({ length: 101 }, (_, n) => `${n}.example.com`);
  const { error } = domainsBody.safeParse({ domains });
  expect(error?.issues[0]?.message).toBe('A client can have at most 100 authorized domains');
});
