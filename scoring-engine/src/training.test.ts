import { describe, expect, it } from 'vitest';
import { DEFAULT_MODEL, type ScoringModel, scoringModel } from './model.ts';
import { trainingOf } from './training.ts';

/** The default model, in which a bare judgement adds these points. */
function worth(good: number): ScoringModel {
  const { ios } = DEFAULT_MODEL;
  const training = { ...ios.training, base: { good, bad: -good } };
  return scoringModel.parse({ ...DEFAULT_MODEL, ios: { ...ios, training } });
}

describe('how large an adjustment is (spec 001 §9: 30 points fill the bar)', () => {
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
  ])('%d points, added or taken away: %s', (points, impact) => {
    for (const classification of ['good', 'bad'] as const) {
      const judgement = { classification, factorIds: [] };
      const { trainingData, tenths } = trainingOf(worth(points), 'ios', judgement, {});
      expect(Math.abs(tenths)).toBe(Math.round(points * 10));
      expect(trainingData.impact).toBe(impact);
    }
  });

  it('nothing at all without a judgement', () => {
    expect(trainingOf(DEFAULT_MODEL, 'ios', null, {}).trainingData.impact).toBe('none');
  });
});
