import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { PIECE_BYTES, unpackPiece } from '@landline/scoring-engine/packed-scores';
import { READ_AHEAD_LOCK } from '@landline/scoring-engine/scores-written';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import type { DatasetSnapshot, StoredScore } from '../dataset-snapshot.ts';
import { BinaryCopyReader, type BinaryRow } from './binary-copy-reader.ts';
import { FEATURES, FeatureBuilder, type FeatureColumns } from './feature-columns.ts';
import { SCORES, type ScoreColumns } from './score-columns.ts';

/** Loaded data and the version of the read model it shows. */
export interface Versioned<T> {
  readonly value: T;
  readonly version: bigint;
}

/** The score set is no longer live; it may be deleted at any time. */
export class SupersededError extends Error {}

async function copy(
  client: pg.PoolClient,
  select: string,
  fields: number,
  onRow: (row: BinaryRow) => void,
): Promise<void> {
  const rows = new BinaryCopyReader(fields, onRow);
  await pipeline(client.query(to(`COPY (${select}) TO STDOUT (FORMAT binary)`)), async (chunks) => {
    for await (const chunk of chunks) {
      rows.push(chunk as Buffer);
      await setImmediate(); // lets queries run between chunks, however fast they arrive
    }
  });
}

/** Runs `read` in a read-only transaction that sees one snapshot of the database. */
async function inSnapshot<T>(pool: pg.Pool, read: (client: pg.PoolClient) => Promise<T>): Promise<T> {
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
    client.release(failure); // with an error the pool closes the connection: it may be in the middle of a COPY
  }
}

async function readVersion(client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<bigint> {
  const { rows } = await client.query<{ n: string | null }>(text, [...values]);
  return BigInt(rows[0]?.n ?? 0);
}

export async function loadFeatures(
  pool: pg.Pool,
  { datasetKey, generation, maxRows }: { datasetKey: string; generation: number; maxRows: number },
): Promise<Versioned<FeatureColumns>> {
  return await inSnapshot(pool, async (client) => {
    const version = await readVersion(
      client,
      'SELECT position AS n FROM read.candidate_version WHERE generation = $1 AND dataset_key = $2',
      [generation, datasetKey],
    );
    const builder = new FeatureBuilder(maxRows);
    const select = `SELECT ${FEATURES.join(', ')} FROM read.candidate
      WHERE generation = ${Number(generation)} AND dataset_key = ${pg.escapeLiteral(datasetKey)}`;
    await copy(client, select, FEATURES.length, (row) => builder.add(row));
    return { value: await builder.finish(setImmediate), version };
  });
}

/** Loads a score set into columns and returns its version. Throws SupersededError when the set is not live. */
export async function loadScores(pool: pg.Pool, setId: number, into: ScoreColumns): Promise<bigint> {
  return await inSnapshot(pool, async (client) => {
    const live = await client.query('SELECT 1 FROM scoring.live_set WHERE set_id = $1', [setId]);
    if (live.rowCount === 0) throw new SupersededError(`Set ${setId} is superseded`);
    if (await loadPacked(client, setId, into)) return NO_CORRECTIONS;
    const version = await readVersion(client, LAST_CORRECTION, [setId]);
    const select = `SELECT ${SCORES.join(', ')} FROM scoring.score WHERE set_id = ${Number(setId)}`;
    await copy(client, select, SCORES.length, (row) => into.put(row));
    return version;
  });
}

/**
 * Loads a score set before it goes live; the scoring engine delays the swap until the set is loaded and `ready` has finished.
 * Returns undefined when the set was packed for other candidates.
 */
export async function loadScoresAhead(
  pool: pg.Pool,
  setId: number,
  into: ScoreColumns,
  ready: () => Promise<void>,
): Promise<bigint | undefined> {
  return await inSnapshot(pool, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock_shared(${READ_AHEAD_LOCK}, $1)`, [setId]);
    if (!(await loadPacked(client, setId, into))) return undefined;
    await ready();
    return NO_CORRECTIONS;
  });
}

/** Returns false when the set was packed for other candidates or, like sets of older releases, was not packed at all. */
async function loadPacked(client: pg.PoolClient, setId: number, into: ScoreColumns): Promise<boolean> {
  let pieces = 0;
  const scratch = new Uint8Array(PIECE_BYTES);
  const select = `SELECT piece, scores FROM scoring.packed_scores
    WHERE set_id = ${Number(setId)} AND ids_digest = '\\x${into.idsDigest.toString('hex')}'`;
  await copy(client, select, 2, ({ bytes, view, starts, lengths }) => {
    const start = starts[1] as number;
    const piece = unpackPiece(bytes.subarray(start, start + (lengths[1] as number)), scratch);
    into.place(piece, view.getInt32(starts[0] as number));
    pieces++;
  });
  return pieces > 0;
}

/** Version of a score set that has not been corrected since its run. */
const NO_CORRECTIONS = 0n;
const LAST_CORRECTION = 'SELECT max(n) AS n FROM scoring.correction WHERE set_id = $1';

/** Loads the scores that were corrected since a version. */
export async function loadCorrections(
  pool: pg.Pool,
  setId: number,
  since: bigint,
): Promise<Versioned<StoredScore[]>> {
  const { rows } = await pool.query<StoredScore & { n: string }>(
    `SELECT (SELECT max(n) FROM scoring.correction WHERE set_id = $1) AS n,
       candidate_id AS id, score_tenths, property_score_tenths, na_reason
     FROM scoring.score WHERE set_id = $1 AND candidate_id IN (
       SELECT candidate_id FROM scoring.correction WHERE set_id = $1 AND n > $2
     )`,
    [setId, since],
  );
  return { value: rows, version: rows[0] ? BigInt(rows[0].n) : since };
}

/** Loads a scope's classifications of a dataset. */
export async function loadClassifications(
  pool: pg.Pool,
  { datasetKey, scope, versions }: Pick<DatasetSnapshot, 'datasetKey' | 'scope' | 'versions'>,
  features: FeatureColumns,
): Promise<Versioned<Map<number, number>>> {
  const { rows } = await pool.query<{ n: string | null; id: string | null; code: number }>(
    `SELECT version.n, candidate_id AS id, CASE classification WHEN 'good' THEN 1 ELSE 2 END AS code
     FROM (SELECT max(position) AS n FROM read.classification_version
           WHERE generation = $1 AND scope = $2 AND dataset_key = $3) AS version
     LEFT JOIN read.classification ON generation = $1 AND scope = $2 AND dataset_key = $3`,
    [versions.classificationGeneration, scope, datasetKey],
  );
  const classifications = new Map<number, number>();
  for (const { id, code } of rows) {
    const row = id === null ? -1 : features.ids.rowOfText(id);
    if (row >= 0) classifications.set(row, code);
  }
  return { value: classifications, version: BigInt(rows[0]?.n ?? 0) };
}
