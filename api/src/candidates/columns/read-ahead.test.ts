import { isDeepStrictEqual } from 'node:util';
import { EVERYONE } from '@landline/event-schemas';
import {
  SCORES_WRITTEN_CHANNEL,
  type ScoresWritten,
  scoresWritten,
} from '@landline/scoring-engine/scores-written';
import { Client, Pool } from 'pg';
import { expect, test } from 'vitest';
import { eventually, startTestApi } from '../../testing/api.ts';
import { rowsOf } from '../../testing/awkward-rows.ts';
import { importDataset, scored } from '../../testing/datasets.ts';
import { startSibling } from '../../testing/processes.ts';
import { type Listing, listings } from '../listing.ts';
import { ColumnStore } from './store.ts';

const SETS = 6;

/** A scored dataset of that key, and a store of its columns that hears of the sets that are written. */
async function housed(key: string, cleanup: AsyncDisposableStack) {
  const api = await startTestApi();
  cleanup.defer(() => api.stopAll());
  for (const name of ['projections', 'scoring-engine'] as const) {
    const sibling = await startSibling(name, api.services);
    cleanup.defer(() => sibling.stop());
  }
  const { token } = await api.signIn('SuperAdmin');
  const rows = rowsOf(key, 100);
  await importDataset(api, key, rows, 'adu');
  await scored(api, key, token);
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
    listing: async () => (await listings(api.deps)({ datasetKey: key }, EVERYONE)) as Listing,
    judge: async (n: number) => {
      const body = { candidateId: rows[n]?.id, classification: n % 2 ? 'good' : 'bad' };
      expect((await api.call('POST', '/api/geo/training/classify', { token, body })).status).toBe(200);
    },
    rescore: () => api.call('POST', '/api/geo/scoring/rescore', { token, body: { datasetKey: key } }),
    settled: () =>
      eventually('no run is under way', async () => {
        const { rowCount } = await api.deps.pg.query('SELECT 1 FROM scoring.run WHERE finished_at IS NULL');
        return rowCount === 0;
      }),
    onWritten: (take: (written: ScoresWritten) => void) =>
      feed.on('notification', ({ payload }) => take(scoresWritten.parse(JSON.parse(payload ?? '')))),
  };
}

test('a set is in memory before readers are sent to it', async () => {
  await using cleanup = new AsyncDisposableStack();
  const { api, pool, store, listing, judge, settled, onWritten } = await housed('ahead', cleanup);
  await settled();
  const before = await listing();
  await eventually('columns are at hand', () => store.columnsOf(before, 1_000));

  const readAhead = new Promise<number>((resolve, reject) => {
    onWritten((written) => {
      if (written.replaces !== before.setId) return;
      store.readAhead(written).then(() => resolve(written.setId), reject);
    });
  });
  for (let n = 0; n < 12; n++) await judge(n);

  const setId = await readAhead;
  await pool.end(); // nothing more can be read
  const wanted = { ...before, setId, versions: { ...before.versions, corrections: 0n } };
  const ahead = await store.columnsOf(wanted, 1_000);
  expect(ahead?.scores.scoreTenths.length).toBe(100);
  // Or to one that was made since.
  await eventually('readers are sent to it', async () => ((await listing()).setId ?? 0) >= setId);

  const texts = async () => {
    const anew = new Pool({ connectionString: api.services.databaseUrl });
    const columns = await new ColumnStore(anew, 2 ** 30).columnsOf(await listing(), 10_000);
    await anew.end();
    if (columns === undefined) throw new Error('The columns were not read in time');
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
  await settled();
  const packed = await texts();
  await api.deps.pg.query('DELETE FROM scoring.packed_scores'); // as of a set that was written before sets were packed
  expect(await texts()).toEqual(packed);
});

test('columns in the memory of sets before them hold what the database holds', {
  timeout: 60_000,
}, async () => {
  await using cleanup = new AsyncDisposableStack();
  const { pool, store, listing, judge, rescore, settled, onWritten } = await housed('again', cleanup);
  cleanup.defer(() => pool.end());
  const columnsOf = async (of: ColumnStore) => {
    const columns = await of.columnsOf(await listing(), 10_000);
    if (columns === undefined) return undefined; // another set is read by now
    const { scores, features } = columns;
    const { scoreTenths, propertyScoreTenths, naReason } = scores;
    const inOrder = Array.from(scores.orderBy('score', 'desc'), (row) =>
      [features.ids.words[row * 4], scoreTenths[row], propertyScoreTenths[row], naReason[row]].join(),
    );
    return { inOrder, memory: scoreTenths.buffer };
  };
  await eventually('columns are at hand', () => columnsOf(store));
  onWritten((written) => void store.readAhead(written));

  const memories: ArrayBufferLike[] = [];
  for (let n = 0; n < SETS; n++) {
    const { setId: before } = await listing();
    await judge(n);
    await columnsOf(store); // with the correction
    await rescore();
    await eventually('readers are sent to the next set', async () => (await listing()).setId !== before);
    await settled();
    // What is learned of the judgement makes sets of its own.
    await eventually('both hold the same', async () => {
      const [kept, anew] = [await columnsOf(store), await columnsOf(new ColumnStore(pool, 2 ** 30))];
      if (kept) memories.push(kept.memory);
      return kept !== undefined && isDeepStrictEqual(kept.inOrder, anew?.inOrder);
    });
  }
  const firstSeen = memories.filter((memory, n) => memories.indexOf(memory) === n);
  expect(firstSeen.length).toBeLessThan(SETS);
});
