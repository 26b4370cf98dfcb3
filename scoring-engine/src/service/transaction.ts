import pg from 'pg';

/** Runs `work` in one transaction. A connection on which anything failed is closed, which also rolls back. */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks between two queries reports it here; the next query rejects.
  const ignore = () => undefined;
  client.on('error', ignore);
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.off('error', ignore);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Another engine has become active: this one writes nothing more. */
export class DisplacedError extends Error {
  readonly code = 'DISPLACED';
}

/**
 * Classes of SQLSTATE that say nothing about what was written: connections, transactions, resources, an operator, the
 * system, sign-in, a database that is missing or read-only.
 */
const PASSING_CLASSES = new Set(['08', '25', '28', '3D', '40', '53', '55', '57', '58', 'XX']);

/** Whether a failed write is worth repeating as it is. */
export function isPassing(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof DisplacedError)
    return false;
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return true; // the connection, not the statement
  return PASSING_CLASSES.has(error.code.slice(0, 2));
}
