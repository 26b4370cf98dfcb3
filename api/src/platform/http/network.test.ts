import { expect, test } from 'vitest';
import { coarseNetwork, networkOf } from './network.ts';

test('counts an IPv6 network as one address', () => {
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:db8:1:2:bbbb:c:d:e'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('2001:0db8::1')).toBe(networkOf('2001:db8:0:0:1::'));
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('::ffff:203.0.113.9')).toBe('::ffff:203.0.113.9');
});

test('ignores the port that a proxy adds to an address', () => {
  expect(networkOf('203.0.113.9:1')).toBe('203.0.113.9');
  expect(networkOf('[2001:db8::1]:443')).toBe(networkOf('2001:db8::1'));
  expect(networkOf('[2001:db8::1]')).toBe(networkOf('2001:db8::1'));
});

test('reduces an address to its coarse network', () => {
  const coarse = (address: string) => coarseNetwork(networkOf(address));
  expect(coarse('203.0.113.77')).toBe('203.0.113.0/24');
  expect(coarse('203.0.113.77:50123')).toBe('203.0.113.0/24');
  expect(coarse('::ffff:203.0.113.77')).toBe('203.0.113.0/24');
  expect(coarse('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48');
  expect(coarse('2001:db8::1')).toBe('2001:db8:0::/48');
});
