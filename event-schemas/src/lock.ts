import { type Connection, connectUnlessAborted } from './connect.ts';

/** The connection that a lock lives on. */
interface LockConnection extends Connection {
  on(event: 'error' | 'end', listener: () => void): unknown;
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** The right to be the active one of several processes: lasts as long as one connection. */
export interface Lock {
  /** Aborted when the connection is lost, and the lock with it. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Opens a connection and stands by on it until nobody else has the lock of this name. Rejects when the database goes away
 * meanwhile, or with the signal's reason; the connection is closed then.
 */
export async function takeLock(connection: LockConnection, name: string, signal: AbortSignal): Promise<Lock> {
  const lost = new AbortController();
  const onLost = () => lost.abort(new Error('The lock was lost with its connection'));
  connection.on('error', onLost);
  connection.on('end', onLost);
  await connectUnlessAborted(connection, signal);
  const release = async () => {
    await connection.end().catch(() => undefined); // it may be gone already
  };
  const stop = () => void release();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    await connection.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    signal.throwIfAborted();
  } catch (error) {
    await release();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return { lost: lost.signal, release };
}
