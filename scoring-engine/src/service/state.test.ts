import { type DomainEvent, EVERYONE, type PropertyType, type RecordedEvent } from '@landline/event-schemas';
import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_MODEL, modelHash, type ScoringModel } from '../model.ts';
import { parcels } from '../testing/parcels.ts';
import { train } from '../testing/train.ts';
import { ScoringState } from './state.ts';

const CLIENT = 'client-1';
const [candidate] = parcels('yards', 1);

let state: ScoringState;
let position = 0n;
const apply = (event: DomainEvent) => {
  position += 1n;
  const recorded = { ...event, position, revision: position, metadata: {} } as unknown as RecordedEvent;
  return state.apply(recorded).requests.map(({ datasetKey, scope }) => `${datasetKey} ${scope}`);
};
const publish = (model: ScoringModel, scope = EVERYONE) =>
  apply({
    type: 'ScoringModelPublished',
    // The event carries the model as untyped JSON.
    data: { scope, model_hash: modelHash(model), model: model as unknown as Record<string, unknown> },
  });
const importDataset = (dataset_key: string, property_type: PropertyType) => {
  const importRef = { import_id: dataset_key, dataset_key };
  apply({ type: 'DatasetRegistered', data: { dataset_key, property_type } } as DomainEvent);
  return apply({
    type: 'DatasetImportCompleted',
    data: { ...importRef, imported: 1, rejected: 0, lines: 1 },
  });
};
const classify = (dataset_key: string, property_type: PropertyType, scope: string) =>
  apply({
    type: 'PropertyClassified',
    data: {
      candidate_id: candidate?.id ?? '',
      dataset_key,
      scope,
      judged_by: 'staff-1',
      property_type,
      classification: 'good',
      notes: '',
      factor_ids: [],
      original_score: null,
    },
  });
const trainedModel = (propertyType: PropertyType, model = DEFAULT_MODEL) =>
  train(model, propertyType, candidate ? [{ features: candidate, classification: 'bad' }] : []);

beforeEach(() => {
  state = new ScoringState('log');
  publish(DEFAULT_MODEL);
  importDataset('homes', 'adu');
  importDataset('yards', 'ios');
});

test('rescores only datasets of the property types that a new model affects', () => {
  const adu = trainedModel('adu');
  expect(modelHash(adu)).not.toBe(modelHash(DEFAULT_MODEL));
  expect(publish(adu)).toEqual([`homes ${EVERYONE}`]);
  expect(publish(trainedModel('ios', adu))).toEqual([`yards ${EVERYONE}`]);
  expect(publish({ ...trainedModel('ios', adu), name: 'By another name' })).toEqual([]);
  expect(publish({ ...DEFAULT_MODEL, parcel_area: { from: 5_000, to: 50_000_000 } })).toEqual([
    `homes ${EVERYONE}`,
    `yards ${EVERYONE}`,
  ]);
});

test('gives a client its own scores only where it classified or trained', () => {
  expect(classify('homes', 'adu', CLIENT)).toEqual([`homes ${CLIENT}`]);
  expect(publish(trainedModel('adu'), CLIENT)).toEqual([`homes ${CLIENT}`]);
  expect(classify('yards', 'ios', CLIENT)).toEqual([`yards ${CLIENT}`]);
  expect(classify('yards', 'ios', CLIENT)).toEqual([]);
});

test('gives a client its own scores in a later dataset of a type it trained', () => {
  classify('homes', 'adu', CLIENT);
  publish(trainedModel('adu'), CLIENT);
  apply({ type: 'DatasetRegistered', data: { dataset_key: 'more', property_type: 'adu' } } as DomainEvent);
  const data = { import_id: 'm', dataset_key: 'more', imported: 1, rejected: 0, lines: 1 };
  expect(apply({ type: 'DatasetImportCompleted', data })).toEqual([`more ${EVERYONE}`, `more ${CLIENT}`]);
});

test('scores an empty dataset once if its first import ends without rows', () => {
  const ids = { import_id: 'i', dataset_key: 'empty' };
  apply({ type: 'DatasetRegistered', data: { dataset_key: 'empty', property_type: 'adu' } } as DomainEvent);
  expect(apply({ type: 'DatasetImportCancelled', data: ids })).toEqual([`empty ${EVERYONE}`]);
  expect(apply({ type: 'DatasetImportFailed', data: { ...ids, reason: 'unreadable' } })).toEqual([]);
});

test("keeps a client's own scores up to date once they exist", () => {
  classify('homes', 'adu', CLIENT);
  publish(trainedModel('adu'), CLIENT);
  const run = { run_id: 'r', model_hash: 'm', as_of: '1', count: 1, checksum: 'c', milliseconds: 1 };
  apply({ type: 'CandidatesRescored', data: { ...run, dataset_key: 'yards', scope: CLIENT } });
  expect(publish(trainedModel('ios', trainedModel('adu')), CLIENT)).toEqual([`yards ${CLIENT}`]);
  expect(publish(trainedModel('adu'), CLIENT)).toEqual([`yards ${CLIENT}`]);
});

test('ignores repeated requests for a run in any state', () => {
  const request = (run_id: string) =>
    apply({ type: 'RescoringRequested', data: { run_id, dataset_key: 'homes', scope: EVERYONE } });
  const latestRequest = () => state.requests.get(`${EVERYONE}\nhomes`);
  expect(request('first')).toEqual([`homes ${EVERYONE}`]);
  expect(request('second')).toEqual([`homes ${EVERYONE}`]);
  const second = latestRequest();
  expect(request('first')).toEqual([]);
  expect(request('second')).toEqual([]);
  expect(latestRequest()).toEqual(second);
  apply({ type: 'RescoringCancelled', data: { run_id: 'second', dataset_key: 'homes', scope: EVERYONE } });
  expect(request('second')).toEqual([]);
  expect(latestRequest()).toMatchObject({ runId: 'second', cancelled: true });
});
