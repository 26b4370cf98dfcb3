import { expect, test } from 'vitest';
import { qualityBandOf } from './contract.ts';

test.each([
  [1, 'Excellent'],
  [0.8, 'Excellent'],
  [0.799, 'Good'],
  [0.6, 'Good'],
  [0.599, 'Fair'],
  [0.4, 'Fair'],
  [0.399, 'Poor'],
  [0, 'Poor'],
])('a quality score of %d is %s, one of QUALITY_BANDS (spec 002 §9)', (score, band) => {
  expect(qualityBandOf(score)).toBe(band);
});
