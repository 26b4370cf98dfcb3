import { createHash } from 'node:crypto';
import { GRADE_A } from './kernel/environment.ts';
import type { Scores } from './kernel/score.ts';

/** Candidates in a piece: what a reader takes in a millisecond. */
export const PIECE_ROWS = 32_768;
/** Two scores in tenths of a point, the code of a reason, and a grade. */
const ROW_BYTES = 2 + 2 + 1 + 1;
export const PIECE_BYTES = PIECE_ROWS * ROW_BYTES;
const ID_BYTES = 16;

/** A dataset's scores; `ids` are 16 bytes each, after each other. */
export interface ScoredRows {
  readonly ids: Uint8Array;
  readonly scores: Scores;
  /** ios: as in the columns, where from 2 on are the grades. */
  readonly grades?: Uint8Array | undefined;
  /** Indexes of candidates. */
  readonly order: Uint32Array;
}

/** The scores of the candidates from one on, in the order of their ids. */
export interface Piece {
  /** -1 is N/A. */
  readonly scoreTenths: Int16Array;
  readonly propertyScoreTenths: Int16Array;
  /** Index into `NA_REASONS`. */
  readonly naReason: Uint8Array;
  /** 0 is none, 1 is A. */
  readonly grades: Uint8Array;
}

/**
 * Scores in pieces of `PIECE_ROWS` candidates, column after column, as little-endian machines hold them: whoever has the
 * same candidates in the same order takes a million of them in milliseconds.
 */
export function packScores({ scores, grades, order }: ScoredRows): Buffer {
  const packed = Buffer.allocUnsafeSlow(order.length * ROW_BYTES);
  for (let first = 0; first < order.length; first += PIECE_ROWS) {
    const rows = order.subarray(first, first + PIECE_ROWS);
    const piece = viewed(packed.buffer, first * ROW_BYTES, rows.length);
    for (let n = 0; n < rows.length; n++) {
      const index = rows[n] as number;
      piece.scoreTenths[n] = scores.scoreTenths[index] as number;
      piece.propertyScoreTenths[n] = scores.propertyScoreTenths[index] as number;
      piece.naReason[n] = scores.naReason[index] as number;
      piece.grades[n] = grades ? Math.max(0, (grades[index] as number) - GRADE_A + 1) : 0;
    }
  }
  return packed;
}

/**
 * One of the pieces that `packScores` made, wherever it lies in memory. `room` is where it is copied to: whoever has done
 * with a piece before the next one needs but one of `PIECE_BYTES`.
 */
export function unpackPiece(bytes: Uint8Array, room = new Uint8Array(bytes.length)): Piece {
  room.set(bytes);
  return viewed(room.buffer, room.byteOffset, bytes.length / ROW_BYTES);
}

function viewed(buffer: ArrayBufferLike, start: number, rows: number): Piece {
  return {
    scoreTenths: new Int16Array(buffer, start, rows),
    propertyScoreTenths: new Int16Array(buffer, start + rows * 2, rows),
    naReason: new Uint8Array(buffer, start + rows * 4, rows),
    grades: new Uint8Array(buffer, start + rows * 5, rows),
  };
}

/** Tells whether two hold the same candidates: SHA-256 of their ids, 16 bytes each, in their order. */
export function digestOf(ids: Uint8Array, order: Uint32Array): Buffer {
  const sha = createHash('sha256');
  const words = new DataView(ids.buffer, ids.byteOffset, ids.byteLength);
  const chunk = Buffer.alloc(PIECE_ROWS * ID_BYTES);
  const into = new DataView(chunk.buffer, chunk.byteOffset);
  let end = 0;
  for (const index of order) {
    for (let word = 0; word < ID_BYTES; word += 4)
      into.setInt32(end + word, words.getInt32(index * ID_BYTES + word));
    end += ID_BYTES;
    if (end === chunk.length) {
      sha.update(chunk);
      end = 0;
    }
  }
  return sha.update(chunk.subarray(0, end)).digest();
}
