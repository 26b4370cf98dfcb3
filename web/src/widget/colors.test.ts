import { expect, test } from 'vitest';
import { contrast, readableOn } from './colors.ts';

test.each([
  ['#ffffff', '#000', 21],
  ['rgb(255, 255, 255)', 'rgba(255,255,255,0.9)', 1],
  ['#777777', '#ffffff', 4.48],
])('computes the contrast of %s and %s', (first, second, ratio) => {
  expect(contrast(first, second)).toBeCloseTo(ratio, 2);
});

test('picks a readable text color', () => {
  expect(readableOn('#6908C9')).toBe('#ffffff');
  expect(readableOn('#ffe14d')).not.toBe('#ffffff');
});
