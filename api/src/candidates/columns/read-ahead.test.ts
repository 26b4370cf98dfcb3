import { EVERYONE } from '@landline/event-schemas';
import { SCORES_WRITTEN_CHANNEL, scoresWritten } from '@landline/scoring-engine/scores-written';
import { Client, Pool } from 'pg';
import { expect, test } from 'vitest';
import { eventually, startTestApi } from '../../testing/api.ts';
import { rowsOf } from '../../testing/awkward-rows.ts';
import { importDataset, scored } from '../../testing/datasets.ts';
import { startSibling } from '../../testing/processes.ts';
import { type Listing, listings } from '../listing.ts';
import { ColumnStore } from './store.ts';

test('a set is in memory before readers are sent to it', async () => {
  await using cleanup = new AsyncDisposableStack();
  const api = await startTestApi();
  cleanup.defer(() => api.stopAll());
  for (const name of ['projections', 'scoring-engine'] as const) {
    const sibling = await startSibling(name, api.services);
    cleanup.defer(() => sibling.stop());
  }
  const { token } = await api.signIn('SuperAdmin');
  const rows = rowsOf('ahead', 100);
  await importDataset(api, 'ahead', rows, 'adu');
  await scored(api, 'ahead', token);
  const pool = new Pool({ connectionString: api.services.databaseUrl });
  const store = new ColumnStore(pool, 2 ** 30);
  const listing = async () => (await listings(api.deps)({ datasetKey: 'ahead' }, EVERYONE)) as Listing;
  await eventually('no run is under way', async () => {
    const { rowCount } = await api.deps.pg.query('SELECT 1 FROM scoring.run WHERE finished_at IS NULL');
    return rowCount === 0;
  });
  const before = await listing();
  await eventually('columns are at hand', () => store.columnsOf(before, 1_000));

  const feed = new Client({ connectionString: api.services.databaseUrl });
  await feed.connect();
  cleanup.defer(() => feed.end());
  const readAhead = new Promise<number>((resolve, reject) => {
    feed.on('notification', ({ payload }) => {
      const written = scoresWritten.parse(JSON.parse(payload ?? ''));
      if (written.replaces !== before.setId) return;
      store.readAhead(written).then(() => resolve(written.setId), reject);
    });
  });
  await feed.query(`LISTEN ${SCORES_WRITTEN_CHANNEL}`);
  for (const [n, { id }] of rows.slice(0, 12).entries()) {
    const body = { candidateId: id, classification: n % 2 ? 'good' : 'bad' };
    expect((await api.call('POST', '/api/geo/training/classify', { token, body })).status).toBe(200);
  }

  const setId = await readAhead;
  await pool.end(); // nothing more can be read
  const versions = { ...before.versions, corrections: 0n };
  const ahead = await store.columnsOf({ ...before, setId, versions }, 1_000);
  expect(ahead?.scores.scoreTenths.length).toBe(100);
  // Or to one that was made since.
  await eventually('readers are sent to it', async () => ((await listing()).setId ?? 0) >= setId);
});
