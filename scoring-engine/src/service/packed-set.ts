import type pg from 'pg';
import { PIECE_ROWS, unpackPiece } from '../packed-scores.ts';
import type { Scored } from './scorer.ts';

type Database = Pick<pg.ClientBase, 'query'>;

/** A piece of what a run has packed of a set. */
export interface PackedPiece {
  readonly number: number;
  readonly idsDigest: Buffer;
  readonly scoreTenths: Int16Array;
}

/** A score that was corrected since its run wrote it. */
export interface Corrected {
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

export async function readCorrected(database: Database, setIds: readonly number[]): Promise<Corrected[]> {
  const { rows } = await database.query<Corrected>(
    `SELECT set_id, candidate_id, score_tenths FROM scoring.score
     WHERE set_id = ANY($1)
       AND (set_id, candidate_id) IN (SELECT set_id, candidate_id FROM scoring.correction WHERE set_id = ANY($1))`,
    [setIds],
  );
  return rows;
}

export const candidatesIn = (pieces: readonly PackedPiece[]): number =>
  pieces.reduce((sum, { scoreTenths }) => sum + scoreTenths.length, 0);

/** In the place of a score of which there is no piece. */
const NOT_PACKED = -2;

/**
 * The scores in tenths of a point by the candidates' indexes, -1 for N/A, as lists in memory take them: from the pieces that
 * are of these candidates, undefined where none is. `idsDigest` is of their ids in their order.
 */
export function tenthsIn(
  pieces: readonly PackedPiece[],
  { order, idsDigest }: Pick<Scored, 'order' | 'idsDigest'>,
): Int16Array | undefined {
  const theirs = pieces.filter((piece) => piece.idsDigest.equals(idsDigest));
  if (theirs.length === 0) return undefined;
  const tenths = new Int16Array(order.length).fill(NOT_PACKED);
  for (const { number, scoreTenths } of theirs) {
    const indexes = order.subarray(number * PIECE_ROWS, (number + 1) * PIECE_ROWS);
    for (let n = 0; n < indexes.length; n++) tenths[indexes[n] as number] = scoreTenths[n] as number;
  }
  return tenths;
}
