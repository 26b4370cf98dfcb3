/** Scores by candidate index; in shared memory when threads share the work. */
export interface Scores {
  /** -1 is N/A. */
  readonly scoreTenths: Int16Array;
  /** IOS only: score before penalties, environment and adjustments; -1 for N/A and ADU. */
  readonly propertyScoreTenths: Int16Array;
  /** Index into `NA_REASONS`; 0 is none. */
  readonly naReason: Uint8Array;
}

/** Allocates scores that any thread may fill. */
export function sharedScores(size: number): Scores {
  return {
    scoreTenths: new Int16Array(new SharedArrayBuffer(size * 2)),
    propertyScoreTenths: new Int16Array(new SharedArrayBuffer(size * 2)),
    naReason: new Uint8Array(new SharedArrayBuffer(size)),
  };
}

export interface Score {
  readonly scoreTenths: number;
  readonly propertyScoreTenths: number;
  readonly naReason: number;
}
