import { transaction } from '@landline/runtime/postgres/transaction';
import type pg from 'pg';
import { PIECE_BYTES, packScores, type ScoredRows } from '../packed-scores.ts';
import { READ_AHEAD_LOCK, SCORES_WRITTEN_CHANNEL, type ScoresWritten } from '../scores-written.ts';
import { isLockTimeout } from './lock-timeout.ts';

/** Time limit for waiting for readers, in milliseconds. */
const READ_AHEAD_TIMEOUT_MS = 5_000;

/**
 * Stores a packed set for readers that keep scores in memory, and notifies the readers that will switch to it from
 * another set. The rows are in id order; `idsDigest` is the digest of the ids in that order.
 */
export async function storePackedScores(
  pool: pg.Pool,
  setId: number,
  rows: ScoredRows & { readonly idsDigest: Buffer },
  announcement: ScoresWritten | undefined,
): Promise<void> {
  await pool.query(
    `WITH kept AS (
       INSERT INTO scoring.packed_scores (set_id, piece, ids_digest, scores)
       SELECT $1, piece, $2, substr($3::bytea, piece * ${PIECE_BYTES} + 1, ${PIECE_BYTES})
       FROM generate_series(0, (length($3::bytea) - 1) / ${PIECE_BYTES}) AS piece
     )
     SELECT pg_notify($4, $5) WHERE $5 IS NOT NULL`,
    [
      setId,
      rows.idsDigest,
      packScores(rows),
      SCORES_WRITTEN_CHANNEL,
      announcement ? JSON.stringify(announcement) : null,
    ],
  );
}

/**
 * Waits until readers have loaded a set in advance, so that the first query after the swap is as fast as the last query
 * before it. Returns false if that takes too long.
 */
export async function waitForReaders(pool: pg.Pool, setId: number): Promise<boolean> {
  try {
    await transaction(pool, async (client) => {
      await client.query(`SET LOCAL lock_timeout = ${READ_AHEAD_TIMEOUT_MS}`);
      await client.query(`SELECT pg_advisory_xact_lock(${READ_AHEAD_LOCK}, $1)`, [setId]);
    });
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}
