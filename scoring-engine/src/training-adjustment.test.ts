import { describe, expect, it, test } from 'vitest';
import { kindsOf } from './kinds.ts';
import { DEFAULT_MODEL, type ScoringModel, scoringModel } from './model.ts';
import { candidateWith } from './testing/candidates.ts';
import { trainingOf } from './training-adjustment.ts';

/** Returns the default model with this adjustment for a good classification without reasons. */
function modelWithAdjustment(good: number): ScoringModel {
  const { ios } = DEFAULT_MODEL;
  const training = { ...ios.training, base: { good, bad: -good } };
  return scoringModel.parse({ ...DEFAULT_MODEL, ios: { ...ios, training } });
}

test('lists the trained factors of the candidate, the largest first', () => {
  const features = candidateWith({
    ios_property_type: 'warehouse',
    zoning_code: 'M-1',
    lot_use: 'industrial',
  });
  const kinds = kindsOf(DEFAULT_MODEL, 'ios', features);
  const learned = [
    {
      trait: 'property_type',
      kind: kinds.property_type?.label ?? '',
      adjustment_value: 0.5,
      good: 1,
      bad: 0,
    },
    { trait: 'zoning', kind: kinds.zoning?.label ?? '', adjustment_value: -3, good: 1, bad: 4 },
    { trait: 'lot_use', kind: kinds.lot_use?.label ?? '', adjustment_value: 0, good: 2, bad: 2 },
    { trait: 'topography', kind: 'of another candidate', adjustment_value: 9, good: 9, bad: 0 },
  ];
  const model = { ...DEFAULT_MODEL, ios: { ...DEFAULT_MODEL.ios, learned } };
  const { tenths, trainingData } = trainingOf(model, 'ios', null, kinds);
  expect(tenths).toBe(-25);
  expect(trainingData.learnedFactors).toMatchObject([
    {
      adjustment_value: -3,
      description: expect.stringContaining('5 classifications of similar properties: 1 good, 4 bad'),
    },
    {
      adjustment_value: 0.5,
      description: expect.stringContaining('1 classification of similar properties: 1 good, 0 bad'),
    },
  ]);
  expect(trainingOf(model, 'ios', null, {}).trainingData.learnedFactors).toEqual([]);
});

describe('adjustment impact, relative to 30 points (spec 001 §9)', () => {
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
  ])('%d points added or subtracted: %s', (points, impact) => {
    for (const rating of ['good', 'bad'] as const) {
      const classification = { classification: rating, factorIds: [] };
      const { trainingData, tenths } = trainingOf(modelWithAdjustment(points), 'ios', classification, {});
      expect(Math.abs(tenths)).toBe(Math.round(points * 10));
      expect(trainingData.impact).toBe(impact);
    }
  });

  it('is none without a classification', () => {
    expect(trainingOf(DEFAULT_MODEL, 'ios', null, {}).trainingData.impact).toBe('none');
  });
});
