import { expect, test } from 'vitest';
import { customUrlBody, updatePriorityBody } from './contract.ts';

const custom = (fields: object) =>
  customUrlBody.safeParse({ clientId: 'acme', url: 'https://example.com/', ...fields });

test.each([
  [0, false],
  [1, true],
  [10, true],
  [11, false],
  [5.5, false],
])('the priority %d is accepted: %s', (priority, isAccepted) => {
  expect(custom({ priority }).success).toBe(isAccepted);
  expect(updatePriorityBody.safeParse({ pageIds: ['p'], priority }).success).toBe(isAccepted);
});

test('defaults to priority 5 without an immediate crawl', () => {
  expect(custom({}).data).toMatchObject({ priority: 5, scrapeImmediately: false });
});

test.each(['', '  ', 'example', 'ftp://example.com/', 'javascript:alert(1)'])(
  'rejects the address %j',
  (url) => {
    expect(custom({ url }).error?.issues[0]?.message).toBe('Please enter a valid URL');
  },
);
