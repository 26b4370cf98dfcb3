import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startApiOn } from '@landline/api/testing/api';
import { importDataset, waitUntilScored } from '@landline/api/testing/datasets';
import { startProcess } from '@landline/api/testing/processes';
import { CANDIDATE_LIST_PATH, DATASET, parcels } from '@landline/api/testing/scored-dataset-environment';
import { withConnection } from '@landline/runtime/postgres/connection';
import { DatabaseRefusedError } from '@landline/runtime/postgres/refusal';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../supervisor/instance.ts';
import { until } from '../testing/crashable-services.ts';
import { startEventStoreProcess } from '../testing/event-store-process.ts';
import { type OtherPostgres, startPostgresVersion } from '../testing/postgres-version.ts';
import { startTestServices } from '../testing/services.ts';
import { ensureDatabase } from './database.ts';
import { freePort } from './free-port.ts';

const OLDEST = '16.14.0-beta.17';
const UNSUPPORTED_VERSION = '15.18.0-beta.17';

test('creates every schema on the oldest supported PostgreSQL and serves a scored dataset', async () => {
  const postgres = await startPostgresVersion(OLDEST);
  const databaseUrl = postgres.url('landline');
  await Promise.all([databaseUrl, postgres.url('events')].map(ensureDatabase));
  const eventStore = await startEventStoreProcess({ databaseUrl: postgres.url('events') });
  const services = { databaseUrl, eventStoreUrl: eventStore.url };
  const api = await startApiOn(services);
  const processes = await Promise.all(
    (['projections', 'scoring-engine', 'worker'] as const).map((name) => startProcess(name, services)),
  );
  try {
    const { token } = await api.signIn('SuperAdmin');
    await importDataset(api, DATASET, parcels);
    await waitUntilScored(api, DATASET, token);
    await until('the list is complete', async () => {
      const { body } = await api.call('GET', CANDIDATE_LIST_PATH, { token });
      return body.pagination?.total === parcels.length;
    });
  } finally {
    await Promise.all(processes.map((child) => child.stop()));
    await api.stop();
    await eventStore.stop();
    await postgres.dispose();
  }
});

describe('an older PostgreSQL', () => {
  const SENTENCE = /^PostgreSQL 15\.18.* is too old; Landline needs PostgreSQL 16 or later\n?$/;
  let postgres: OtherPostgres;
  beforeAll(async () => {
    postgres = await startPostgresVersion(UNSUPPORTED_VERSION);
  });
  afterAll(() => postgres?.dispose());

  test('is rejected with one sentence', async () => {
    const refused = withConnection(postgres.url('postgres'), 'test', async () => undefined);
    await expect(refused).rejects.toThrow(DatabaseRefusedError);
    await expect(refused).rejects.toThrow(SENTENCE);
  });

  test('makes npm start exit with that sentence', async () => {
    const services = await startTestServices();
    onTestFinished(() => services.stop());
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-too-old-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const started = promisify(execFile)(process.execPath, [path.join(ROOT, 'infra/src/start.ts')], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        DATABASE_URL: postgres.url('postgres'),
        EVENTSTORE_URL: services.eventStoreUrl,
        JWT_SECRET: 'a secret for tests that is long enough',
      },
      timeout: 100_000, // the time includes building the web
    });
    await expect(started).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(SENTENCE) });
  });
});
