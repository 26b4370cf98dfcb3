import type pg from 'pg';
import { PIECE_ROWS, unpackPiece } from '../packed-scores.ts';
import type { ScoredDataset } from './scorer.ts';

type Database = Pick<pg.ClientBase, 'query'>;

/** A chunk of a packed set. */
export interface PackedPiece {
  readonly number: number;
  readonly idsDigest: Buffer;
  readonly scoreTenths: Int16Array;
}

/** A score corrected after its run wrote it. */
export interface CorrectedScore {
  readonly set_id: number;
  readonly candidate_id: string;
  readonly score_tenths: number | null;
}

export async function readPieces(database: Database, setId: number): Promise<PackedPiece[]> {
  const { rows } = await database.query<{ piece: number; ids_digest: Buffer; scores: Buffer }>(
    'SELECT piece, ids_digest, scores FROM scoring.packed_scores WHERE set_id = $1 ORDER BY piece',
    [setId],
  );
  return rows.map(({ piece, ids_digest, scores }) => ({
    number: piece,
    idsDigest: ids_digest,
    scoreTenths: unpackPiece(scores).scoreTenths,
  }));
}

export async function readCorrectedScores(
  database: Database,
  setIds: readonly number[],
): Promise<CorrectedScore[]> {
  const { rows } = await database.query<CorrectedScore>(
    `SELECT set_id, candidate_id, score_tenths FROM scoring.score
     WHERE set_id = ANY($1)
       AND (set_id, candidate_id) IN (SELECT set_id, candidate_id FROM scoring.correction WHERE set_id = ANY($1))`,
    [setIds],
  );
  return rows;
}

export const candidatesIn = (pieces: readonly PackedPiece[]): number =>
  pieces.reduce((sum, { scoreTenths }) => sum + scoreTenths.length, 0);

/** Placeholder for a score without a packed piece. */
const NOT_PACKED = -2;

/**
 * Returns scores in tenths of a point by candidate index (-1 for N/A) from the pieces packed for these candidates;
 * undefined if there are none. `idsDigest` is the digest of their ids in order.
 */
export function tenthsIn(
  pieces: readonly PackedPiece[],
  { order, idsDigest }: Pick<ScoredDataset, 'order' | 'idsDigest'>,
): Int16Array | undefined {
  const matching = pieces.filter((piece) => piece.idsDigest.equals(idsDigest));
  if (matching.length === 0) return undefined;
  const tenths = new Int16Array(order.length).fill(NOT_PACKED);
  for (const { number, scoreTenths } of matching) {
    const indexes = order.subarray(number * PIECE_ROWS, (number + 1) * PIECE_ROWS);
    for (let n = 0; n < indexes.length; n++) tenths[indexes[n] as number] = scoreTenths[n] as number;
  }
  return tenths;
}
