import { startApiOn } from '@landline/api/testing/api';
import { importDataset, scored } from '@landline/api/testing/datasets';
import { startProcess } from '@landline/api/testing/processes';
import { DATASET, LIST, parcels } from '@landline/api/testing/scored-dataset-environment';
import { withConnection } from '@landline/runtime/postgres/connection';
import { DatabaseRefusedError } from '@landline/runtime/postgres/refusal';
import { expect, test } from 'vitest';
import { until } from '../testing/crashable-services.ts';
import { startEventStoreProcess } from '../testing/event-store-process.ts';
import { startPostgresVersion } from '../testing/postgres-version.ts';
import { ensureDatabase } from './database.ts';

const OLDEST = '16.14.0-beta.17';
const TOO_OLD = '15.18.0-beta.17';

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
    await scored(api, DATASET, token);
    await until('the list is complete', async () => {
      const { body } = await api.call('GET', LIST, { token });
      return body.pagination?.total === parcels.length;
    });
  } finally {
    await Promise.all(processes.map((child) => child.stop()));
    await api.stop();
    await eventStore.stop();
    await postgres.dispose();
  }
});

test('refuses an older PostgreSQL in one sentence', async () => {
  const postgres = await startPostgresVersion(TOO_OLD);
  try {
    const refused = withConnection(postgres.url('postgres'), 'test', async () => undefined);
    await expect(refused).rejects.toThrow(DatabaseRefusedError);
    await expect(refused).rejects.toThrow(
      /^PostgreSQL 15\.18.* is too old; Landline needs PostgreSQL 16 or later$/,
    );
  } finally {
    await postgres.dispose();
  }
});
