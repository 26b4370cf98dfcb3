import {
  type CandidateFeatures,
  type EpaFacility,
  PROPERTY_TYPES,
  type PropertyType,
} from '@landline/event-schemas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CandidateColumns } from '../columns.ts';
import { explain } from '../explain.ts';
import { MEASURES } from '../features/measures.ts';
import { assessEnvironment } from '../ios/environment.ts';
import { inSquareFeet } from '../model/lookup.ts';
import {
  type CandidateClassification,
  classificationAdjustment,
  DEFAULT_MODEL,
  type ScoringModel,
  SHARE_TAKEN_MODEL,
} from '../model.ts';
import { NA_REASONS } from '../na-reasons.ts';
import { anyCandidate, boundariesOf, candidateWith, facilityAt } from '../testing/candidates.ts';
import { compileModel } from './compile.ts';
import { scoreOne, scoreRange } from './score.ts';
import { sharedScores } from './scores.ts';

/**
 * Number of random runs; the seed changes with each test run. The boundaries of every table are compared exhaustively
 * below.
 */
const RUNS = 250;
const PER_RUN = 100;
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const idOf = (index: number) => `00000000-0000-8000-8000-${index.toString(16).padStart(12, '0')}`;

interface Input {
  readonly features: CandidateFeatures;
  readonly classification: CandidateClassification | null;
}

/** Scores candidates with the kernel and with `explain`, and compares every stored bit. */
function compare(propertyType: PropertyType, model: ScoringModel, candidates: readonly Input[]): void {
  const columns = CandidateColumns.create(propertyType, 16);
  for (const [at, { features, classification }] of candidates.entries()) {
    const index = columns.upsert(idOf(at), features);
    if (classification)
      columns.setAdjustment(index, classificationAdjustment(model, propertyType, classification).tenths);
  }
  const compiled = compileModel(model);
  const out = sharedScores(columns.size);
  scoreRange(columns, compiled, 0, columns.size, out);
  for (const [index, { features, classification }] of candidates.entries()) {
    const explained = explain(propertyType, features, classification, model);
    const expected = {
      scoreTenths: explained.score === null ? -1 : Math.round(explained.score * 10),
      propertyScoreTenths:
        explained.property_type === 'adu' || explained.property_score === null
          ? -1
          : Math.round(explained.property_score * 10),
      naReason: explained.na_reason ?? '',
    };
    const scored = {
      scoreTenths: out.scoreTenths[index],
      propertyScoreTenths: out.propertyScoreTenths[index],
      naReason: NA_REASONS[out.naReason[index] ?? 0],
    };
    if (
      scored.scoreTenths !== expected.scoreTenths ||
      scored.propertyScoreTenths !== expected.propertyScoreTenths ||
      scored.naReason !== expected.naReason
    ) {
      expect(scored, JSON.stringify({ features, classification, measures: MEASURES[propertyType] })).toEqual(
        expected,
      );
    }
    if (index % 10 === 0) {
      const single = scoreOne(columns, compiled, index);
      const restored = explain(propertyType, columns.featuresOf(index), classification, model);
      expect([restored.score, restored.na_reason]).toEqual([explained.score, explained.na_reason]);
      expect({ ...single, naReason: NA_REASONS[single.naReason] }).toEqual(expected);
    }
  }
}

/** Returns the model with trained adjustments for the kinds of every trait; `values` repeat in order. */
function withTrainedFactors(model: ScoringModel, values: readonly number[]): ScoringModel {
  let next = 0;
  const factorsOf = (trait: string, kinds: readonly { label: string }[]) =>
    kinds.map(({ label }) => ({
      trait,
      kind: label,
      adjustment_value: values[next++ % values.length] ?? 0,
      good: 1,
      bad: 2,
    }));
  const { adu, ios } = model;
  const { highway, rail } = ios.transportation;
  return {
    ...model,
    adu: {
      ...adu,
      learned: [
        ...(
          ['open_area', 'units', 'open_ratio', 'open_area_per_unit', 'garages', 'buildings'] as const
        ).flatMap((trait) => factorsOf(trait, [...adu[trait].bands, adu[trait].otherwise])),
        ...factorsOf('zoning', [...adu.zoning.rules, adu.zoning.unknown]),
      ],
    },
    ios: {
      ...ios,
      learned: [
        ...(['property_type', 'zoning', 'lot_use', 'lot_shape', 'topography'] as const).flatMap((trait) =>
          factorsOf(trait, [...ios[trait].rules, ios[trait].otherwise]),
        ),
        ...factorsOf('open_ratio', [...ios.open_ratio.bands, { label: 'open space not known' }]),
        ...factorsOf('lot_size', ios.lot_size.bands),
        ...factorsOf('highway', [...highway.bands, highway.otherwise]),
        ...factorsOf('rail', rail.bands),
      ],
    },
  };
}

const anyModel = fc
  .tuple(
    fc.constantFrom(DEFAULT_MODEL, SHARE_TAKEN_MODEL),
    fc.option(
      fc.array(
        fc.integer({ min: -120, max: 120 }).map((tenths) => tenths / 10),
        { minLength: 1, maxLength: 30 },
      ),
    ),
  )
  .map(([model, values]) => (values ? withTrainedFactors(model, values) : model));

const anyClassification = (propertyType: PropertyType) => {
  const { positive, negative } = DEFAULT_MODEL[propertyType].training;
  return fc.option(
    fc.record({
      classification: fc.constantFrom('good' as const, 'bad' as const),
      factorIds: fc.subarray([...positive, ...negative].map(({ id }) => id)),
    }),
    { freq: 3 }, // nil (not classified) in one of three; a `freq` of 1 would always give nil
  );
};

describe.each(PROPERTY_TYPES)('kernel and explain, %s', (propertyType) => {
  it(`agree to the bit for ${RUNS * PER_RUN} random candidates (seed ${seed})`, { timeout: 120_000 }, () => {
    const classified = fc.record({
      features: anyCandidate(DEFAULT_MODEL),
      classification: anyClassification(propertyType),
    });
    const generated = { good: 0, bad: 0, none: 0 };
    fc.assert(
      fc.property(
        anyModel,
        fc.array(classified, { minLength: PER_RUN, maxLength: PER_RUN }),
        (model, candidates) => {
          for (const { classification } of candidates) generated[classification?.classification ?? 'none']++;
          compare(propertyType, model, candidates);
        },
      ),
      { seed, numRuns: RUNS, endOnFailure: true },
    );
    const fewest = Math.min(...Object.values(generated));
    expect(fewest, JSON.stringify(generated)).toBeGreaterThan((RUNS * PER_RUN) / 5);
  });
});

const inputWith = (features: Partial<CandidateFeatures>): Input => ({
  features: candidateWith({ ios_property_type: 'warehouse', parcel_area: 400_000, ...features }),
  classification: null,
});

describe.each(PROPERTY_TYPES)('training beyond its bound of 30 points, %s', (propertyType) => {
  const { positive, negative } = DEFAULT_MODEL[propertyType].training;
  const factorIds = [...positive, ...negative].map(({ id }) => id);
  const classifications = (['good', 'bad'] as const).flatMap((classification) => [
    { classification, factorIds: [] },
    { classification, factorIds },
    { classification, factorIds: (classification === 'good' ? positive : negative).map(({ id }) => id) },
  ]);
  const lots = [
    { open_area: 100_000, open_ratio: 0.83, units: 40, potential_garages_count: 10, building_count: 3 },
    { open_area: 8_000, open_ratio: 0.5, units: 12, potential_garages_count: 1, building_count: 1 },
  ];
  const candidates = lots.flatMap((lot) =>
    [null, ...classifications].map((classification) => ({ ...inputWith(lot), classification })),
  );

  it.each([
    [12, 30],
    [-12, -30],
  ])('limits the sum of trained adjustments of %d points for each trait to %d', (points, bound) => {
    const model = withTrainedFactors(DEFAULT_MODEL, [points]);
    compare(propertyType, model, candidates);
    for (const { features, classification } of candidates) {
      const { trainingData } = explain(propertyType, features, classification, model).adjustments;
      expect(trainingData.learnedFactors.length * Math.abs(points)).toBeGreaterThan(30);
      expect(trainingData.learnedAdjustment).toBe(bound);
      expect(Math.abs(trainingData.totalAdjustment)).toBeLessThanOrEqual(30);
    }
  });
});

describe.each([
  ['as written', DEFAULT_MODEL],
  ['as the share to take away', SHARE_TAKEN_MODEL],
] as const)(
  'with open-space penalties read %s, kernel and explain agree on every combination of boundaries',
  (_reading, model) => {
    const { ios } = model;

    it('of open ratio and lot size', () => {
      const ratios = boundariesOf(ios.open_ratio, ios.open_space_penalty);
      const areas = boundariesOf(inSquareFeet(ios.lot_size));
      compare(
        'ios',
        model,
        ratios.flatMap((open_ratio) => areas.map((parcel_area) => inputWith({ open_ratio, parcel_area }))),
      );
    });

    it('of interchange and rail', () => {
      const { highway, interchange_bonus, rail } = ios.transportation;
      const rails = boundariesOf(rail).map(facilityAt);
      compare(
        'ios',
        model,
        boundariesOf(highway, interchange_bonus).flatMap((meters) =>
          rails.map((closest_rail_facility) =>
            inputWith({ closest_interchange: facilityAt(meters), closest_rail_facility }),
          ),
        ),
      );
    });
  },
);

describe('kernel and explain agree on every combination of boundaries', () => {
  const { adu, environmental, parcel_area, building_area } = DEFAULT_MODEL;

  it('of units, garages, buildings and penalty thresholds', () => {
    const units = boundariesOf(adu.units, adu.unit_count_penalty);
    const lots = [1_200, 5_000, 8_000, 30_000, 90_000].flatMap((open_area) =>
      [0.3, 0.5, 0.6, 0.7, 0.8].map((open_ratio) => ({ open_area, open_ratio })),
    );
    const counts = [null, 0, 1, 2, 3].flatMap((potential_garages_count) =>
      [null, 1, 2].map((building_count) => ({ potential_garages_count, building_count })),
    );
    compare(
      'adu',
      DEFAULT_MODEL,
      units.flatMap((count) =>
        lots.flatMap((lot) => counts.map((buildings) => inputWith({ units: count, ...lot, ...buildings }))),
      ),
    );
  });

  it('of open area, open ratio, and open area per existing home', () => {
    const areasPerUnit = boundariesOf(adu.open_area_per_unit);
    const ratios = boundariesOf(adu.open_ratio);
    for (const units of [0, 1, 3, 5, 9, 10, 20, 40]) {
      const openAreas = [
        ...boundariesOf(adu.open_area),
        ...areasPerUnit.map((area) => area * Math.max(units, 1)),
      ];
      compare(
        'adu',
        DEFAULT_MODEL,
        openAreas.flatMap((open_area) =>
          ratios.map((open_ratio) => inputWith({ units, open_area, open_ratio })),
        ),
      );
    }
  });

  it.each(PROPERTY_TYPES)('of the areas that can be scored, %s', (propertyType) => {
    const limits = (table: { from: number; to: number }) => [
      null,
      ...boundariesOf({ bands: [{ label: '', value: 0, ...table }] }),
    ];
    expect(limits(parcel_area)).toEqual(expect.arrayContaining([10_000, 50_000_000]));
    expect(limits(building_area)).toEqual(expect.arrayContaining([0, 10_000_000]));
    compare(
      propertyType,
      DEFAULT_MODEL,
      limits(parcel_area).flatMap((area) =>
        limits(building_area).flatMap((built) =>
          [null, 1, 40].map((units) =>
            inputWith({ parcel_area: area, building_area: built, units, open_area: 30_000, open_ratio: 0.8 }),
          ),
        ),
      ),
    );
  });

  it('of distances, on-site or not, and the ends of the environmental grades', () => {
    // A distant facility counts a hundredth of its weight, so any weighted score can be built to the
    // hundredth.
    const FAR = 5_000;
    const weights = [100, 10, 1].map((weight) => ({
      label: `weight ${weight}`,
      words: [],
      names: [`weight ${weight}`],
      weight,
      kind: 'site' as const,
    }));
    const model: ScoringModel = {
      ...DEFAULT_MODEL,
      environmental: {
        ...environmental,
        sources: [...weights, ...environmental.sources],
        impact: [...environmental.impact, { to: FAR, factor: 0.01 }],
      },
    };
    const site = (source: string, distance_feet: number, is_onsite: boolean): EpaFacility => ({
      site_name: '',
      source,
      contamination_type: null,
      regulatory_status: null,
      distance_feet,
      is_onsite,
      risk_level: null,
    });
    const fillersFor = (hundredths: number) => {
      let remaining = hundredths;
      const take = (weight: number, feet: number, hundredthsEach: number) => {
        const count = Math.floor(remaining / hundredthsEach);
        remaining -= count * hundredthsEach;
        return Array.from({ length: count }, () => site(`weight ${weight}`, feet, false));
      };
      return [...take(100, 1_500, 2_500), ...[100, 10, 1].flatMap((weight) => take(weight, FAR, weight))];
    };
    const ends = environmental.grades.flatMap(({ to }) => to ?? []);
    expect(ends).toEqual([12, 25, 50, 100, 180]);
    const distances = boundariesOf({
      bands: model.environmental.impact.map(({ to }) => ({ label: '', value: 0, to })),
    });
    const weigh = ({ features }: Input) =>
      Math.round((assessEnvironment(model.environmental, features).weighted_score ?? 0) * 100);
    const singleSites = distances.flatMap((feet) =>
      [true, false].flatMap((isOnSite) =>
        ['air permit', 'water permit', 'UST'].map((source) => site(source, feet, isOnSite)),
      ),
    );
    for (const end of ends) {
      for (const hundredths of [end * 100 - 1, end * 100, end * 100 + 1]) {
        const candidates = singleSites.flatMap((first) =>
          [true, false].flatMap((ios_is_100_year_flood) => {
            const candidateWithSites = (sites: EpaFacility[]) =>
              inputWith({ ios_is_100_year_flood, ios_epa_facilities: sites });
            const missing = hundredths - weigh(candidateWithSites([first]));
            return missing < 0 ? [] : [candidateWithSites([first, ...fillersFor(missing)])];
          }),
        );
        expect(new Set(candidates.map(weigh))).toEqual(new Set([hundredths]));
        compare('ios', model, candidates);
      }
    }
  });

  it('of areas and their limits, including limits that published models do not have', () => {
    const limits = [
      [0, 1_000_000],
      [0, 0],
      [5_000, 1_000_000],
      [20_000, 10_000],
    ].map(([from = 0, to = 0]) => ({ why: '', from, to }));
    const areas = [
      null,
      0,
      4_999.9,
      5_000,
      10_000,
      15_000,
      20_000,
      20_000.1,
      1_000_000,
      1_000_000.1,
      200_000_000,
    ];
    const unknownKind = { label: 'not known', value: 1 };
    const { adu } = DEFAULT_MODEL;
    const aduVariants = [adu, { ...adu, open_ratio: { ...adu.open_ratio, unknown: unknownKind } }];
    const candidates = areas.flatMap((parcel_area) =>
      areas.flatMap((building_area) =>
        [null, 4].flatMap((units) =>
          [null, 0.5].map((open_ratio) => inputWith({ parcel_area, building_area, units, open_ratio })),
        ),
      ),
    );
    // A limit that ends at zero is left out: the kernel rejects such a model, because its tables cannot separate zero from the next
    // larger number.
    for (const parcel_area of limits.filter(({ to }) => to > 0))
      for (const building_area of limits)
        for (const adu of aduVariants)
          for (const propertyType of PROPERTY_TYPES)
            compare(propertyType, { ...DEFAULT_MODEL, adu, parcel_area, building_area }, candidates);
  });
});
