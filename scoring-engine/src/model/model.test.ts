import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  classificationAdjustment,
  DEFAULT_MODEL,
  modelHash,
  type ScoringModel,
  SHARE_TAKEN_MODEL,
  scoringModel,
  trainingFactors,
} from '../model.ts';
import { publishableModel } from './check.ts';
import { sourceOf } from './environment-lookup.ts';

const problems = (model: unknown) =>
  publishableModel.safeParse(model).error?.issues.map(({ message }) => message) ?? [];

describe('a scoring model', () => {
  it.each([DEFAULT_MODEL, SHARE_TAKEN_MODEL])('$name is valid', (model) => {
    expect(publishableModel.parse(structuredClone(model))).toEqual(model);
  });

  it('has a hash that ignores member order and changes with any value', () => {
    const reversed = Object.fromEntries(Object.entries(DEFAULT_MODEL).reverse()) as ScoringModel;
    expect(modelHash(reversed)).toBe(modelHash(DEFAULT_MODEL));
    expect(modelHash(scoringModel.parse(JSON.parse(JSON.stringify(DEFAULT_MODEL))))).toBe(
      modelHash(DEFAULT_MODEL),
    );
    expect(modelHash(SHARE_TAKEN_MODEL)).not.toBe(modelHash(DEFAULT_MODEL));
    expect(modelHash(DEFAULT_MODEL)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('gives a document of an older version the same hash and meaning', () => {
    const file = new URL('../testing/published-model.json', import.meta.url);
    const published = scoringModel.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(modelHash(published)).toBe('6bfa07f056d2eb83a72f3301a2bb43f2e14256f252968b60c0298be9df40cead');
    expect(sourceOf(published.environmental, null, 'Trichloroethylene')?.weight).toBe(60);
    expect(sourceOf(DEFAULT_MODEL.environmental, null, 'Trichloroethylene')).toBeUndefined();
  });

  it('has two readings that differ only in the open-space penalty', () => {
    const { name: _name, ...rest } = SHARE_TAKEN_MODEL;
    expect({
      ...rest,
      name: DEFAULT_MODEL.name,
      ios: { ...rest.ios, open_space_penalty: DEFAULT_MODEL.ios.open_space_penalty },
    }).toEqual(DEFAULT_MODEL);
  });

  it.each<[string, (model: ScoringModel) => void, RegExp]>([
    [
      'points off the grid',
      (model) => Object.assign(model.adu.units.otherwise, { value: 0.05 }),
      /Must be a multiple of 0.1/,
    ],
    [
      'points above the weight',
      (model) => Object.assign(model.adu.units.otherwise, { value: 25.1 }),
      /Must be between 0 and 25/,
    ],
    [
      'a multiplier above 1',
      (model) => Object.assign(model.ios.open_space_penalty.otherwise, { value: 1.5 }),
      /Must be between 0 and 1/,
    ],
    [
      'a repeated label',
      (model) => Object.assign(model.ios.lot_size.otherwise, { label: '8-18 acres' }),
      /Two bands have the same label/,
    ],
    [
      'weights that do not add up to 1',
      (model) => Object.assign(model.ios.transportation, { rail_weight: 0.5 }),
      /The weights must add up to 1/,
    ],
    ['grades out of order', (model) => model.environmental.grades.reverse(), /Must be A to F/],
    [
      'training above its limit',
      (model) => Object.assign(model.adu.training.base, { good: 30.1 }),
      /Exceeds the limit/,
    ],
    [
      'a grade without an end before the last',
      (model) => Object.assign(model.environmental.grades[1] ?? {}, { to: null }),
      /Grade B must end above/,
    ],
    [
      'a grade that ends with the one before',
      (model) => Object.assign(model.environmental.grades[2] ?? {}, { to: 25 }),
      /Grade C must end above/,
    ],
    [
      'a negative on-site distance',
      (model) => Object.assign(model.environmental, { onsite_within: -5 }),
      /Must not be negative/,
    ],
    [
      'a negative weight',
      (model) => Object.assign(model.ios.transportation, { highway_weight: -0.5, rail_weight: 1.5 }),
      /Must be between 0 and 1,Must be between 0 and 1/,
    ],
    [
      'a penalty for impossible scores',
      (model) => Object.assign(model.adu.courtyard_penalty, { min_score: 300_000 }),
      /Must be between 0 and 100/,
    ],
    [
      'a garage penalty for impossible scores',
      (model) => Object.assign(model.adu.townhouse_penalty.few_garages, { min_score: -1 }),
      /Must be between 0 and 100/,
    ],
    ...(['open_ratio', 'open_space_penalty'] as const).map(
      (name): [string, (model: ScoringModel) => void, RegExp] => [
        `an ${name} without a value for unknown`,
        (model) => Object.assign(model.ios[name], { unknown: null }),
        /Needs a value for unknown numbers/,
      ],
    ),
    [
      'thresholds too close together for the kernel',
      (model) => Object.assign(model.ios.open_ratio.bands[0] ?? {}, { from: 0.8000000001 }),
      /Thresholds are too close/,
    ],
    [
      'a threshold above the maximum',
      (model) => Object.assign(model.adu.open_ratio.bands[0] ?? {}, { from: 2 }),
      /A threshold of 2 is above the maximum of 1/,
    ],
    ...(['parcel_area', 'building_area'] as const).map(
      (column): [string, (model: ScoringModel) => void, RegExp] => [
        `a ${column} above the maximum`,
        (model) => Object.assign(model[column], { to: 150_000_000 }),
        /An area of 150000000 is above the maximum of 100000000/,
      ],
    ),
    ['a formula of another version', (model) => Object.assign(model, { formula: 2 }), /Must be 1/],
  ])('is rejected with %s', (_case, change, message) => {
    const model = structuredClone(DEFAULT_MODEL);
    change(model);
    expect(problems(model).join()).toMatch(message);
  });
});

describe('training factors', () => {
  it.each(['adu', 'ios'] as const)(
    '%s: positive factors add, negative ones subtract, ids are unique',
    (type) => {
      const { positive, negative } = trainingFactors(DEFAULT_MODEL, type);
      expect(positive.every(({ adjustment_value }) => adjustment_value > 0)).toBe(true);
      expect(negative.every(({ adjustment_value }) => adjustment_value < 0)).toBe(true);
      const ids = [...positive, ...negative].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  it('count once when picked, and not at all when unknown', () => {
    const factorIds = ['ios-trucks', 'ios-trucks', 'gone'];
    expect(
      classificationAdjustment(DEFAULT_MODEL, 'ios', { classification: 'good', factorIds }),
    ).toMatchObject({
      tenths: 180,
      baseTenths: 120,
      factors: [{ id: 'ios-trucks' }],
    });
  });
});
