import { expect, test } from 'vitest';
import { formatDegrees, graticule, stepFor } from './graticule.ts';

test('formats degrees with minutes and seconds', () => {
  expect(formatDegrees(34.0833333, ['N', 'S'])).toBe('34°05′N');
  expect(formatDegrees(-118.25, ['E', 'W'])).toBe('118°15′W');
  expect(formatDegrees(-118.0041667, ['E', 'W'])).toBe('118°00′15″W');
  expect(formatDegrees(0, ['N', 'S'])).toBe('0°');
});

test('draws a few lines across views of any width', () => {
  for (const span of [60, 10, 1, 0.1, 0.02]) {
    const lines = span / stepFor(span);
    expect(lines).toBeGreaterThanOrEqual(4);
    expect(lines).toBeLessThanOrEqual(12);
  }
});

test('labels each line where it begins', () => {
  const { features } = graticule([-118.5, 33.7, -117.5, 34.3]);
  const lines = features.filter(({ geometry }) => geometry.type === 'LineString');
  const names = features.filter(({ geometry }) => geometry.type === 'Point');
  expect(lines).toHaveLength(names.length);
  expect(names.map(({ properties }) => properties?.name)).toContain('118°W');
  expect(names.map(({ properties }) => properties?.name)).toContain('34°N');
});
