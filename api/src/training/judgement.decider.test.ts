import { describe, test } from 'vitest';
import { specification } from '../testing/decider.ts';
import { judgement } from './judgement.ts';

const given = specification(judgement);

const judged = {
  candidate_id: 'c1',
  dataset_key: 'hawthorne',
  scope: 'everyone',
  property_type: 'adu',
} as const;
const target = {
  candidateId: 'c1',
  datasetKey: 'hawthorne',
  scope: 'everyone',
  propertyType: 'adu',
} as const;
const verdict = {
  judgedBy: 'u1',
  classification: 'bad',
  notes: 'A creek runs through it',
  factorIds: ['steep'],
  originalScore: 71.3,
} as const;
const classify = {
  type: 'classify',
  ...target,
  ...verdict,
  knownFactorIds: new Set(['steep', 'open']),
} as const;
const remove = { type: 'remove', ...target } as const;

const classified = {
  type: 'PropertyClassified',
  data: {
    ...judged,
    judged_by: 'u1',
    classification: 'bad',
    notes: 'A creek runs through it',
    factor_ids: ['steep'],
    original_score: 71.3,
  },
} as const;
const removed = { type: 'ClassificationRemoved', data: judged } as const;

// The expected events are read-only literals; a decider's are not.
const event = <E>(value: E) => structuredClone(value) as never;

describe('a judgement', () => {
  test('is made once', () => given().when(classify).then(event(classified)));
  test('is not made over another', () =>
    given(event(classified)).when(classify).thenRefused('ALREADY_CLASSIFIED'));
  test('is made again after it was removed', () =>
    given(event(classified), event(removed)).when(classify).then(event(classified)));
  test('is removed', () => given(event(classified)).when(remove).then(event(removed)));
  test('is removed only when there is one', () => given().when(remove).thenRefused('NOT_CLASSIFIED'));
  test('names a factor once', () =>
    given()
      .when({ ...classify, factorIds: ['steep', 'steep'] })
      .then(event(classified)));
  test('names only factors that the model knows', () =>
    given()
      .when({ ...classify, factorIds: ['steep', 'haunted'] })
      .thenRefused('UNKNOWN_FACTOR'));
});
