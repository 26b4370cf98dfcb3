import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import { dataset, datasetImport, datasets, rejectedRow } from './datasets.ts';

const { given } = projectorSpec(datasets);
const ids = { import_id: 'i1', dataset_key: 'lebanon' };
const registered = recorded('DatasetRegistered', {
  dataset_key: 'lebanon',
  dataset_name: 'Lebanon Properties',
  dataset_type: 'city',
  property_type: 'adu',
  state: 'NH',
  parent_dataset_key: null,
  is_demo: false,
});
const started = (import_id = 'i1') =>
  recorded('DatasetImportStarted', {
    ...ids,
    import_id,
    property_type: 'adu',
    file_name: 'parcels.csv',
    file_bytes: 5_000_000_000,
    format: 'csv',
    profile: 'lebanon_nh',
  });
const chunk = (chunk: number, count: number, bytes_read: number) =>
  recorded('CandidatesImported', {
    ...ids,
    property_type: 'adu',
    chunk,
    first_line: 2,
    last_line: 3,
    bytes_read,
    columns: ['id', 'apn'],
    rows: Array.from({ length: count }, () => ['', '']),
    owners: [],
  });
const completed = (import_id = 'i1') =>
  recorded('DatasetImportCompleted', { ...ids, import_id, imported: 5, rejected: 1, lines: 7 });
const rescored = (scope: string, count = 5) =>
  recorded('CandidatesRescored', {
    run_id: 'r1',
    dataset_key: 'lebanon',
    scope,
    model_hash: 'm',
    as_of: '1',
    count,
    checksum: 'c',
    milliseconds: 12,
  });

test('follows an import from its start through each chunk', async () => {
  const rows = await given(registered, started(), chunk(0, 3, 100), chunk(1, 2, 4_000_000_000));
  expect(await rows(datasetImport)).toEqual([
    {
      ...ids,
      file_name: 'parcels.csv',
      file_bytes: 5_000_000_000,
      format: 'csv',
      profile: 'lebanon_nh',
      status: 'running',
      bytes_read: 4_000_000_000,
      imported: 5,
      rejected: 0,
      reason: null,
      started_at: '2026-03-01T09:00:00+00:00',
      finished_at: null,
    },
  ]);
  expect(await rows(dataset)).toMatchObject([{ status: 'processing', candidate_count: 0 }]);
});

test('keeps and counts rejected rows with their reasons', async () => {
  const rejected = [
    { line: 9, reason: 'APN 1-2 is already on line 4', raw: '1-2,"x\ty",\\N' },
    { line: 12, reason: 'no APN', raw: '' },
  ];
  const rows = await given(
    started(),
    recorded('CandidateRowsRejected', { ...ids, chunk: 0, rows: rejected }),
  );
  expect(await rows(rejectedRow)).toEqual(rejected.map((row) => ({ import_id: 'i1', ...row })));
  expect(await rows(datasetImport)).toMatchObject([{ rejected: 2 }]);
});

test('records how an import ends', async () => {
  const rows = await given(
    ...['i1', 'i2', 'i3'].map(started),
    completed('i1'),
    recorded('DatasetImportFailed', { ...ids, import_id: 'i2', reason: 'The file ended within a row' }),
    recorded('DatasetImportCancelled', { ...ids, import_id: 'i3' }, { at: '2026-03-01T10:00:00.000Z' }),
  );
  expect(await rows(datasetImport)).toMatchObject([
    { status: 'completed', imported: 5, rejected: 1, finished_at: '2026-03-01T09:00:00+00:00' },
    { status: 'failed', reason: 'The file ended within a row' },
    { status: 'cancelled', finished_at: '2026-03-01T10:00:00+00:00' },
  ]);
});

test.each([
  ['just registered', [registered], 'processing'],
  ['imported and not yet scored', [registered, started(), completed()], 'processing'],
  ['scored for one client only', [registered, rescored('client-1')], 'processing'],
  ['imported and scored', [registered, started(), completed(), rescored('everyone')], 'active'],
  ['scored, and another import runs', [registered, rescored('everyone'), started()], 'processing'],
  [
    'the last of two imports has ended',
    [registered, rescored('everyone'), started(), started('i2'), completed(), completed('i2')],
    'active',
  ],
] as const)('sets the status of a dataset: %s', async (_, events, status) => {
  const rows = await given(...events);
  expect(await rows(dataset)).toMatchObject([{ dataset_key: 'lebanon', is_demo: false, status }]);
});

test('counts the candidates scored for everyone', async () => {
  const rows = await given(registered, rescored('everyone', 1234), rescored('client-1', 7));
  expect(await rows(dataset)).toMatchObject([{ candidate_count: 1234 }]);
});
