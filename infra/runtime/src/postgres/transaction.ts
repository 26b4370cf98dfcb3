import type { Pool, PoolClient } from 'pg';

/** Runs `work` in one transaction. A connection on which anything failed is closed, which also rolls back. */
export async function transaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // The pool only listens while a connection is idle. Without a listener, a connection that breaks between two
  // statements would end the process; with one, the next statement rejects.
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

const ignore = () => undefined;
