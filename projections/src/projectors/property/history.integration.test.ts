import { EVERYONE } from '@landline/event-schemas';
import { idPrefix } from '@landline/event-schemas/candidate-id';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import {
  classificationRecord,
  finishedRun,
  history,
  importedChunk,
  modelTables,
  publishedModel,
} from './history.ts';

const { given } = projectorSpec(history);
const ids = ['1-1', '1-2'].map((apn) => candidateId('lebanon', apn));
const candidateRef = { candidate_id: ids[0] ?? '', dataset_key: 'lebanon', property_type: 'adu' as const };
const occurrence = { happened_at: '2026-03-01T09:00:00+00:00', done_by: { id: 'system', role: 'System' } };

test('keeps the position of an import chunk with the id prefixes of its candidates', async () => {
  const rows = await given(
    recorded('CandidatesImported', {
      import_id: 'i1',
      dataset_key: 'lebanon',
      property_type: 'adu',
      chunk: 0,
      first_line: 2,
      last_line: 3,
      bytes_read: 9,
      columns: ['apn', 'id'],
      rows: ids.map((id, index) => [`1-${index + 1}`, id]),
      owners: [],
    }),
  );
  expect(await rows(importedChunk)).toEqual([
    {
      import_id: 'i1',
      revision: 0,
      dataset_key: 'lebanon',
      ids: ids.map(idPrefix),
      position: 0,
      ...occurrence,
    },
  ]);
});

test('keeps classifications and their removals', async () => {
  const rows = await given(
    recorded('PropertyClassified', {
      ...candidateRef,
      scope: 'client-1',
      judged_by: 'u1',
      classification: 'bad',
      notes: '',
      factor_ids: ['steep'],
      original_score: 50,
    }),
    recorded('ClassificationRemoved', { ...candidateRef, scope: 'client-1' }),
  );
  const [classified, removed] = await rows(classificationRecord);
  expect(classified).toMatchObject({
    classification: 'bad',
    factor_ids: ['steep'],
    position: 0,
    ...occurrence,
  });
  expect(removed).toMatchObject({ classification: null, factor_ids: [], position: 1 });
});

test('shares tables between models that differ only in training', async () => {
  const model = (learned: unknown[]) => ({ name: 'm', adu: { units: 1, learned }, ios: { learned: [] } });
  const rows = await given(
    recorded('ScoringModelPublished', { scope: EVERYONE, model_hash: 'a', model: model([]) }),
    recorded('ScoringModelPublished', {
      scope: EVERYONE,
      model_hash: 'b',
      model: model([{ trait: 'units' }]),
      taught_by: { judgements: 3, as_of: '9' },
    }),
  );
  expect(await rows(modelTables)).toHaveLength(1);
  const [first, second] = await rows(publishedModel);
  expect(first).toMatchObject({ model_hash: 'a', judgements: null, position: 0, ...occurrence });
  expect(second).toMatchObject({
    model_hash: 'b',
    judgements: 3,
    learned: { adu: [{ trait: 'units' }], ios: [] },
  });
  expect(second?.fingerprint).toBe(first?.fingerprint);
});

test('keeps a finished run with its position', async () => {
  const run = { dataset_key: 'lebanon', scope: EVERYONE, model_hash: 'a' };
  const rows = await given(
    recorded('CandidatesRescored', {
      ...run,
      run_id: 'r1',
      as_of: '812',
      count: 1,
      checksum: 'c',
      milliseconds: 1,
    }),
  );
  expect(await rows(finishedRun)).toEqual([{ ...run, as_of: 812, position: 0, ...occurrence }]);
});
