import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { projectionStatus } from '@landline/projections/admin';
import { readHead } from '@landline/scoring-engine/service/log';
import pg from 'pg';
import { ROOT } from '../supervisor/instance.ts';
import { type Compared, compareReadModels } from './compare-read-models.ts';
import { killed, until } from './crashable-services.ts';

interface Kept {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
}

const PROCESSES = ['projections/src/main.ts', 'scoring-engine/src/main.ts'];
const PATIENCE_MS = 180_000;
const MOST_COMPARISONS = 5;

/**
 * Compares every read model and all scores, row for row, with those that one process of each makes of the same log on an
 * empty database. Whoever keeps them goes on meanwhile; nobody may command anything.
 */
export async function compareWithRebuilt(kept: Kept, client: EventStoreDBClient): Promise<Compared[]> {
  const one = new pg.Client({ connectionString: kept.databaseUrl });
  await one.connect();
  const databaseUrl = await emptyDatabase(kept.databaseUrl, one);
  const other = new pg.Pool({ connectionString: databaseUrl });
  const urls = { DATABASE_URL: databaseUrl, EVENTSTORE_URL: kept.eventStoreUrl };
  const children = PROCESSES.map((entry) =>
    fork(path.join(ROOT, entry), { execArgv: [], env: { ...process.env, ...urls, LOG_LEVEL: 'fatal' } }),
  );
  try {
    await Promise.all(children.map((child) => once(child, 'message')));
    const own = new pg.Pool({ connectionString: kept.databaseUrl });
    try {
      for (let attempt = 1; attempt <= MOST_COMPARISONS; attempt++) {
        const head = await settled([own, other], client);
        const rebuilt = await other.connect();
        const compared = await compareReadModels(one, rebuilt).finally(() => rebuilt.release());
        // What an engine tells of its runs is in the log, too.
        if (head === (await readHead(client))) return compared;
      }
      throw new Error('The log does not come to rest');
    } finally {
      await own.end();
    }
  } finally {
    await Promise.all(children.map((child) => killed(child)));
    await other.end();
    await one.end();
  }
}

/** Waits until both have passed the log's end, and nothing is left to score. Resolves with the end. */
async function settled(databases: readonly pg.Pool[], client: EventStoreDBClient): Promise<bigint> {
  return await until(
    'all read models and scores are as the log says',
    async () => {
      const head = await readHead(client);
      const are = await Promise.all(databases.map((database) => isSettled(database, head)));
      return are.every(Boolean) && head;
    },
    PATIENCE_MS,
  );
}

async function isSettled(database: pg.Pool, head: bigint): Promise<boolean> {
  const status = await projectionStatus(database);
  const { rows } = await database.query<{ position: string; runs: number; sets: number }>(
    `SELECT position, (SELECT count(*)::int FROM scoring.run WHERE finished_at IS NULL) AS runs,
       (SELECT count(*)::int FROM scoring.live_set) AS sets
     FROM scoring.checkpoint`,
  );
  const [scores] = rows;
  return (
    status.length > 0 &&
    status.every(({ live, building }) => building === null && live !== null && live.position >= head) &&
    scores !== undefined &&
    BigInt(scores.position) >= head &&
    scores.runs === 0 &&
    scores.sets > 0
  );
}

/** Beside the one that is there, with nothing in it but the keys of personal data. */
export async function emptyDatabase(databaseUrl: string, one: pg.Client): Promise<string> {
  await one.query('CREATE DATABASE rebuilt');
  const url = new URL(databaseUrl);
  url.pathname = '/rebuilt';
  const { rows } = await one.query<{ subject: string; key: Buffer }>(
    'SELECT subject, key FROM api.subject_key',
  );
  const rebuilt = new pg.Client({ connectionString: url.href });
  await rebuilt.connect();
  await rebuilt.query('CREATE SCHEMA api');
  await rebuilt.query('CREATE TABLE api.subject_key (subject text PRIMARY KEY, key bytea NOT NULL)');
  await rebuilt.query('INSERT INTO api.subject_key SELECT * FROM unnest($1::text[], $2::bytea[])', [
    rows.map(({ subject }) => subject),
    rows.map(({ key }) => key),
  ]);
  await rebuilt.end();
  return url.href;
}
