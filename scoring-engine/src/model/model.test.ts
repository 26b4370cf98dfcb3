import { describe, expect, it } from 'vitest';
import { sourceOf } from '../environment.ts';
import {
  DEFAULT_MODEL,
  directAdjustment,
  modelHash,
  type ScoringModel,
  SHARE_TAKEN_MODEL,
  scoringModel,
  trainingFactors,
} from '../model.ts';
import { soundModel } from './check.ts';

const problems = (model: unknown) =>
  soundModel.safeParse(model).error?.issues.map(({ message }) => message) ?? [];

describe('a scoring model', () => {
  it.each([DEFAULT_MODEL, SHARE_TAKEN_MODEL])('$name is valid', (model) => {
    expect(soundModel.parse(structuredClone(model))).toEqual(model);
  });

  it('has the same hash however its members are ordered, and another when a value changes', () => {
    const reversed = Object.fromEntries(Object.entries(DEFAULT_MODEL).reverse()) as ScoringModel;
    expect(modelHash(reversed)).toBe(modelHash(DEFAULT_MODEL));
    expect(modelHash(scoringModel.parse(JSON.parse(JSON.stringify(DEFAULT_MODEL))))).toBe(
      modelHash(DEFAULT_MODEL),
    );
    expect(modelHash(SHARE_TAKEN_MODEL)).not.toBe(modelHash(DEFAULT_MODEL));
    expect(modelHash(DEFAULT_MODEL)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('that was published before `names`, `learning` and reasons were there keeps its hash and what it says', () => {
    const earlier = structuredClone(DEFAULT_MODEL);
    const { adu, environmental } = earlier;
    delete earlier.learning;
    delete adu.garages.why;
    delete adu.buildings.why;
    delete environmental.soil.why;
    environmental.soil.low.push('clean');
    environmental.why = environmental.why?.replace(/ Of contamination the specification .*/, '');
    for (const source of environmental.sources) {
      source.words.unshift(...(source.names?.slice(0, 1) ?? []));
      delete source.names;
    }
    const published = scoringModel.parse(JSON.parse(JSON.stringify(earlier)));
    expect(modelHash(published)).toBe('6bfa07f056d2eb83a72f3301a2bb43f2e14256f252968b60c0298be9df40cead');
    expect(sourceOf(published.environmental, null, 'Trichloroethylene')?.weight).toBe(60);
    expect(sourceOf(DEFAULT_MODEL.environmental, null, 'Trichloroethylene')).toBeUndefined();
  });

  it('the readings differ in the open-space penalty alone', () => {
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
      /Not a multiple of 0.1/,
    ],
    [
      'points above the weight',
      (model) => Object.assign(model.adu.units.otherwise, { value: 25.1 }),
      /Not within 0 and 25/,
    ],
    [
      'a multiplier above 1',
      (model) => Object.assign(model.ios.open_space_penalty.otherwise, { value: 1.5 }),
      /Not within 0 and 1/,
    ],
    [
      'one label twice',
      (model) => Object.assign(model.ios.lot_size.otherwise, { label: '8-18 acres' }),
      /Two bands with one label/,
    ],
    [
      'weights that are not 1',
      (model) => Object.assign(model.ios.transportation, { rail_weight: 0.5 }),
      /The weights are not 1/,
    ],
    ['grades out of order', (model) => model.environmental.grades.reverse(), /Not A to F/],
    [
      'training beyond its bound',
      (model) => Object.assign(model.adu.training.base, { good: 30.1 }),
      /Beyond the bound/,
    ],
    [
      'a grade without an end that is not the last',
      (model) => Object.assign(model.environmental.grades[1] ?? {}, { to: null }),
      /Grade B has to end above/,
    ],
    [
      'a grade that ends where the one before does',
      (model) => Object.assign(model.environmental.grades[2] ?? {}, { to: 25 }),
      /Grade C has to end above/,
    ],
    [
      'a distance below zero that counts as on-site',
      (model) => Object.assign(model.environmental, { onsite_within: -5 }),
      /Below zero/,
    ],
    [
      'a weight below zero',
      (model) => Object.assign(model.ios.transportation, { highway_weight: -0.5, rail_weight: 1.5 }),
      /Not within 0 and 1,Not within 0 and 1/,
    ],
    [
      'a penalty for scores that there are not',
      (model) => Object.assign(model.adu.courtyard_penalty, { min_score: 300_000 }),
      /Not within 0 and 100/,
    ],
    [
      'few garages of scores that there are not',
      (model) => Object.assign(model.adu.townhouse_penalty.few_garages, { min_score: -1 }),
      /Not within 0 and 100/,
    ],
    ...(['open_ratio', 'open_space_penalty'] as const).map(
      (name): [string, (model: ScoringModel) => void, RegExp] => [
        `an ${name} that is worth nothing when it is not known`,
        (model) => Object.assign(model.ios[name], { unknown: null }),
        /has to be worth something/,
      ],
    ),
    [
      'thresholds too close to each other for the kernel',
      (model) => Object.assign(model.ios.open_ratio.bands[0] ?? {}, { from: 0.8000000001 }),
      /Thresholds too close/,
    ],
    [
      'a threshold beyond what there is',
      (model) => Object.assign(model.adu.open_ratio.bands[0] ?? {}, { from: 2 }),
      /A threshold of 2 is beyond 1/,
    ],
    ...(['parcel_area', 'building_area'] as const).map(
      (column): [string, (model: ScoringModel) => void, RegExp] => [
        `a ${column} beyond what there is`,
        (model) => Object.assign(model[column], { to: 150_000_000 }),
        /An area of 150000000 is beyond 100000000/,
      ],
    ),
    ['a formula of another version', (model) => Object.assign(model, { formula: 2 }), /expected 1/],
  ])('is refused with %s', (_what, change, message) => {
    const model = structuredClone(DEFAULT_MODEL);
    change(model);
    expect(problems(model).join()).toMatch(message);
  });
});

describe('training factors', () => {
  it.each(['adu', 'ios'] as const)(
    '%s: positive ones add, negative ones take away, ids are unique',
    (type) => {
      const { positive, negative } = trainingFactors(DEFAULT_MODEL, type);
      expect(positive.every(({ adjustment_value }) => adjustment_value > 0)).toBe(true);
      expect(negative.every(({ adjustment_value }) => adjustment_value < 0)).toBe(true);
      const ids = [...positive, ...negative].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  it('a picked factor counts once, an unknown one not at all', () => {
    const factorIds = ['ios-trucks', 'ios-trucks', 'gone'];
    expect(directAdjustment(DEFAULT_MODEL, 'ios', { classification: 'good', factorIds })).toMatchObject({
      tenths: 180,
      baseTenths: 120,
      factors: [{ id: 'ios-trucks' }],
    });
  });
});
