/** Value of a score that is N/A. */
export const NOT_AVAILABLE = -1;

/** Scores by candidate index, in shared memory so that several threads can fill them. */
export interface Scores {
  /** Score in tenths of a point; -1 if N/A. */
  readonly scoreTenths: Int16Array;
  /** IOS only: score before penalties, environment and adjustments; -1 if the score is N/A, and for every ADU candidate. */
  readonly propertyScoreTenths: Int16Array;
  /** Index into `NA_REASONS`; 0 if there is a score. */
  readonly naReason: Uint8Array;
}

export function sharedScores(size: number): Scores {
  return {
    scoreTenths: new Int16Array(new SharedArrayBuffer(size * 2)),
    propertyScoreTenths: new Int16Array(new SharedArrayBuffer(size * 2)),
    naReason: new Uint8Array(new SharedArrayBuffer(size)),
  };
}

/** Score of one candidate, encoded as in `Scores`. */
export interface Score {
  readonly scoreTenths: number;
  readonly propertyScoreTenths: number;
  readonly naReason: number;
}
