import { type DomainEvent, EVERYONE, type PropertyType, type RecordedEvent } from '@landline/event-schemas';
import { beforeEach, expect, test } from 'vitest';
import { learn } from '../learning.ts';
import { DEFAULT_MODEL, modelHash, type ScoringModel } from '../model.ts';
import { parcels } from '../testing/parcels.ts';
import { ScoringState } from './state.ts';

const CLIENT = 'client-1';
const [candidate] = parcels('yards', 1);

let state: ScoringState;
let position = 0n;
const take = (event: DomainEvent) => {
  position += 1n;
  const recorded = { ...event, position, revision: position, metadata: {} } as unknown as RecordedEvent;
  return state.take(recorded).needs.map(({ datasetKey, scope }) => `${datasetKey} ${scope}`);
};
const publish = (model: ScoringModel, scope = EVERYONE) =>
  take({
    type: 'ScoringModelPublished',
    // The model is JSON: a record of what its schema says.
    data: { scope, model_hash: modelHash(model), model: model as unknown as Record<string, unknown> },
  });
const complete = (dataset_key: string, property_type: PropertyType) => {
  const of = { import_id: dataset_key, dataset_key };
  take({ type: 'DatasetRegistered', data: { dataset_key, property_type } } as DomainEvent);
  return take({ type: 'DatasetImportCompleted', data: { ...of, imported: 1, rejected: 0, lines: 1 } });
};
const judge = (dataset_key: string, property_type: PropertyType, scope: string) =>
  take({
    type: 'PropertyClassified',
    data: {
      candidate_id: candidate?.id ?? '',
      dataset_key,
      scope,
      judged_by: 'somebody',
      property_type,
      classification: 'good',
      notes: '',
      factor_ids: [],
      original_score: null,
    },
  });
const trained = (propertyType: PropertyType, model = DEFAULT_MODEL) =>
  learn(model, propertyType, candidate ? [{ features: candidate, classification: 'bad' }] : []);

beforeEach(() => {
  state = new ScoringState('log');
  publish(DEFAULT_MODEL);
  complete('homes', 'adu');
  complete('yards', 'ios');
});

test('what is learned of one property type has its datasets scored again, and no others', () => {
  const adu = trained('adu');
  expect(modelHash(adu)).not.toBe(modelHash(DEFAULT_MODEL));
  expect(publish(adu)).toEqual([`homes ${EVERYONE}`]);
  expect(publish(trained('ios', adu))).toEqual([`yards ${EVERYONE}`]);
  expect(publish({ ...trained('ios', adu), name: 'By another name' })).toEqual([]);
  expect(publish({ ...DEFAULT_MODEL, parcel_area: { from: 5_000, to: 50_000_000 } })).toEqual([
    `homes ${EVERYONE}`,
    `yards ${EVERYONE}`,
  ]);
});

test('a client has scores of its own where it has judged or learned, and reads everyone’s elsewhere', () => {
  expect(judge('homes', 'adu', CLIENT)).toEqual([`homes ${CLIENT}`]);
  expect(publish(trained('adu'), CLIENT)).toEqual([`homes ${CLIENT}`]);
  expect(judge('yards', 'ios', CLIENT)).toEqual([`yards ${CLIENT}`]);
  expect(judge('yards', 'ios', CLIENT)).toEqual([]);
});

test('a client that learned of its type before a dataset came has scores of its own in it', () => {
  judge('homes', 'adu', CLIENT);
  publish(trained('adu'), CLIENT);
  take({ type: 'DatasetRegistered', data: { dataset_key: 'more', property_type: 'adu' } } as DomainEvent);
  const data = { import_id: 'm', dataset_key: 'more', imported: 1, rejected: 0, lines: 1 };
  expect(take({ type: 'DatasetImportCompleted', data })).toEqual([`more ${EVERYONE}`, `more ${CLIENT}`]);
});

test('scores of its own that a client was once given are kept up to date, whoever asked for them', () => {
  judge('homes', 'adu', CLIENT);
  publish(trained('adu'), CLIENT);
  const run = { run_id: 'r', model_hash: 'm', as_of: '1', count: 1, checksum: 'c', milliseconds: 1 };
  take({ type: 'CandidatesRescored', data: { ...run, dataset_key: 'yards', scope: CLIENT } });
  expect(publish(trained('ios', trained('adu')), CLIENT)).toEqual([`yards ${CLIENT}`]);
  expect(publish(trained('adu'), CLIENT)).toEqual([`yards ${CLIENT}`]);
});

test('a run is asked for once: what asks for it again changes nothing, whatever became of it', () => {
  const request = (run_id: string) =>
    take({ type: 'RescoringRequested', data: { run_id, dataset_key: 'homes', scope: EVERYONE } });
  const wanted = () => state.needs.get(`${EVERYONE}\nhomes`);
  expect(request('first')).toEqual([`homes ${EVERYONE}`]);
  expect(request('second')).toEqual([`homes ${EVERYONE}`]);
  const second = wanted();
  expect(request('first')).toEqual([]);
  expect(request('second')).toEqual([]);
  expect(wanted()).toEqual(second);
  take({ type: 'RescoringCancelled', data: { run_id: 'second', dataset_key: 'homes', scope: EVERYONE } });
  expect(request('second')).toEqual([]);
  expect(wanted()).toMatchObject({ runId: 'second', cancelled: true });
});
