import type { CandidateFeatures } from '@landline/event-schemas';
import { describe, expect, it } from 'vitest';
import { type AduBreakdown, aduBreakdown } from '../breakdown.ts';
import { type CandidateClassification, DEFAULT_MODEL } from '../model.ts';
import { candidateWith } from '../testing/candidates.ts';
import { explainAdu } from './explain.ts';

/** 45 + 25 + 20 + 10: the maximum of everything, without a penalty. */
const BEST: Partial<CandidateFeatures> = {
  parcel_area: 120_000,
  building_area: 20_000,
  open_area: 100_000,
  open_ratio: 0.83,
  units: 40,
  potential_garages_count: 10,
  building_count: 3,
  building_area_source: 'county_adjusted',
};
const breakdownOf = (
  features: Partial<CandidateFeatures>,
  classification: CandidateClassification | null = null,
): AduBreakdown =>
  aduBreakdown.parse(explainAdu(candidateWith({ ...BEST, ...features }), classification, DEFAULT_MODEL));
const multipliers = ({ penalties }: AduBreakdown) => penalties.map(({ multiplier }) => multiplier);

it('weighs components 45, 25, 20 and 10', () => {
  const { components, score } = breakdownOf({});
  expect(Object.values(components).map(({ points, maxPoints }) => [points, maxPoints])).toEqual([
    [45, 45],
    [25, 25],
    [20, 20],
    [10, 10],
  ]);
  expect(score).toBe(100);
});

describe('unit count penalty', () => {
  it.each([
    [0, 0.25],
    [4, 0.25],
    [4.999, 0.25],
    [5, 0.6],
    [9, 0.6],
    [9.999, 0.6],
  ])('for %d units is %d', (units, multiplier) => {
    expect(multipliers(breakdownOf({ units }))[0]).toBe(multiplier);
  });
  it.each([10, 11, 500])('does not apply to %d units', (units) =>
    expect(multipliers(breakdownOf({ units }))).toEqual([]),
  );
});

describe('townhouse penalty', () => {
  it('multiplies by 0.5 without garages, at any score', () => {
    expect(breakdownOf({ potential_garages_count: 0 })).toMatchObject({
      score: 50,
      penalties: [{ multiplier: 0.5, points: 50 }],
    });
  });
  it.each([1, 2])(
    'multiplies by 0.85 for %d garages and a score of at least 80',
    (potential_garages_count) => {
      expect(breakdownOf({ potential_garages_count })).toMatchObject({
        score: 85,
        penalties: [{ multiplier: 0.85, points: 15 }],
      });
    },
  );
  it.each([3, 20, null])('does not apply to %s garages', (potential_garages_count) => {
    expect(breakdownOf({ potential_garages_count }).score).toBe(100);
  });
  it('applies from a running score of exactly 80', () => {
    // 45 + 15 + 20 + 10 = 90; 42 + 15 + 15 + 8 = 80; 42 + 15 + 15 + 6 = 78
    const at80 = { units: 10, open_area: 20_000, open_ratio: 0.65, potential_garages_count: 1 };
    expect(breakdownOf(at80)).toMatchObject({ totals: { base: 80 }, score: 68 });
    expect(breakdownOf({ ...at80, units: 13 })).toMatchObject({ totals: { base: 78 }, score: 78 });
  });
  it('follows the unit count penalty, which takes the score below 80', () => {
    expect(multipliers(breakdownOf({ units: 9, potential_garages_count: 1 }))).toEqual([0.6]);
  });
});

describe('courtyard penalty', () => {
  it.each([
    [19, []],
    [20, [0.6]],
    [100, [0.6]],
  ])('of one building with %d units is %j', (units, expected) => {
    expect(multipliers(breakdownOf({ units, building_count: 1 }))).toEqual(expected);
  });
  it.each([0, 2, null])('does not apply to %s buildings', (building_count) => {
    expect(multipliers(breakdownOf({ building_count }))).toEqual([]);
  });
  it('applies from a running score of exactly 70', () => {
    // 27 + 23 + 20 + 0 = 70, and 68 with an open ratio of 0.7
    const at70 = { units: 30, building_count: 1, open_area: 5_000, open_ratio: 0.8 };
    expect(breakdownOf(at70)).toMatchObject({ totals: { base: 70 }, score: 42 });
    expect(breakdownOf({ ...at70, open_ratio: 0.7 })).toMatchObject({ totals: { base: 68 }, score: 68 });
  });
  it('follows the townhouse penalty, which takes the score below 70', () => {
    expect(multipliers(breakdownOf({ units: 40, building_count: 1, potential_garages_count: 0 }))).toEqual([
      0.5,
    ]);
    expect(breakdownOf({ units: 40, building_count: 1, potential_garages_count: 2 })).toMatchObject({
      score: 51,
      penalties: [
        { multiplier: 0.85, points: 15 },
        { multiplier: 0.6, points: 34 },
      ],
    });
  });
});

it.each([
  [{ potential_garages_count: 0 }, 'No garages, so these are most likely townhouses'],
  [{ potential_garages_count: 1 }, 'Only 1 garage; score before this penalty: 100'],
  [{ potential_garages_count: 2 }, 'Only 2 garages; score before this penalty: 100'],
  [{ building_count: 1 }, '1 building with 40 units: the open space is most likely a courtyard'],
  [{ units: 1 }, '1 unit'],
  [{ units: 4 }, '4 units'],
])('gives the reason for a penalty with %j', (features, reason) => {
  expect(breakdownOf(features).penalties.map((each) => each.reason)).toEqual([reason]);
});

it('states a count once in a tooltip', () => {
  expect(breakdownOf({ units: 1 }).components.propertyScale.tooltip).toBe('Existing homes. 1 unit');
  expect(breakdownOf({ units: 7 }).components.propertyScale.tooltip).toBe(
    'Existing homes. 7 units: 5 to 9 units',
  );
});

it('reports each penalty multiplier, 1 when not applied and null without a score', () => {
  const multipliersOf = ({
    unit_count_penalty_multiplier,
    townhouse_penalty_multiplier,
    courtyard_penalty_multiplier,
  }: AduBreakdown) => [
    unit_count_penalty_multiplier,
    townhouse_penalty_multiplier,
    courtyard_penalty_multiplier,
  ];
  expect(multipliersOf(breakdownOf({}))).toEqual([1, 1, 1]);
  expect(multipliersOf(breakdownOf({ units: 9, potential_garages_count: 0 }))).toEqual([0.6, 0.5, 1]);
  expect(multipliersOf(breakdownOf({ building_count: 1, potential_garages_count: 2 }))).toEqual([
    1, 0.85, 0.6,
  ]);
  expect(multipliersOf(breakdownOf({ units: null }))).toEqual([null, null, null]);
});

describe('complete scores, calculated by hand', () => {
  it('scores a house on half an acre: (42 + 4 + 20 + 10) x 0.25, minus 2 for the estimate', () => {
    const breakdown = breakdownOf({
      parcel_area: 21_780,
      open_area: 20_000,
      open_ratio: 0.9183,
      building_area: 1_780,
      building_area_source: 'estimated',
      units: 1,
      building_count: 1,
      potential_garages_count: null,
    });
    expect(breakdown).toMatchObject({
      score: 17,
      grade: 'Unsuitable',
      totals: { base: 76, afterPenalties: 19, adjustment: -2, final: 17 },
      adjustments: {
        dataReliability: -2,
        dataReliabilityReasons: ['Building area source: estimated building area'],
      },
      penalties: [{ multiplier: 0.25, points: 57 }],
    });
  });

  it('rounds once, half up: (33 + 11 + 11 + 6) x 0.6 x 0.5 = 18.3', () => {
    expect(
      breakdownOf({ units: 7, open_area: 8_000, open_ratio: 0.55, potential_garages_count: 0 }),
    ).toMatchObject({ totals: { base: 61, afterPenalties: 18.3 }, score: 18.3 });
  });

  it('adds a good classification with two reasons: 19 + 12 + 6 + 5', () => {
    const { score, adjustments } = breakdownOf(
      { units: 1, open_area: 20_000, open_ratio: 0.9 },
      { classification: 'good', factorIds: ['adu-open-yard', 'adu-access', 'unknown-factor'] },
    );
    expect(score).toBe(42);
    expect(adjustments.trainingData).toMatchObject({
      baseAdjustment: 12,
      totalAdjustment: 23,
      impact: 'significant',
    });
  });

  it('stays within 0 and 100', () => {
    const good: CandidateClassification = { classification: 'good', factorIds: [] };
    const bad: CandidateClassification = { classification: 'bad', factorIds: [] };
    expect(breakdownOf({}, good).score).toBe(100);
    expect(breakdownOf({ units: 0, open_area: 500, open_ratio: 0.1 }, bad).score).toBe(0);
  });
});

it.each([
  { parcel_area: 10_000 },
  { parcel_area: 50_000_000 },
  { building_area: 0 },
  { building_area: 10_000_000 },
])('scores %j, which is still within its limits', (features) => {
  expect(breakdownOf(features)).toMatchObject({ score: 100, na_reason: null });
});

describe('the reason for a missing score', () => {
  it.each([
    [{ parcel_area: null }, 'The parcel area is not known.'],
    [{ parcel_area: 9_999.99 }, 'The parcel area is outside the range that can be scored.'],
    [{ parcel_area: 50_000_000.01 }, 'The parcel area is outside the range that can be scored.'],
    [{ building_area: 10_000_001 }, 'The building area is outside the range that can be scored.'],
    [{ units: null }, 'The number of existing units is not known.'],
    [{ open_area: null, open_ratio: null, building_area: null }, 'The open space of this lot is not known.'],
  ])('with %j is "%s"', (features, na_reason) => {
    expect(breakdownOf(features)).toMatchObject({
      score: null,
      grade: 'Unrated',
      na_reason,
      totals: { final: null },
    });
  });

  it('names the component that lacks data and keeps the others', () => {
    const { components } = breakdownOf({ units: null });
    expect(components.propertyScale).toMatchObject({
      points: null,
      maxPoints: 25,
      tooltip: expect.stringContaining('not known'),
    });
    expect(components.lotOpportunity.points).toBe(45);
  });
});

describe('missing open space', () => {
  it('is derived from parcel and building area', () => {
    expect(breakdownOf({ open_area: null, open_ratio: null })).toMatchObject({
      components: { lotOpportunity: { points: 45 }, siteEfficiency: { points: 20 } },
    });
  });
  it('is derived from the open ratio', () => {
    const { components } = breakdownOf({
      open_area: null,
      building_area: null,
      open_ratio: 0.05,
      parcel_area: 100_000,
    });
    expect([components.lotOpportunity.points, components.siteEfficiency.points]).toEqual([27, 0]);
  });
});

it('never decreases with more open area, more units or a larger open ratio', () => {
  const neverDecreases = (features: Partial<CandidateFeatures>[]) =>
    features
      .map((candidate) => breakdownOf(candidate).score ?? Number.NaN)
      .every((score, at, all) => at === 0 || score >= (all[at - 1] ?? 0));
  expect(neverDecreases(Array.from({ length: 200 }, (_, step) => ({ open_area: step * 250 })))).toBe(true);
  expect(neverDecreases(Array.from({ length: 101 }, (_, step) => ({ open_ratio: step / 100 })))).toBe(true);
  expect(neverDecreases(Array.from({ length: 60 }, (_, units) => ({ units, open_area: 1_000_000 })))).toBe(
    true,
  );
});
