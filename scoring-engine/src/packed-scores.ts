import { createHash } from 'node:crypto';
import { GRADE_A } from './kernel/environment.ts';
import type { Scores } from './kernel/scores.ts';

/** Number of candidates per piece, which a reader processes in about a millisecond. */
export const PIECE_ROWS = 32_768;
/** Two scores in tenths of a point, a reason code, and a grade. */
const ROW_BYTES = 2 + 2 + 1 + 1;
export const PIECE_BYTES = PIECE_ROWS * ROW_BYTES;
const ID_BYTES = 16;

/** A dataset's scores; `ids` holds 16 bytes each, concatenated. */
export interface ScoredRows {
  readonly ids: Uint8Array;
  readonly scores: Scores;
  /** IOS only: grade codes as in the columns, where grades start at 2. */
  readonly grades?: Uint8Array | undefined;
  /** Candidate indexes. */
  readonly order: Uint32Array;
}

/** Scores of consecutive candidates in id order. */
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
 * Packs scores into pieces of `PIECE_ROWS` candidates, column by column in little-endian order. A reader that has the
 * same candidates in the same order loads a million scores in milliseconds.
 */
export function packScores({ scores, grades, order }: ScoredRows): Buffer {
  const packed = Buffer.allocUnsafeSlow(order.length * ROW_BYTES);
  for (let first = 0; first < order.length; first += PIECE_ROWS) {
    const rows = order.subarray(first, first + PIECE_ROWS);
    const piece = pieceView(packed.buffer, first * ROW_BYTES, rows.length);
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
 * Returns a piece packed by `packScores`, from any memory alignment. Copies it to `scratch`, which a reader of many
 * pieces can reuse: a buffer of `PIECE_BYTES`.
 */
export function unpackPiece(bytes: Uint8Array, scratch = new Uint8Array(bytes.length)): Piece {
  scratch.set(bytes);
  return pieceView(scratch.buffer, scratch.byteOffset, bytes.length / ROW_BYTES);
}

function pieceView(buffer: ArrayBufferLike, start: number, rows: number): Piece {
  return {
    scoreTenths: new Int16Array(buffer, start, rows),
    propertyScoreTenths: new Int16Array(buffer, start + rows * 2, rows),
    naReason: new Uint8Array(buffer, start + rows * 4, rows),
    grades: new Uint8Array(buffer, start + rows * 5, rows),
  };
}

/** Returns the SHA-256 of ids (16 bytes each) in order: equal digests mean the same candidates. */
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
