import { setTimeout as delay } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { startProcess } from '@landline/api/testing/processes';
import { projectionStatus } from '@landline/projections/admin';
import { readHead } from '@landline/projections/runner/read-log';
import pg from 'pg';
import { nodeOptions } from '../supervisor/node-options.ts';
import { compareReadModels, type TableDifferences } from './compare-read-models.ts';
import { until } from './crashable-services.ts';

interface Installation {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
}

interface ComparisonOptions {
  readonly progress: (line: string) => void;
  /** Time limit for each wait. */
  readonly timeoutMs?: number;
}

/** Node options that the supervisor gives the projections process. */
const PROJECTIONS_VARIABLES = { NODE_OPTIONS: nodeOptions('projections').join(' ') };
const TIMEOUT_MS = 180_000;
const POLL_MS = 50;
/** Time without new events after which the log counts as quiet, in milliseconds. */
const QUIET_MS = 5_000;
const MAX_COMPARISONS = 5;

/**
 * Compares every read model and all scores, row by row, with those that one projections process and one scoring engine
 * build from the same log in an empty database. Also returns how many seconds it took to build the read models.
 * The original processes keep running; the caller must not send commands.
 */
export async function compareWithRebuild(
  original: Installation,
  client: EventStoreDBClient,
  { progress, timeoutMs = TIMEOUT_MS }: ComparisonOptions,
): Promise<{ compared: TableDifferences[]; seconds: number }> {
  await using stack = new AsyncDisposableStack();
  const poolOn = (connectionString: string) =>
    stack.adopt(new pg.Pool({ connectionString }), (pool) => pool.end());
  const originalPool = poolOn(original.databaseUrl);
  const caughtUp = await measureSeconds(() => waitUntilSettled([originalPool], client, timeoutMs));
  progress(`all consumers caught up after ${caughtUp.toFixed(1)} s`);

  const rebuilt = { ...original, databaseUrl: urlOfDatabase('rebuilt', original.databaseUrl) };
  const rebuiltPool = poolOn(rebuilt.databaseUrl);
  await createRebuildDatabase(originalPool, rebuiltPool);
  const start = async (
    ...[name, variables]: ['projections', typeof PROJECTIONS_VARIABLES] | ['scoring-engine']
  ) => stack.adopt(await startProcess(name, rebuilt, variables), (child) => child.stop());
  await start('projections', PROJECTIONS_VARIABLES);
  const head = await readHead(client);
  const seconds = await measureSeconds(() =>
    until('the read models are rebuilt', () => areReadModelsCurrent(rebuiltPool, head), timeoutMs),
  );
  progress(`read models rebuilt in ${seconds.toFixed(1)} s`);
  await start('scoring-engine');
  for (let attempt = 1; attempt <= MAX_COMPARISONS; attempt++) {
    const end = await waitUntilSettled([originalPool, rebuiltPool], client, timeoutMs);
    const compared = await compareOn(originalPool, rebuiltPool);
    // The scoring engine appends run events, so the log may have grown during the comparison.
    if (end === (await readHead(client))) return { compared, seconds };
    progress('the log grew during the comparison');
  }
  throw new Error('The read models could not be compared because the log kept growing');
}

async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

async function compareOn(...pools: [pg.Pool, pg.Pool]): Promise<TableDifferences[]> {
  using stack = new DisposableStack();
  const connect = async (pool: pg.Pool) => stack.adopt(await pool.connect(), (client) => client.release());
  return await compareReadModels(await connect(pools[0]), await connect(pools[1]));
}

/**
 * Waits until the log stops growing, all consumers have reached its end, and nothing is left to score. Returns the
 * position of the end.
 */
async function waitUntilSettled(
  databases: readonly pg.Pool[],
  client: EventStoreDBClient,
  timeoutMs: number,
): Promise<bigint> {
  let head = -1n;
  let lastGrowthAt = performance.now();
  return await until(
    'all read models and scores match the log',
    async () => {
      await delay(POLL_MS);
      const currentHead = await readHead(client);
      if (currentHead !== head) lastGrowthAt = performance.now();
      head = currentHead;
      if (performance.now() - lastGrowthAt < QUIET_MS) return false;
      const settled = await Promise.all(databases.map((database) => isSettled(database, head)));
      return settled.every(Boolean) && head;
    },
    timeoutMs,
  );
}

async function isSettled(database: pg.Pool, head: bigint): Promise<boolean> {
  return (await areReadModelsCurrent(database, head)) && (await areScoresCurrent(database, head));
}

async function areReadModelsCurrent(database: pg.Pool, head: bigint): Promise<boolean> {
  const status = await projectionStatus(database);
  return (
    status.length > 0 &&
    status.every(({ live, building }) => building === null && live !== null && live.position >= head)
  );
}

async function areScoresCurrent(database: pg.Pool, head: bigint): Promise<boolean> {
  const { rows } = await database.query<{ position: string; runs: number; sets: number }>(
    `SELECT position, (SELECT count(*)::int FROM scoring.run WHERE finished_at IS NULL) AS runs,
       (SELECT count(*)::int FROM scoring.live_set) AS sets
     FROM scoring.checkpoint`,
  );
  const [scores] = rows;
  // A log without any scored dataset never settles.
  return scores !== undefined && BigInt(scores.position) >= head && scores.runs === 0 && scores.sets > 0;
}

function urlOfDatabase(name: string, serverUrl: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates the database `rebuilt` on the same server and copies only the encryption keys of personal data into it. */
async function createRebuildDatabase(originalPool: pg.Pool, rebuiltPool: pg.Pool): Promise<void> {
  await originalPool.query('CREATE DATABASE rebuilt');
  const { rows } = await originalPool.query<{ subject: string; key: Buffer }>(
    'SELECT subject, key FROM api.subject_key',
  );
  await rebuiltPool.query('CREATE SCHEMA api');
  await rebuiltPool.query('CREATE TABLE api.subject_key (subject text PRIMARY KEY, key bytea NOT NULL)');
  await rebuiltPool.query('INSERT INTO api.subject_key SELECT * FROM unnest($1::text[], $2::bytea[])', [
    rows.map(({ subject }) => subject),
    rows.map(({ key }) => key),
  ]);
}
