import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type EventData, SYSTEM, streams } from '@landline/event-schemas';
import { startLink, through } from '@landline/infra/testing/network-link';
import { projectionStatus } from '@landline/projections/admin';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { withConnection } from '@landline/runtime/postgres/connection';
import type { JobHelpers } from 'graphile-worker';
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import { eventually, startApiOn, startTestApi } from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { CHUNK_BYTES, type DatasetImport } from './contract.ts';
import { ImportInterruptedError, type ImportProgress, importFile } from './import-client.ts';
import { importTasks } from './tasks.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let token: string;
let projections: TestProcess;
let worker: TestProcess;

beforeAll(async () => {
  api = await startTestApi();
  ({ token } = await api.signIn('SuperAdmin'));
  projections = await startProcess('projections', api.services);
  worker = await startProcess('worker', api.services);
});

afterAll(async () => {
  await worker?.stop();
  await projections?.stop();
  await api?.stopAll();
});

const call = (method: string, path: string, body?: unknown, headers = {}) =>
  api.call(method, `/api/geo${path}`, { token, body, headers });

const csv = (rows: number, prefix: string) =>
  `apn,street_address,parcel_area,building_area,owner_name\n${Array.from(
    { length: rows },
    (_, n) =>
      `${prefix}${n},"${n} ""Main"" St",${10_000 + n},${n % 7 === 0 ? '' : 1_000},${n % 50 === 0 ? 'ACME LLC' : ''}`,
  ).join('\n')}\n`;

const createImport = (file: Buffer, dataset_key: string, more: object = {}) =>
  call('POST', '/imports', {
    dataset_key,
    dataset_name: `${dataset_key} Properties`,
    dataset_type: 'city',
    property_type: 'adu',
    file_name: `${dataset_key}.csv`,
    file_bytes: file.length,
    ...more,
  });

const putChunk = (id: string, index: number, bytes: Buffer) =>
  call('PUT', `/imports/${id}/chunks/${index}`, new Uint8Array(bytes));

/** Uploads a file and returns the id of its import. */
async function upload(
  file: Buffer,
  dataset_key: string,
  more?: object,
  chunkBytes = 1_000_000,
): Promise<string> {
  const { body, status } = await createImport(file, dataset_key, more);
  expect(status, body.message).toBe(201);
  const id = body.data.import_id;
  for (let index = 0; index * chunkBytes < file.length; index++) {
    const chunk = file.subarray(index * chunkBytes, (index + 1) * chunkBytes);
    expect(await putChunk(id, index, chunk)).toMatchObject({
      status: 200,
      body: { data: { next_chunk: index + 1 } },
    });
  }
  return id;
}

const start = (id: string) => call('POST', `/imports/${id}/start`);

/** Jobs of a killed worker are released after at most 15 s. */
const RECOVERY_MS = 40_000;

const waitUntilFinished = (id: string): Promise<DatasetImport> =>
  eventually(
    `import ${id} has ended`,
    async () => {
      const { body } = await call('GET', `/imports/${id}`);
      return typeof body.data?.finished_at === 'string' && body.data;
    },
    RECOVERY_MS,
  );

/** Waits until the candidates read model contains every event of the log. */
async function waitUntilProjected(): Promise<void> {
  const head = await api.head();
  await eventually('the candidates are projected', async () => {
    const projectors = await projectionStatus(api.ports.pg);
    const live = projectors.find(({ name }) => name === 'candidates')?.live;
    return (live?.position ?? -1n) >= head;
  });
}

const candidateIds = (dataset_key: string) =>
  api.ports.pool.anyFirst(sql.type(z.object({ id: z.string() }))`
    SELECT id FROM read.candidate
    WHERE generation = ${liveGeneration('candidates')} AND dataset_key = ${dataset_key} ORDER BY id
  `);

const candidateCount = (dataset_key: string) =>
  api.ports.pool.oneFirst(sql.type(z.object({ count: z.number() }))`
    SELECT count(*)::int AS count FROM read.candidate
    WHERE generation = ${liveGeneration('candidates')}
      AND dataset_key = ${dataset_key}
  `);

const hasUpload = (id: string) =>
  api.ports.pool.exists(sql.unsafe`SELECT 1 FROM api.upload WHERE import_id = ${id}`);

const waitUntilVisible = (dataset_key: string, count: number) =>
  eventually(
    `${dataset_key} has ${count} candidates`,
    async () => (await candidateCount(dataset_key)) === count,
  );

async function rowsInLog(id: string) {
  const chunks: EventData<'CandidatesImported'>[] = [];
  const types: string[] = [];
  await api.ports.eventStore.read(streams.datasetImport(id), (event) => {
    types.push(event.type);
    if (event.type === 'CandidatesImported') chunks.push(event.data as EventData<'CandidatesImported'>);
  });
  return { chunks, types, rows: chunks.reduce((sum, chunk) => sum + chunk.rows.length, 0) };
}

describe('importing a file', () => {
  test('previews a file, imports its candidates, and lists rejected rows with reasons', async () => {
    const file = Buffer.from(`${csv(1_200, 'p')}p5,again,1,1,\n,nobody,1,1,\n=1+1,x,abc,,\nshort\n`);
    const query = new URLSearchParams({ file_name: 'a.csv', file_bytes: String(file.length) });
    const { body: preview } = await call('POST', `/imports/preview?${query}`, file.subarray(0, 5_000));
    expect(preview.data).toMatchObject({ format: 'csv', profile: 'landline', problems: [], rejected: [] });
    expect(preview.data.columns[1]).toEqual({
      column: 'street_address',
      field: 'street_address',
      samples: ['0 "Main" St', '1 "Main" St', '2 "Main" St'],
    });
    expect(preview.data.rows).toHaveLength(20);
    expect(preview.data.derived.map(({ field }: { field: string }) => field)).toEqual([
      'open_area',
      'open_ratio',
      'building_data_quality',
    ]);

    const id = await upload(file, 'walked', {}, 20_000);
    const started = await start(id);
    expect(started.body.data).toMatchObject({ status: 'running', profile: 'landline', format: 'csv' });
    const position = started.headers.get('x-event-position');
    const running = await call('GET', `/imports/${id}`, undefined, { 'x-min-position': position });
    expect(running.body.data.started_at).not.toBeNull();

    expect(await waitUntilFinished(id)).toMatchObject({
      status: 'completed',
      imported: 1_200,
      rejected: 4,
      bytes_read: file.length,
      file_bytes: file.length,
    });
    await waitUntilVisible('walked', 1_200);
    const owner = await api.ports.pool.one(sql.type(z.object({ owner_name: z.string(), id: z.string() }))`
      SELECT owner_name, id FROM read.candidate WHERE dataset_key = 'walked' AND apn = 'p50'
    `);
    expect(owner).toEqual({ owner_name: 'ACME LLC', id: candidateId('walked', 'p50') });

    const rejected = await call('GET', `/imports/${id}/rejected?limit=3`);
    expect(rejected.body.data).toEqual([
      { line: 1_202, reason: 'APN p5 on line 1202 is already on line 7', raw: 'p5,again,1,1,' },
      { line: 1_203, reason: 'The APN is missing', raw: ',nobody,1,1,' },
      { line: 1_204, reason: 'parcel_area: "abc" is not a number', raw: '=1+1,x,abc,,' },
    ]);
    expect(rejected.body.pagination).toEqual({ page: 1, limit: 3, total: 4, totalPages: 2 });
    const download = await call('GET', `/imports/${id}/rejected.csv`);
    expect(download.headers.get('content-disposition')).toBe(
      'attachment; filename="walked-rejected-rows.csv"',
    );
    expect(download.body.split('\r\n')[3]).toBe(
      `1204,"parcel_area: ""abc"" is not a number","'=1+1,x,abc,,"`,
    );

    const datasets = await call('GET', '/datasets');
    expect(datasets.body.data.city).toMatchObject([{ dataset_key: 'walked', is_demo: false }]);
    const none = await call('GET', '/datasets/nowhere');
    expect(none).toMatchObject({ status: 404, body: { message: 'Dataset not found or access denied' } });
    const list = await call('GET', '/imports');
    expect(list.body.data[0]).toMatchObject({ import_id: id, status: 'completed' });
  });

  test('creates no additional candidates when an import is repeated', async () => {
    const file = Buffer.from(csv(700, 'same'));
    const importIds = async () => {
      const id = await upload(file, 'twice');
      await start(id);
      expect(await waitUntilFinished(id)).toMatchObject({ status: 'completed', imported: 700, rejected: 0 });
      await waitUntilProjected();
      return candidateIds('twice');
    };
    const first = await importIds();
    expect(first).toHaveLength(700);
    expect(await importIds()).toEqual(first);
  });

  test('resumes an interrupted upload', async () => {
    const file = Buffer.from(csv(300, 'part'));
    const { body } = await createImport(file, 'resumed');
    const id = body.data.import_id;
    await putChunk(id, 0, file.subarray(0, 4_000));
    // Sends the chunk again, as if the response had been lost.
    expect(await putChunk(id, 0, file.subarray(0, 4_000))).toMatchObject({
      body: { data: { next_chunk: 1, bytes_received: 4_000, status: 'uploading' } },
    });
    expect(await putChunk(id, 2, file.subarray(4_000))).toMatchObject({
      status: 409,
      body: { code: 'CHUNK_OUT_OF_ORDER', details: [{ next_chunk: 1, bytes_received: 4_000 }] },
    });
    expect(await start(id)).toMatchObject({ status: 409, body: { code: 'UPLOAD_INCOMPLETE' } });
    expect(await putChunk(id, 1, Buffer.concat([file.subarray(4_000), Buffer.from('x')]))).toMatchObject({
      status: 422,
      body: { code: 'FILE_TOO_LONG' },
    });
    await putChunk(id, 1, file.subarray(4_000));
    await start(id);
    expect(await waitUntilFinished(id)).toMatchObject({ status: 'completed', imported: 300 });
    expect(await putChunk(id, 2, Buffer.from('x'))).toMatchObject({ status: 404 });
    expect((await start(id)).body.data.status).toBe('completed');
  });

  test('rejects unreadable files and appends no events', async () => {
    const workbook = await upload(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), 'rejected');
    const nameless = await upload(Buffer.from('a,b\n1,2\n'), 'rejected');
    const head = await api.head();
    for (const [id, message] of [
      [workbook, 'Excel'],
      [nameless, 'parcel number'],
    ] as const) {
      const { status, body } = await start(id);
      expect([status, body.code]).toEqual([422, 'UNREADABLE_FILE']);
      expect(body.message).toContain(message);
      expect((await call('POST', `/imports/${id}/cancel`)).body.data.status).toBe('cancelled');
      expect((await call('GET', `/imports/${id}`)).status).toBe(404);
    }
    expect(await api.head()).toBe(head);
    expect((await call('GET', '/datasets/rejected')).status).toBe(404);
  });

  test('fails with a reason when a later part of the file cannot be read', async () => {
    const file = Buffer.from(
      `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"apn":"1"}},{"a":"${'x'.repeat(9_000_000)}"}]}`,
    );
    const id = await upload(file, 'failing', { file_name: 'a.geojson' }, CHUNK_BYTES);
    await start(id);
    expect(await waitUntilFinished(id)).toMatchObject({
      status: 'failed',
      reason: 'The feature at line 1 is longer than 8 MB',
    });
  });

  test("rejects an import whose property type differs from the dataset's", async () => {
    const file = Buffer.from(csv(3, 'kind'));
    const id = await upload(file, 'kind');
    await start(id);
    await waitUntilFinished(id);
    expect(await createImport(file, 'kind', { property_type: 'ios' })).toMatchObject({
      status: 422,
      body: { code: 'DATASET_PROPERTY_TYPE' },
    });
  });

  test('cancels a running import and keeps the rows already imported', async () => {
    const id = await upload(Buffer.from(csv(60_000, 'stop')), 'cancelled');
    await start(id);
    await eventually('some rows are imported', async () => (await rowsInLog(id)).chunks.length > 2);
    expect((await call('POST', `/imports/${id}/cancel`)).body.data.status).toBe('cancelled');
    expect(await waitUntilFinished(id)).toMatchObject({ status: 'cancelled' });
    expect(await hasUpload(id)).toBe(false);
    const { types, rows } = await rowsInLog(id);
    expect(types.indexOf('DatasetImportCancelled')).toBe(types.length - 1);
    await waitUntilVisible('cancelled', rows);
    expect(await call('POST', `/imports/${id}/cancel`)).toMatchObject({ status: 200 });
  });
});

describe('the start of an import', () => {
  test('can be repeated after it was interrupted', async () => {
    const id = await upload(Buffer.from(csv(3, 'late')), 'interrupted');
    const link = await startLink(Number(new URL(api.services.eventStoreUrl).port), 0, (chunk) => {
      const isCut = chunk.includes('DatasetImportStarted');
      // Later than the time limit for attempts.
      if (isCut) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
      return isCut;
    });
    const eventStoreUrl = through(api.services.eventStoreUrl, link);
    const other = await startApiOn({ ...api.services, eventStoreUrl });
    try {
      const interrupted = await other.call('POST', `/api/geo/imports/${id}/start`, { token });
      expect(interrupted.status).toBe(503);
    } finally {
      vi.useRealTimers();
      await other.stop();
      await link.close();
    }
    expect((await call('GET', `/imports/${id}`)).body.data.status).toBe('uploading');
    expect((await start(id)).body.data.status).toBe('running');
    expect(await waitUntilFinished(id)).toMatchObject({ status: 'completed', imported: 3 });
  });

  test('changes nothing if the upload is canceled meanwhile', async () => {
    const id = await upload(Buffer.from(csv(3, 'gone')), 'canceled-early');
    const started = await withConnection(api.services.databaseUrl, 'test', async (client) => {
      await client.query('BEGIN');
      await client.query('DELETE FROM api.upload WHERE import_id = $1', [id]); // like a cancellation
      const response = start(id);
      await eventually('the start waits for the deletion', async () => {
        const { rowCount } = await api.ports.pg.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rowCount === 1;
      });
      await client.query('COMMIT');
      return { response };
    });
    expect(await started.response).toMatchObject({ status: 404, body: { code: 'IMPORT_UNKNOWN' } });
    expect(await api.typesOf(streams.datasetImport(id))).toEqual([]);
    expect(await api.typesOf(streams.dataset('canceled-early'))).toEqual([]);
  });
});

test('the import client uploads a file, resumes after an interruption and waits until the import finishes', async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'landline-import-'));
  try {
    const file = path.join(directory, 'disk.ndjson');
    // Long values make several chunks out of few rows.
    const line = (n: number) =>
      JSON.stringify({ apn: `disk${n}`, lat: 34, lon: -118, remarks: 'x'.repeat(9_000) });
    await writeFile(file, Array.from({ length: 1_000 }, (_, n) => line(n)).join('\n'));
    const stop = new AbortController();
    const reports: ImportProgress[] = [];
    const options = {
      baseUrl: api.url,
      token,
      file,
      dataset_key: 'disk',
      dataset_name: 'Disk Properties',
      dataset_type: 'custom' as const,
      property_type: 'ios' as const,
      onProgress(progress: ImportProgress) {
        reports.push(progress);
        if (reports.length === 1) stop.abort();
      },
    };
    const interruption = await importFile({ ...options, signal: stop.signal }).catch(
      (error: unknown) => error,
    );
    expect(interruption).toBeInstanceOf(ImportInterruptedError);
    const { importId } = interruption as ImportInterruptedError;
    expect((await call('GET', `/imports/${importId}`)).body.data.bytes_received).toBe(CHUNK_BYTES);

    const done = await importFile({ ...options, resume: importId });
    expect(done).toMatchObject({
      import_id: importId,
      status: 'completed',
      imported: 1_000,
      format: 'ndjson',
    });
    const uploads = reports.filter(({ phase }) => phase === 'uploading');
    const chunkCount = Math.ceil(done.file_bytes / CHUNK_BYTES);
    expect(chunkCount).toBeGreaterThan(2);
    expect(uploads.map(({ bytes }) => bytes)).toEqual(
      Array.from({ length: chunkCount }, (_, n) => Math.min((n + 1) * CHUNK_BYTES, done.file_bytes)),
    );
    expect(reports.at(-1)).toMatchObject({ phase: 'importing', bytes: done.file_bytes, imported: 1_000 });
    await waitUntilVisible('disk', 1_000);

    await expect(importFile({ ...options, token: 'forged' })).rejects.toMatchObject({ status: 401 });
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('importFile waits for a read model that is behind the finished import', async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'landline-import-'));
  const file = path.join(directory, 'behind.csv');
  await writeFile(file, csv(10, 'behind'));
  await projections.stop();
  let id = '';
  const imported = importFile({
    baseUrl: api.url,
    token,
    file,
    dataset_key: 'behind',
    dataset_name: 'Behind Properties',
    dataset_type: 'city',
    property_type: 'adu',
  });
  try {
    await eventually('the upload is deleted', async () => {
      const [upload] = await api.ports.pool.any(
        sql.type(z.object({ import_id: z.string() }))`
          SELECT import_id FROM api.upload WHERE dataset_key = 'behind'`,
      );
      if (upload) id = upload.import_id;
      return upload === undefined && id !== '';
    });
  } finally {
    projections = await startProcess('projections', api.services);
    await rm(directory, { recursive: true });
  }
  expect(await imported).toMatchObject({ import_id: id, status: 'completed', imported: 10 });
});

test('ends as failed if a shutdown interrupts its last attempt, not an earlier one', async () => {
  await worker.stop();
  try {
    const id = await upload(Buffer.from(csv(3, 'last')), 'last-attempt');
    expect((await start(id)).status).toBe(200);
    const runAttempt = async (attempts: number) => {
      const helpers = { abortSignal: AbortSignal.abort(), job: { attempts, max_attempts: 10 } };
      const payload = { import_id: id, dataset_key: 'last-attempt', actor: SYSTEM, correlationId: 'c' };
      await importTasks(api.ports)['imports.read']?.(payload, helpers as unknown as JobHelpers);
    };
    await expect(runAttempt(9)).rejects.toThrow('aborted');
    expect((await rowsInLog(id)).types.at(-1)).toBe('DatasetImportStarted');
    expect(await hasUpload(id)).toBe(true);
    await runAttempt(10);
    expect((await rowsInLog(id)).types.at(-1)).toBe('DatasetImportFailed');
    expect(await hasUpload(id)).toBe(false);
  } finally {
    worker = await startProcess('worker', api.services);
  }
});

test(
  'imports every row exactly once when the worker is killed twice during a file',
  async () => {
    const rows = 60_000;
    const id = await upload(Buffer.from(`${csv(rows, 'kill')}kill7,again,1,1,\n`), 'killed');
    await start(id);
    for (const chunkCount of [3, 40]) {
      await eventually(
        `${chunkCount} chunks are read`,
        async () => (await rowsInLog(id)).chunks.length >= chunkCount,
        RECOVERY_MS,
      );
      await worker.stop();
      expect((await rowsInLog(id)).types.at(-1)).not.toBe('DatasetImportCompleted');
      worker = await startProcess('worker', api.services);
    }
    expect(await waitUntilFinished(id)).toMatchObject({ status: 'completed', imported: rows, rejected: 1 });
    const log = await rowsInLog(id);
    expect(log.chunks.map(({ chunk }) => chunk)).toEqual(log.chunks.map((_, index) => index));
    expect(log.rows).toBe(rows);
    await waitUntilVisible('killed', rows);
  },
  4 * RECOVERY_MS,
);
