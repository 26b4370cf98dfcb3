import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { PIECE_BYTES, unpackPiece } from '@landline/scoring-engine/packed-scores';
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
    for await (const piece of pieces) {
      rows.take(piece as Buffer);
      await setImmediate(); // who asks meanwhile has a turn, however much has come at once
    }
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
    if (await takePacked(client, setId, into)) return AS_WRITTEN;
    const version = await numberOf(client, LAST_CORRECTION, [setId]);
    const select = `SELECT ${SCORES.join(', ')} FROM scoring.score WHERE set_id = ${Number(setId)}`;
    await copy(client, select, SCORES.length, (row) => into.put(row));
    return version;
  });
}

/**
 * Those of a set that readers are about to be sent to, which the engine waits for until `ready` has been done as well.
 * Undefined when it is of other candidates.
 */
export async function loadScoresAhead(
  pool: pg.Pool,
  setId: number,
  into: ScoreColumns,
  ready: () => Promise<void>,
): Promise<bigint | undefined> {
  return await inOneState(pool, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock_shared(${READ_AHEAD_LOCK}, $1)`, [setId]);
    if (!(await takePacked(client, setId, into))) return undefined;
    await ready();
    return AS_WRITTEN;
  });
}

/** False when the set was packed for other candidates than these, or before sets were packed. */
async function takePacked(client: pg.PoolClient, setId: number, into: ScoreColumns): Promise<boolean> {
  let pieces = 0;
  const room = new Uint8Array(PIECE_BYTES);
  const select = `SELECT piece, scores FROM scoring.packed_scores
    WHERE set_id = ${Number(setId)} AND ids_digest = '\\x${into.idsDigest.toString('hex')}'`;
  await copy(client, select, 2, ({ bytes, view, starts, lengths }) => {
    const start = starts[1] as number;
    const piece = unpackPiece(bytes.subarray(start, start + (lengths[1] as number)), room);
    into.place(piece, view.getInt32(starts[0] as number));
    pieces++;
  });
  return pieces > 0;
}

/** Of a set as its run wrote it: before all corrections. */
const AS_WRITTEN = 0n;
const LAST_CORRECTION = 'SELECT max(n) AS n FROM scoring.correction WHERE set_id = $1';

/** The scores of a set that were corrected since a version. */
export async function loadCorrections(
  pool: pg.Pool,
  setId: number,
  since: bigint,
): Promise<Loaded<StoredScore[]>> {
  const { rows } = await pool.query<StoredScore & { n: string }>(
    `SELECT (SELECT max(n) FROM scoring.correction WHERE set_id = $1) AS n,
       candidate_id AS id, score_tenths, property_score_tenths, na_reason
     FROM scoring.score WHERE set_id = $1 AND candidate_id IN (
       SELECT candidate_id FROM scoring.correction WHERE set_id = $1 AND n > $2
     )`,
    [setId, since],
  );
  return { of: rows, version: rows[0] ? BigInt(rows[0].n) : since };
}

/** How a scope judged candidates of a dataset. */
export async function loadJudgements(
  pool: pg.Pool,
  wanted: { datasetKey: string; scope: string; judgedGeneration: number },
  features: FeatureColumns,
): Promise<Loaded<Map<number, number>>> {
  const { rows } = await pool.query<{ n: string | null; id: string | null; code: number }>(
    `SELECT version.n, candidate_id AS id, CASE classification WHEN 'good' THEN 1 ELSE 2 END AS code
     FROM (SELECT max(position) AS n FROM read.classification_version
           WHERE generation = $1 AND scope = $2 AND dataset_key = $3) AS version
     LEFT JOIN read.classification ON generation = $1 AND scope = $2 AND dataset_key = $3`,
    [wanted.judgedGeneration, wanted.scope, wanted.datasetKey],
  );
  const judgements = new Map<number, number>();
  for (const { id, code } of rows) {
    const row = id === null ? -1 : features.ids.rowOfText(id);
    if (row >= 0) judgements.set(row, code);
  }
  return { of: judgements, version: BigInt(rows[0]?.n ?? 0) };
}
