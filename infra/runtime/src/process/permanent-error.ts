/**
 * A failure that waiting does not mend. At the start a process reports its message, one sentence, and exits with
 * status 1.
 */
export abstract class PermanentError extends Error {
  abstract readonly code: string;
}
