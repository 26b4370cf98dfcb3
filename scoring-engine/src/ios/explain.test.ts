import { type CandidateFeatures, gradeOf, SQFT_PER_ACRE } from '@landline/event-schemas';
import { describe, expect, it } from 'vitest';
import { type IosBreakdown, iosBreakdown } from '../breakdown.ts';
import { DEFAULT_MODEL, SHARE_TAKEN_MODEL } from '../model.ts';
import { candidateWith, facilityAt } from '../testing/candidates.ts';
import { explainIos } from './explain.ts';

const GOOD: Partial<CandidateFeatures> = {
  ios_property_type: 'Warehouse',
  zoning_code: 'M-1',
  lot_use: 'industrial',
  open_ratio: 0.82,
  lot_shape: 'regular',
  topography: 'level',
  parcel_area: 10 * SQFT_PER_ACRE,
  closest_interchange: facilityAt(1_000),
  closest_rail_facility: facilityAt(1_000),
  ios_epa_facilities: [],
};
const breakdownOf = (features: Partial<CandidateFeatures>, model = DEFAULT_MODEL): IosBreakdown =>
  iosBreakdown.parse(explainIos(candidateWith({ ...GOOD, ...features }), null, model));

const item = ({ components }: IosBreakdown, component: keyof IosBreakdown['components'], label: string) =>
  components[component].items.find((entry) => entry.label === label)?.points;

const below = (value: number) => value - 2 ** (Math.floor(Math.log2(value)) - 52);
const above = (value: number) => value + 2 ** (Math.floor(Math.log2(value)) - 52);

describe('property use (spec 001 §9)', () => {
  it.each([
    ['Storage', 20],
    ['warehouse', 20],
    ['Mini-Warehouses', 20],
    ['594', 20],
    ['594 - Storage', 20],
    ['Manufacturing', 18],
    ['retail', 14],
    ['Office building', 14],
    ['single family', 3],
    ['Single-Family Residence', 3],
    ['multi-family', 2],
    ['government', 0],
    ['953', 0],
    ['954', 0],
    ['956', 0],
    ['951', 0],
    ['955', 0],
    ['577', 0],
    ['595', 6],
    ['anything', 6],
    [null, 6],
    ['  ', 6],
  ])('property type %s is worth %d', (ios_property_type, points) => {
    expect(item(breakdownOf({ ios_property_type }), 'property_use', 'Property type')).toBe(points);
  });

  it.each([
    ['M-1', 15],
    ['M-2', 15],
    ['m2', 15],
    ['M-1 Light Manufacturing', 15],
    ['IP-M-1', 13],
    ['industrial', 12],
    ['INDL', 12],
    ['C-2', 8],
    ['commercial-general', 8],
    ['agricultural', 5],
    ['A-5', 5],
    ['RA', 4],
    ['residential', 2],
    ['R-1/7000', 2],
    ['public', 0],
    ['institutional', 0],
    ['MU-4', 6],
    [null, 6],
  ])('zoning %s is worth %d', (zoning_code, points) => {
    expect(item(breakdownOf({ zoning_code }), 'property_use', 'Zoning')).toBe(points);
  });

  it.each([
    ['industrial', 5],
    ['commercial', 3],
    ['agricultural', 2],
    ['residential', 1],
    ['vacant', 0],
    [null, 2],
  ])('lot use %s is worth %d', (lot_use, points) => {
    expect(item(breakdownOf({ lot_use }), 'property_use', 'Lot use')).toBe(points);
  });
});

describe('deal breakers', () => {
  it.each(['government', 'school', 'university', 'college', 'hospital', 'church', 'institutional', 'public'])(
    '%s sets the score to 0, as property type and as lot use',
    (word) => {
      for (const features of [{ ios_property_type: `${word} building` }, { lot_use: word }]) {
        const { score, grade, penalties } = breakdownOf(features);
        expect({ score, grade, last: penalties.at(-1) }).toMatchObject({
          score: 0,
          grade: 'Unsuitable',
          last: { label: 'Deal breaker', multiplier: 0 },
        });
      }
    },
  );

  it('include code 953 but no other excluded code', () => {
    expect(breakdownOf({ ios_property_type: '953' }).score).toBe(0);
    expect(breakdownOf({ ios_property_type: '954' }).score).toBe(80);
  });

  it('exclude public storage; a public zone only scores 0', () => {
    expect(breakdownOf({ ios_property_type: 'Public Storage' }).score).toBe(100);
    expect(breakdownOf({ zoning_code: 'public' }).score).toBe(85);
  });

  it('override training', () => {
    const { score, totals } = explainIos(
      candidateWith({ ...GOOD, lot_use: 'church' }),
      { classification: 'good', factorIds: [] },
      DEFAULT_MODEL,
    );
    expect(score).toBe(0);
    expect(totals).toEqual({ base: 95, afterPenalties: 0, adjustment: 12, final: 0, maxPoints: 100 });
  });
});

describe('site utilization', () => {
  it.each([
    [0, 0],
    [below(0.3), 0],
    [0.3, 2],
    [below(0.5), 2],
    [0.5, 4],
    [below(0.6), 4],
    [0.6, 7],
    [below(0.7), 7],
    [0.7, 11],
    [below(0.75), 11],
    [0.75, 13],
    [below(0.8), 13],
    [0.8, 15],
    [0.85, 15],
    [above(0.85), 13],
    [0.9, 13],
    [above(0.9), 9],
    [0.95, 9],
    [above(0.95), 5],
    [0.97, 5],
    [above(0.97), 3],
    [1, 3],
    [1.2, 3],
    [null, 3],
  ])('an open ratio of %d is worth %d', (open_ratio, points) => {
    expect(item(breakdownOf({ open_ratio }), 'site_utilization', 'Open space')).toBe(points);
  });

  it.each([
    [0, 0.8, 0.2],
    [below(0.25), 0.8, 0.2],
    [0.25, 0.5, 0.5],
    [below(0.4), 0.5, 0.5],
    [0.4, 0.25, 0.75],
    [below(0.7), 0.25, 0.75],
    [0.7, 1, 1],
    [0.95, 1, 1],
    [above(0.95), 0.7, 0.3],
    [1, 0.7, 0.3],
    [null, 1, 1],
  ])(
    'an open ratio of %d multiplies the score by %d, or by %d in the model that states the share taken',
    (open_ratio, factor, factorOfShare) => {
      const multiplier = (model: typeof DEFAULT_MODEL) =>
        breakdownOf({ open_ratio }, model).penalties.find(({ label }) => /penalty/.test(label))?.multiplier ??
        1;
      expect([multiplier(DEFAULT_MODEL), multiplier(SHARE_TAKEN_MODEL)]).toEqual([factor, factorOfShare]);
    },
  );

  it.each([
    ['regular', 5],
    ['Rectangular', 5],
    ['square', 5],
    ['irregular', 3],
    ['Highly irregular', 1],
    ['flag', 3],
    [null, 3],
  ])('lot shape %s is worth %d', (lot_shape, points) => {
    expect(item(breakdownOf({ lot_shape }), 'site_utilization', 'Lot shape')).toBe(points);
  });

  it.each([
    ['level', 5],
    ['flat', 5],
    ['rolling', 3],
    ['gentle', 3],
    ['sloped', 1],
    ['steep', 0],
    ['odd', 3],
    [null, 3],
  ])('topography %s is worth %d', (topography, points) => {
    expect(item(breakdownOf({ topography }), 'site_utilization', 'Topography')).toBe(points);
  });
});

describe('lot size', () => {
  it.each([
    [below(2.3), 0],
    [2.3, 8],
    [below(4), 8],
    [4, 12],
    [below(5), 12],
    [5, 16],
    [below(8), 16],
    [8, 20],
    [18, 20],
    [18.01, 16],
    [25, 16],
    [25.01, 12],
    [40, 12],
    [40.01, 8],
    [60, 8],
    [60.01, 4],
    [999, 4],
    [999.1, 0],
  ])('%d acres are worth %d', (acres, points) => {
    // 2.3 acres are 100,188 sq ft, the stored number.
    const parcel_area =
      acres < 2.3
        ? below(100_188)
        : Math.round(acres * SQFT_PER_ACRE * 1_000) / 1_000 - (acres < 8 && acres % 1 > 0.9 ? 0.01 : 0);
    expect(breakdownOf({ parcel_area }).components.lot_size.points).toBe(points);
  });
});

describe('transportation', () => {
  it.each([
    [0, 15],
    [2_414, 15],
    [above(2_414), 15],
    [3_000, 15],
    [above(3_000), 14],
    [3_219, 14],
    [above(3_219), 12],
    [4_023, 12],
    [above(4_023), 11],
    [4_828, 11],
    [above(4_828), 9],
    [5_633, 9],
    [above(5_633), 8],
    [6_000, 8],
    [above(6_000), 7],
    [6_437, 7],
    [above(6_437), 5],
    [7_242, 5],
    [above(7_242), 4],
    [10_000, 4],
    [20_000, 4],
    [above(20_000), 2],
    [30_000, 2],
    [above(30_000), 0],
    [null, 5],
  ])('an interchange at %d m makes a highway sub-score of %d, weighted 0.6', (meters, points) => {
    const closest_interchange = meters === null ? null : facilityAt(meters);
    expect(item(breakdownOf({ closest_interchange }), 'transportation', 'Highway')).toBeCloseTo(
      points * 0.6,
      10,
    );
  });

  it.each([
    [2_414, 15],
    [above(2_414), 13],
    [3_219, 13],
    [above(3_219), 11],
    [4_023, 11],
    [above(4_023), 10],
    [4_828, 10],
    [above(4_828), 8],
    [5_633, 8],
    [above(5_633), 7],
    [6_437, 7],
    [above(6_437), 5],
    [7_242, 5],
    [above(7_242), 4],
    [20_000, 4],
    [above(20_000), 2],
    [30_000, 2],
    [above(30_000), 0],
    [null, 5],
  ])('rail at %d m makes a sub-score of %d, weighted 0.4', (meters, points) => {
    const closest_rail_facility = meters === null ? null : facilityAt(meters);
    expect(item(breakdownOf({ closest_rail_facility }), 'transportation', 'Rail')).toBeCloseTo(
      points * 0.4,
      10,
    );
  });

  it('falls back to 5 for unknown distances', () => {
    expect(
      breakdownOf({ closest_interchange: null, closest_rail_facility: null }).components.transportation
        .points,
    ).toBe(5);
  });
});

describe('items', () => {
  const itemsOf = (features: Partial<CandidateFeatures>, component: keyof IosBreakdown['components']) =>
    breakdownOf(features).components[component].items;

  it('name the recorded values', () => {
    expect(itemsOf({}, 'property_use').map(({ tooltip }) => tooltip)).toEqual([
      expect.stringContaining('Warehouse'),
      expect.stringContaining('M-1'),
      expect.stringContaining('industrial'),
    ]);
    expect(itemsOf({}, 'site_utilization').map(({ tooltip }) => tooltip)).toEqual([
      expect.stringContaining('82%'),
      expect.stringContaining('regular'),
      expect.stringContaining('level'),
    ]);
    expect(itemsOf({}, 'lot_size')).toMatchObject([{ tooltip: expect.stringContaining('10 acres') }]);
  });

  it('of transportation show distance, interchange bonus and weight', () => {
    expect(itemsOf({}, 'transportation')).toMatchObject([
      {
        label: 'Highway',
        points: 9,
        maxPoints: 9,
        tooltip: '1,000 m: within 2,414 m, interchange bonus 2 within 3,000 m. 15 points, weighted 0.6',
      },
      { label: 'Rail', points: 6, maxPoints: 6 },
    ]);
    const unknown = { closest_interchange: null, closest_rail_facility: null };
    expect(itemsOf(unknown, 'transportation')[0]).toMatchObject({
      points: 3,
      tooltip: 'interchange not known. 5 points, weighted 0.6',
    });
  });
});

describe('complete scores, calculated by hand', () => {
  it('give 100 for the best of everything', () => {
    expect(breakdownOf({})).toMatchObject({
      score: 100,
      property_score: 100,
      grade: 'Premium',
      penalties: [],
    });
  });

  it('score a worn yard: 18 + 12 + 5, 11 + 3 + 3, 16, (12 x 0.6 + 4 x 0.4), grade D', () => {
    const breakdown = breakdownOf({
      ios_property_type: 'manufacturing',
      zoning_code: 'Industrial',
      open_ratio: 0.72,
      lot_shape: 'irregular',
      topography: 'rolling',
      parcel_area: 6 * SQFT_PER_ACRE,
      closest_interchange: facilityAt(3_500),
      closest_rail_facility: facilityAt(9_000),
      ios_epa_facilities: [
        {
          site_name: 'Old pump',
          source: 'LUST',
          contamination_type: null,
          regulatory_status: null,
          distance_feet: 200,
          is_onsite: false,
          risk_level: null,
        },
      ],
    });
    // 35 + 17 + 16 + 8.8 = 76.8; 90 x 0.65 = 58.5 is D, x0.8 = 61.44
    expect(breakdown).toMatchObject({
      property_score: 76.8,
      score: 61.4,
      grade: 'Good',
      environmental: { grade: 'D', weighted_score: 58.5, multiplier: 0.8 },
      totals: { base: 76.8, afterPenalties: 61.44, adjustment: 0, final: 61.4 },
    });
    expect(breakdown.penalties).toEqual([
      {
        label: 'Environmental multiplier',
        multiplier: 0.8,
        points: 15.36,
        reason: expect.stringContaining('D'),
      },
    ]);
  });

  it('report the property score, its penalty and the penalized score before the environment: 87 x 0.25', () => {
    const flooded = { open_ratio: 0.5, ios_is_100_year_flood: true, ios_epa_facilities: [] };
    // 100 minus 15 for open space, or minus 4 for half of it.
    expect(breakdownOf({ ...flooded, lot_shape: 'irregular' })).toMatchObject({
      property_score: 87,
      ios_open_space_penalty: 0.25,
      ios_property_score_adjusted: 21.8,
      environmental: { multiplier: 0.9 },
      score: 19.6,
    });
    expect(breakdownOf({})).toMatchObject({ ios_open_space_penalty: 1, ios_property_score_adjusted: 100 });
    expect(breakdownOf({ parcel_area: null })).toMatchObject({
      ios_open_space_penalty: null,
      ios_property_score_adjusted: null,
    });
  });

  it('subtract a bad classification with a reason: 100 - 12 - 7', () => {
    const classification = { classification: 'bad' as const, factorIds: ['ios-no-trucks'] };
    const { score, grade, adjustments } = explainIos(candidateWith(GOOD), classification, DEFAULT_MODEL);
    expect({ score, grade }).toEqual({ score: 81, grade: gradeOf(81) });
    expect(adjustments.trainingData).toMatchObject({
      classification: 'bad',
      baseAdjustment: -12,
      totalAdjustment: -19,
      impact: 'significant',
      appliedFactors: [{ factor_name: 'Poor truck access', adjustment_value: -7 }],
    });
  });

  it('limit training to 30 points', () => {
    const factorIds = DEFAULT_MODEL.ios.training.negative.map(({ id }) => id);
    const { score, adjustments } = explainIos(
      candidateWith(GOOD),
      { classification: 'bad', factorIds },
      DEFAULT_MODEL,
    );
    expect(score).toBe(70);
    expect(adjustments.trainingData).toMatchObject({ totalAdjustment: -30, impact: 'major' });
  });
});

describe('a missing score', () => {
  it.each([
    [
      { ios_property_type: null, zoning_code: null, lot_use: ' ' },
      'This lacks assessor classification required for accurate scoring.',
    ],
    [{ parcel_area: null }, 'The parcel area is not known.'],
    [{ parcel_area: 9_999 }, 'The parcel area is outside the range that can be scored.'],
    [{ parcel_area: 50_000_001 }, 'The parcel area is outside the range that can be scored.'],
    [{ building_area: 10_000_001 }, 'The building area is outside the range that can be scored.'],
  ])('of %j has the reason "%s"', (features, reason) => {
    expect(breakdownOf(features)).toMatchObject({
      score: null,
      property_score: null,
      grade: 'Unrated',
      na_reason: reason,
    });
  });

  it.each([10_000, 50_000_000])('scores a parcel area of %d', (parcel_area) => {
    expect(breakdownOf({ parcel_area }).na_reason).toBeNull();
  });

  it('needs only one of property type, zoning and lot use', () => {
    expect(breakdownOf({ ios_property_type: null, zoning_code: null }).score).not.toBeNull();
  });
});

describe('monotonicity', () => {
  const scores = (features: Partial<CandidateFeatures>[], model = DEFAULT_MODEL) =>
    features.map((candidate) => breakdownOf(candidate, model).score ?? Number.NaN);
  const isFalling = (values: number[]) =>
    values.every((value, at) => at === 0 || value <= (values[at - 1] ?? 0));

  it('never rewards a longer distance to interchange or rail', () => {
    const meters = Array.from({ length: 400 }, (_, step) => step * 100);
    expect(isFalling(scores(meters.map((at) => ({ closest_interchange: facilityAt(at) }))))).toBe(true);
    expect(isFalling(scores(meters.map((at) => ({ closest_rail_facility: facilityAt(at) }))))).toBe(true);
  });

  it('scores lots lower the farther their size is from the prime zone', () => {
    const acres = (values: number[]) =>
      scores(values.map((value) => ({ parcel_area: value * SQFT_PER_ACRE })));
    expect(isFalling(acres([18, 20, 25, 30, 40, 50, 60, 100, 999, 1_000]))).toBe(true);
    expect(isFalling(acres([8, 6, 5, 4.5, 4, 3, 2.3, 2, 1]))).toBe(true);
  });

  it('never scores a lot with less open space higher when penalties are read as the share taken', () => {
    const ratios = Array.from({ length: 86 }, (_, step) => ({ open_ratio: (85 - step) / 100 }));
    expect(isFalling(scores(ratios, SHARE_TAKEN_MODEL))).toBe(true);
  });
});
