/** A failure that no retry can fix. A process that meets it at startup reports its message and exits with status 1. */
export abstract class PermanentError extends Error {
  abstract readonly code: string;
}
