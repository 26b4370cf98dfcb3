import pg from 'pg';
import { PIECE_BYTES, packScores, type ScoredRows } from '../packed-scores.ts';
import { READ_AHEAD_LOCK, SCORES_WRITTEN_CHANNEL, type ScoresWritten } from '../scores-written.ts';
import { transaction } from './transaction.ts';

/** Who reads longer than this has to be waited for no more. */
const READ_MS = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Keeps the scores of a set packed, for those who keep scores in memory, and tells those of it who are sent there from
 * another set. The rows are in the order of their ids, of which `idsDigest` is.
 */
export async function keepPacked(
  pool: pg.Pool,
  setId: number,
  rows: ScoredRows & { readonly idsDigest: Buffer },
  told: ScoresWritten | undefined,
): Promise<void> {
  await pool.query(
    `WITH kept AS (
       INSERT INTO scoring.packed_scores (set_id, piece, ids_digest, scores)
       SELECT $1, piece, $2, substr($3::bytea, piece * ${PIECE_BYTES} + 1, ${PIECE_BYTES})
       FROM generate_series(0, (length($3::bytea) - 1) / ${PIECE_BYTES}) AS piece
     )
     SELECT pg_notify($4, $5) WHERE $5 IS NOT NULL`,
    [setId, rows.idsDigest, packScores(rows), SCORES_WRITTEN_CHANNEL, told ? JSON.stringify(told) : null],
  );
}

/**
 * Waits while somebody reads a set ahead: the first question after the swap is answered as quickly as the last one
 * before it. False when that takes too long.
 */
export async function untilReadAhead(pool: pg.Pool, setId: number): Promise<boolean> {
  try {
    await transaction(pool, async (client) => {
      await client.query(`SET LOCAL lock_timeout = ${READ_MS}`);
      await client.query(`SELECT pg_advisory_xact_lock(${READ_AHEAD_LOCK}, $1)`, [setId]);
    });
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}
