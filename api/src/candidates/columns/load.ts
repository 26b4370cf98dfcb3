import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { READ_AHEAD_LOCK } from '@landline/scoring-engine/scores-written';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { type BinaryRow, BinaryRows } from './binary-rows.ts';
import { FEATURES, FeatureBuilder, type FeatureColumns } from './feature-columns.ts';
import { SCORES, type ScoreColumns, type StoredScore } from './score-columns.ts';

/** What has been read, and of which state. */
export interface Loaded<T> {
  readonly of: T;
  readonly version: bigint;
}

/** A set that no reader is sent to any more may be gone at any time. */
export class SupersededError extends Error {}

async function copy(
  client: pg.PoolClient,
  select: string,
  fields: number,
  onRow: (row: BinaryRow) => void,
): Promise<void> {
  const rows = new BinaryRows(fields, onRow);
  await pipeline(client.query(to(`COPY (${select}) TO STDOUT (FORMAT binary)`)), async (pieces) => {
    for await (const piece of pieces) rows.take(piece as Buffer);
  });
}

/** All that is read is of one state of the database. */
async function inOneState<T>(pool: pg.Pool, read: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const result = await read(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // What was interrupted in the middle of a COPY is of no use to anybody.
    client.release(failure);
  }
}

async function numberOf(client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<bigint> {
  const { rows } = await client.query<{ n: string | null }>(text, [...values]);
  return BigInt(rows[0]?.n ?? 0);
}

/** The features of a dataset's candidates. */
export async function loadFeatures(
  pool: pg.Pool,
  { datasetKey, generation, maxRows }: { datasetKey: string; generation: number; maxRows: number },
): Promise<Loaded<FeatureColumns>> {
  return await inOneState(pool, async (client) => {
    const version = await numberOf(
      client,
      'SELECT position AS n FROM read.candidate_version WHERE generation = $1 AND dataset_key = $2',
      [generation, datasetKey],
    );
    const builder = new FeatureBuilder(maxRows);
    const select = `SELECT ${FEATURES.join(', ')} FROM read.candidate
      WHERE generation = ${Number(generation)} AND dataset_key = ${pg.escapeLiteral(datasetKey)}`;
    await copy(client, select, FEATURES.length, (row) => builder.add(row));
    return { of: await builder.finish(setImmediate), version };
  });
}

/** The scores of a set into columns for them. Throws SupersededError when readers are sent to another. */
export async function loadScores(pool: pg.Pool, setId: number, into: ScoreColumns): Promise<bigint> {
  return await inOneState(pool, async (client) => {
    const live = await client.query('SELECT 1 FROM scoring.live_set WHERE set_id = $1', [setId]);
    if (live.rowCount === 0) throw new SupersededError(`Set ${setId} is superseded`);
    return await copyScores(client, setId, into);
  });
}

/** Those of a set that readers are about to be sent to, which the engine waits for until `ready` has been done as well. */
export async function loadScoresAhead(
  pool: pg.Pool,
  setId: number,
  into: ScoreColumns,
  ready: () => Promise<void>,
): Promise<bigint> {
  return await inOneState(pool, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock_shared(${READ_AHEAD_LOCK}, $1)`, [setId]);
    const version = await copyScores(client, setId, into);
    await ready();
    return version;
  });
}

async function copyScores(client: pg.PoolClient, setId: number, into: ScoreColumns): Promise<bigint> {
  const version = await numberOf(client, LAST_CORRECTION, [setId]);
  const select = `SELECT ${SCORES.join(', ')} FROM scoring.score WHERE set_id = ${Number(setId)}`;
  await copy(client, select, SCORES.length, (row) => into.put(row));
  return version;
}

const LAST_CORRECTION = 'SELECT max(n) AS n FROM scoring.correction WHERE set_id = $1';

/** Puts scores right that were corrected since a version, all at once. */
export async function loadCorrections(
  pool: pg.Pool,
  setId: number,
  since: bigint,
  into: ScoreColumns,
): Promise<bigint> {
  return await inOneState(pool, async (client) => {
    const version = await numberOf(client, LAST_CORRECTION, [setId]);
    const { rows } = await client.query<StoredScore>(
      `SELECT candidate_id AS id, score_tenths, property_score_tenths, na_reason
       FROM scoring.score WHERE set_id = $1 AND candidate_id IN (
         SELECT candidate_id FROM scoring.correction WHERE set_id = $1 AND n > $2
       )`,
      [setId, since],
    );
    into.correct(rows);
    return version;
  });
}

/** How a scope judged candidates of a dataset. */
export async function loadJudgements(
  pool: pg.Pool,
  wanted: { datasetKey: string; scope: string; judgedGeneration: number },
  features: FeatureColumns,
): Promise<Loaded<Map<number, number>>> {
  return await inOneState(pool, async (client) => {
    const key = [wanted.judgedGeneration, wanted.scope, wanted.datasetKey];
    const version = await numberOf(
      client,
      `SELECT position AS n FROM read.classification_version
       WHERE generation = $1 AND scope = $2 AND dataset_key = $3`,
      key,
    );
    const { rows } = await client.query<{ id: string; code: number }>(
      `SELECT candidate_id AS id, CASE classification WHEN 'good' THEN 1 ELSE 2 END AS code
       FROM read.classification WHERE generation = $1 AND scope = $2 AND dataset_key = $3`,
      key,
    );
    const judgements = new Map<number, number>();
    for (const { id, code } of rows) {
      const row = features.ids.rowOfText(id);
      if (row >= 0) judgements.set(row, code);
    }
    return { of: judgements, version };
  });
}
