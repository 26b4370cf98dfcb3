/** Scores by the candidates' index; in shared memory when threads share the work. */
export interface Scores {
  /** -1 is N/A. */
  readonly scoreTenths: Int16Array;
  /** ios: the score before penalties, environment and adjustments; -1 is N/A, and adu. */
  readonly propertyScoreTenths: Int16Array;
  /** Index into `NA_REASONS`; 0 is none. */
  readonly naReason: Uint8Array;
}

/** Room for the scores of so many candidates, which any thread may fill. */
export function sharedScores(size: number): Scores {
  return {
    scoreTenths: new Int16Array(new SharedArrayBuffer(size * 2)),
    propertyScoreTenths: new Int16Array(new SharedArrayBuffer(size * 2)),
    naReason: new Uint8Array(new SharedArrayBuffer(size)),
  };
}

/** The score of one candidate. */
export interface Score {
  readonly scoreTenths: number;
  readonly propertyScoreTenths: number;
  readonly naReason: number;
}
