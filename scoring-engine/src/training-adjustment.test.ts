import { describe, expect, it } from 'vitest';
import { DEFAULT_MODEL, type ScoringModel, scoringModel } from './model.ts';
import { trainingOf } from './training-adjustment.ts';

/** Returns the default model with these points for a classification without reasons. */
function worth(good: number): ScoringModel {
  const { ios } = DEFAULT_MODEL;
  const training = { ...ios.training, base: { good, bad: -good } };
  return scoringModel.parse({ ...DEFAULT_MODEL, ios: { ...ios, training } });
}

describe('adjustment impact (spec 001 §9: 30 points fill the bar)', () => {
  it.each([
    [0, 'none'],
    [0.1, 'minor'],
    [5.9, 'minor'],
    [6, 'minor'],
    [6.1, 'moderate'],
    [14.9, 'moderate'],
    [15, 'moderate'],
    [15.1, 'significant'],
    [23.9, 'significant'],
    [24, 'significant'],
    [24.1, 'major'],
    [30, 'major'],
  ])('is, for %d points added or subtracted, %s', (points, impact) => {
    for (const rating of ['good', 'bad'] as const) {
      const classification = { classification: rating, factorIds: [] };
      const { trainingData, tenths } = trainingOf(worth(points), 'ios', classification, {});
      expect(Math.abs(tenths)).toBe(Math.round(points * 10));
      expect(trainingData.impact).toBe(impact);
    }
  });

  it('is none without a classification', () => {
    expect(trainingOf(DEFAULT_MODEL, 'ios', null, {}).trainingData.impact).toBe('none');
  });
});
