import pg from 'pg';

/**
 * SQLSTATE classes of errors that the statement did not cause: connections, transactions, resources, operator
 * intervention, system errors, sign-in, and a database that is missing or read-only.
 */
const TRANSIENT_CLASSES = new Set(['08', '25', '28', '3D', '40', '53', '55', '57', '58', 'XX']);

/** Returns whether a failed write may succeed when retried unchanged. `codes` adds SQLSTATEs to retry. */
export function isTransientError(error: unknown, codes: readonly string[] = []): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false; // a value that cannot be encoded
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return true; // the connection failed
  return TRANSIENT_CLASSES.has(error.code.slice(0, 2)) || codes.includes(error.code);
}
