import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { candidateClassification } from './classification.ts';

const given = specification(candidateClassification);

const stored = {
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
const decision = {
  classifiedBy: 'u1',
  classification: 'bad',
  notes: 'A creek runs through it',
  factorIds: ['steep'],
  originalScore: 71.3,
} as const;
const classify = {
  type: 'classify',
  ...target,
  ...decision,
  knownFactorIds: new Set(['steep', 'open']),
} as const;
const remove = { type: 'remove', ...target } as const;

const classified = {
  type: 'PropertyClassified',
  data: {
    ...stored,
    judged_by: 'u1',
    classification: 'bad',
    notes: 'A creek runs through it',
    factor_ids: ['steep'],
    original_score: 71.3,
  },
} as const;
const removed = { type: 'ClassificationRemoved', data: stored } as const;

// Expected events are readonly literals; the decider returns mutable ones.
const event = <E>(value: E) => structuredClone(value) as never;

describe('a classification', () => {
  test('classifies an unclassified candidate', () => given().when(classify).then(event(classified)));
  test('rejects a second classification', () =>
    given(event(classified)).when(classify).thenRejected('ALREADY_CLASSIFIED'));
  test('classifies again after removal', () =>
    given(event(classified), event(removed)).when(classify).then(event(classified)));
  test('removes a classification', () => given(event(classified)).when(remove).then(event(removed)));
  test('rejects removal without a classification', () => given().when(remove).thenRejected('NOT_CLASSIFIED'));
  test('stores each factor once', () =>
    given()
      .when({ ...classify, factorIds: ['steep', 'steep'] })
      .then(event(classified)));
  test('rejects factors that the model does not have', () =>
    given()
      .when({ ...classify, factorIds: ['steep', 'unknown'] })
      .thenRejected('UNKNOWN_FACTOR'));
});
