import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` in one transaction. Rolls back before it throws, so that the locks are free when the caller gets the
 * error. Closes a connection that cannot roll back.
 */
export async function transaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // The pool only listens while a connection is idle. Without a listener, a connection that breaks between two
  // statements would end the process; with one, the next statement rejects.
  client.on('error', ignore);
  const reuse = () => {
    client.off('error', ignore);
    client.release();
  };
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    reuse();
    return result;
  } catch (error) {
    await client.query('ROLLBACK').then(reuse, () => client.release(true));
    throw error;
  }
}

const ignore = () => undefined;
