import type { EventData } from '@landline/event-schemas';
import { idPrefix } from '@landline/event-schemas/candidate-id';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { expect, test } from 'vitest';
import { AT, projectorSpec, recorded } from '../../testing/projector-spec.ts';
import {
  assessedChunk,
  candidateAssessment,
  environment,
  environmentAssessment,
  environmentFacility,
  environmentLayer,
  environmentRejectedRow,
} from './environment.ts';

const { given } = projectorSpec(environment);
const [first = '', second = ''] = ['1-1', '1-2'].map((apn) => candidateId('yards', apn));
const at = AT.replace('.000Z', '+00:00');

const registered = (layer_id: string) =>
  recorded('EnvironmentLayerRegistered', {
    layer_id,
    kind: 'lust',
    name: 'Leaking tanks',
    source: 'Test county',
    source_date: '2026-05',
    licence: null,
    note: null,
    is_made_up: false,
    coverage_miles: null,
    file_name: 'tanks.csv',
    file_bytes: 120,
    file_hash: 'h',
    format: 'csv',
    profile: 'landline',
  });
const imported = (layer_id: string, ...ids: string[]) =>
  recorded('FacilitiesImported', {
    layer_id,
    chunk: 0,
    first_line: 2,
    last_line: 1 + ids.length,
    bytes_read: 60,
    facilities: ids.map((facility_id) => ({ facility_id, name: facility_id, latitude: 34, longitude: -118 })),
  } as EventData<'FacilitiesImported'>);
const rejected = (layer_id: string) =>
  recorded('FacilityRowsRejected', {
    layer_id,
    chunk: 0,
    rows: [{ line: 4, reason: 'Has no coordinates', raw: 't3,Nowhere,,' }],
  });
const completed = (layer_id: string) =>
  recorded('EnvironmentLayerCompleted', { layer_id, imported: 2, rejected: 1, lines: 4 });

test('counts the rows read from the file of a layer until it is complete', async () => {
  const events = [registered('a'), imported('a', 't1', 't2'), rejected('a')] as const;
  const running = await given(...events);
  expect(await running(environmentLayer)).toMatchObject([
    { status: 'running', file_bytes: 120, bytes_read: 60, imported: 2, rejected: 1, registered_at: at },
  ]);
  const rows = await given(...events, completed('a'));
  expect(await rows(environmentLayer)).toMatchObject([
    { status: 'completed', imported: 2, rejected: 1, reason: null, finished_at: at },
  ]);
  expect(await rows(environmentFacility)).toMatchObject([
    { layer_id: 'a', facility_id: 't1', facility: { name: 't1' } },
    { layer_id: 'a', facility_id: 't2' },
  ]);
  expect(await rows(environmentRejectedRow)).toEqual([
    { layer_id: 'a', line: 4, reason: 'Has no coordinates', raw: 't3,Nowhere,,' },
  ]);
});

test('records why a layer failed', async () => {
  const rows = await given(
    registered('a'),
    recorded('EnvironmentLayerFailed', { layer_id: 'a', reason: 'unreadable' }),
  );
  expect(await rows(environmentLayer)).toMatchObject([
    { status: 'failed', reason: 'unreadable', finished_at: at },
  ]);
});

test("keeps a removed layer in the list and deletes its facilities, but no other layer's", async () => {
  const rows = await given(
    registered('a'),
    registered('b'),
    imported('a', 't1'),
    imported('b', 't1'),
    rejected('a'),
    completed('a'),
    recorded('EnvironmentLayerRemoved', { layer_id: 'a', superseded_by: null }),
  );
  expect(await rows(environmentLayer)).toMatchObject([{ status: 'removed' }, { status: 'running' }]);
  expect(await rows(environmentFacility)).toMatchObject([{ layer_id: 'b', facility_id: 't1' }]);
  expect(await rows(environmentRejectedRow)).toEqual([]);
});

const assessed = (assessment_id: string, looked_at: number, ...ids: string[]) =>
  recorded('CandidatesAssessed', {
    assessment_id,
    dataset_key: 'yards',
    chunk: 0,
    looked_at,
    layers: ['a'],
    sites: [],
    places: [{ layer: 0, name: 'Exit 1', importance: null }],
    floods: [],
    soils: [],
    rows: ids.map((id) => [id, 'i1', 7, [0], null, [0, 1_500], null, null, null, null, null]),
  } as EventData<'CandidatesAssessed'>);
const started = (assessment_id: string, candidates: number) =>
  recorded('EnvironmentAssessmentStarted', {
    assessment_id,
    dataset_key: 'yards',
    layers: ['a'],
    candidates,
  });

test('counts assessment progress and replaces the earlier assessment of a candidate', async () => {
  const running = await given(started('s', 5), assessed('s', 2, first), assessed('s', 4, second));
  expect(await running(environmentAssessment)).toMatchObject([
    { status: 'running', candidates: 5, looked_at: 4, changed: 2, milliseconds: null, started_at: at },
  ]);
  const ended = { basis: 'b', candidates: 5, changed: 2, milliseconds: 12 };
  const rows = await given(
    started('s', 5),
    assessed('s', 2, first),
    assessed('s', 4, second),
    recorded('EnvironmentAssessmentCompleted', { assessment_id: 's', dataset_key: 'yards', ...ended }),
    started('t', 5),
    assessed('t', 1, first),
  );
  expect(await rows(environmentAssessment)).toMatchObject([
    { status: 'running', looked_at: 1, changed: 1, milliseconds: null, finished_at: null },
  ]);
  expect((await rows(candidateAssessment)).map(({ candidate_id }) => candidate_id).sort()).toEqual(
    [first, second].sort(),
  );
  expect((await rows(candidateAssessment))[0]).toMatchObject({
    dataset_key: 'yards',
    import_id: 'i1',
    fingerprint: 7,
    assessment: { closest_interchange: { name: 'Exit 1' } },
    assessed_at: at,
  });
  expect((await rows(assessedChunk)).map(({ ids, revision }) => [ids, revision])).toEqual([
    [[idPrefix(first)], 0],
    [[idPrefix(second)], 1],
    [[idPrefix(first)], 2],
  ]);
});

test('counts the candidates that an assessment found, of which an import may have added some since it started', async () => {
  const rows = await given(
    started('s', 5),
    recorded('EnvironmentAssessmentCompleted', {
      assessment_id: 's',
      dataset_key: 'yards',
      basis: 'b',
      candidates: 7,
      changed: 0,
      milliseconds: 12,
    }),
  );
  expect(await rows(environmentAssessment)).toMatchObject([
    { status: 'completed', candidates: 7, looked_at: 7, changed: 0, milliseconds: 12, finished_at: at },
  ]);
});
