import { isDeepStrictEqual } from 'node:util';
import { EVERYONE } from '@landline/event-schemas';
import {
  SCORES_WRITTEN_CHANNEL,
  type ScoresWritten,
  scoresWritten,
} from '@landline/scoring-engine/scores-written';
import { Client, Pool } from 'pg';
import { expect, test } from 'vitest';
import { eventually, startTestApi } from '../../../testing/api.ts';
import { importDataset, waitUntilScored } from '../../../testing/datasets.ts';
import { rowsOf } from '../../../testing/edge-case-rows.ts';
import { startProcess } from '../../../testing/processes.ts';
import { type Listing, listings } from '../listing.ts';
import { ColumnStore } from './column-store.ts';

const SETS = 6;

/** Starts a test environment with a scored dataset, a column store, and the notifications of written score sets. */
async function startScoredDataset(key: string, cleanup: AsyncDisposableStack) {
  const api = await startTestApi();
  cleanup.defer(() => api.stopAll());
  for (const name of ['projections', 'scoring-engine'] as const) {
    const child = await startProcess(name, api.services);
    cleanup.defer(() => child.stop());
  }
  const { token } = await api.signIn('SuperAdmin');
  const rows = rowsOf(key, 100);
  await importDataset(api, key, rows, 'adu');
  await waitUntilScored(api, key, token);
  const pool = new Pool({ connectionString: api.services.databaseUrl });
  const store = new ColumnStore(pool, 2 ** 30);
  const feed = new Client({ connectionString: api.services.databaseUrl });
  await feed.connect();
  cleanup.defer(() => feed.end());
  await feed.query(`LISTEN ${SCORES_WRITTEN_CHANNEL}`);
  return {
    api,
    rows,
    pool,
    store,
    listing: async () => (await listings(api.ports)({ datasetKey: key }, EVERYONE)) as Listing,
    classify: async (n: number) => {
      const body = { candidateId: rows[n]?.id, classification: n % 2 ? 'good' : 'bad' };
      expect((await api.call('POST', '/api/geo/training/classify', { token, body })).status).toBe(200);
    },
    rescore: () => api.call('POST', '/api/geo/scoring/rescore', { token, body: { datasetKey: key } }),
    runsFinished: () =>
      eventually('all scoring runs have finished', async () => {
        const { rowCount } = await api.ports.pg.query('SELECT 1 FROM scoring.run WHERE finished_at IS NULL');
        return rowCount === 0;
      }),
    onWritten: (handle: (written: ScoresWritten) => void) =>
      feed.on('notification', ({ payload }) => handle(scoresWritten.parse(JSON.parse(payload ?? '')))),
  };
}

test('loads a score set before it goes live', async () => {
  await using cleanup = new AsyncDisposableStack();
  const { api, pool, store, listing, classify, runsFinished, onWritten } = await startScoredDataset(
    'ahead',
    cleanup,
  );
  await runsFinished();
  const before = await listing();
  await eventually('columns are loaded', () => store.columnsOf(before, 1_000));

  const readAhead = new Promise<number>((resolve, reject) => {
    onWritten((written) => {
      if (written.replaces !== before.setId) return;
      store.readAhead(written).then(() => resolve(written.setId), reject);
    });
  });
  for (let n = 0; n < 12; n++) await classify(n);

  const setId = await readAhead;
  await pool.end(); // nothing more can be loaded
  const snapshot = { ...before, setId, versions: { ...before.versions, corrections: 0n } };
  const ahead = await store.columnsOf(snapshot, 1_000);
  expect(ahead?.scores.scoreTenths.length).toBe(100);
  // Training may already have replaced it with a later set.
  await eventually('the set is live', async () => ((await listing()).setId ?? 0) >= setId);

  const texts = async () => {
    const freshPool = new Pool({ connectionString: api.services.databaseUrl });
    const fresh = new ColumnStore(freshPool, 2 ** 30);
    // Retries if another set goes live while the columns load.
    const columns = await eventually('columns are loaded', async () =>
      fresh.columnsOf(await listing(), 10_000),
    );
    await freshPool.end();
    const { scoreTenths, propertyScoreTenths, naReason, reasons, grades } = columns.scores;
    const { words } = columns.features.ids;
    return Array.from(columns.features.idOrder, (row) =>
      [
        words[row * 4],
        scoreTenths[row],
        propertyScoreTenths[row],
        reasons[naReason[row] ?? 0],
        grades.rows[row],
      ].join(),
    );
  };
  await runsFinished();
  const packed = await texts();
  await api.ports.pg.query('DELETE FROM scoring.packed_scores'); // loading now reads scoring.score
  expect(await texts()).toEqual(packed);
});

test('reuses the memory of replaced score sets without changing results', async () => {
  await using cleanup = new AsyncDisposableStack();
  const { pool, store, listing, classify, rescore, runsFinished, onWritten } = await startScoredDataset(
    'again',
    cleanup,
  );
  cleanup.defer(() => pool.end());
  const columnsOf = async (cache: ColumnStore) => {
    const columns = await cache.columnsOf(await listing(), 10_000);
    if (columns === undefined) return undefined; // another set is live by now
    const { scores, features } = columns;
    const { scoreTenths, propertyScoreTenths, naReason } = scores;
    const inOrder = Array.from(scores.orderBy('score', 'desc'), (row) =>
      [features.ids.words[row * 4], scoreTenths[row], propertyScoreTenths[row], naReason[row]].join(),
    );
    return { inOrder, memory: scoreTenths.buffer };
  };
  await eventually('columns are loaded', () => columnsOf(store));
  onWritten((written) => void store.readAhead(written));

  const memories: ArrayBufferLike[] = [];
  for (let n = 0; n < SETS; n++) {
    const { setId: before } = await listing();
    await classify(n);
    await columnsOf(store); // loads the correction
    await rescore();
    await eventually('the next set is live', async () => (await listing()).setId !== before);
    await runsFinished();
    // Training on the classification creates more sets.
    await eventually('cached and fresh columns agree', async () => {
      const [cached, fresh] = [await columnsOf(store), await columnsOf(new ColumnStore(pool, 2 ** 30))];
      if (cached) memories.push(cached.memory);
      return cached !== undefined && isDeepStrictEqual(cached.inOrder, fresh?.inOrder);
    });
  }
  const distinct = memories.filter((memory, n) => memories.indexOf(memory) === n);
  expect(distinct.length).toBeLessThan(SETS);
});
