import pg from 'pg';

/** The right to be the active engine: lasts as long as one connection. */
export interface Lock {
  /** Aborted when the connection is lost, and the lock with it. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

const LOCK = "hashtextextended('landline: scoring engine', 0)";

/** Stands by until no other engine is active. Rejects when the database goes away meanwhile, or with the signal's reason. */
export async function takeLock(databaseUrl: string, signal: AbortSignal): Promise<Lock> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'scoring engine lock',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  const lost = new AbortController();
  client.on('error', () => lost.abort(new Error('The lock was lost with its connection')));
  client.on('end', () => lost.abort(new Error('The lock was lost with its connection')));
  const release = () => client.end().catch(() => undefined); // it may be gone already
  const stop = () => void release();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    await client.connect();
    await client.query(`SELECT pg_advisory_lock(${LOCK})`);
    signal.throwIfAborted();
  } catch (error) {
    await release();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return { lost: lost.signal, release };
}
