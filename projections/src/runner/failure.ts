import pg from 'pg';

/** The checkpoint is not where this process left it: read it again and go on from there. */
export class CheckpointMovedError extends Error {
  readonly code = 'CHECKPOINT_MOVED';
}

/**
 * Classes of SQLSTATE that say nothing about the event: connections, transactions, resources, an operator, the system,
 * sign-in, a database that is missing or read-only. Single codes: a privilege or a table that is not there (yet).
 */
const PASSING_CLASSES = new Set(['08', '25', '28', '3D', '40', '53', '55', '57', '58', 'XX']);
const PASSING_CODES = new Set(['42501', '42P01']);

/** Whether a failed write is worth repeating as it is. Otherwise an event in it cannot be applied. */
export function isPassing(error: unknown): boolean {
  if (error instanceof CheckpointMovedError) return true;
  if (error instanceof TypeError || error instanceof RangeError) return false; // a value that cannot be encoded
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return true; // the connection, not the statement
  return PASSING_CLASSES.has(error.code.slice(0, 2)) || PASSING_CODES.has(error.code);
}
