import { setTimeout as pause } from 'node:timers/promises';
import { type HeldConnection, hold } from './hold.ts';

/** The right to be the active one of several processes: lasts as long as one connection. */
export interface Lock {
  /** Aborted when the connection is lost, and the lock with it. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

const POLL_MS = 250;

/**
 * Opens a connection and stands by on it until nobody else has the lock of this name. Rejects when the database goes away
 * meanwhile, silently or not, or with the signal's reason; the connection is closed then.
 */
export async function takeLock(connection: HeldConnection, name: string, signal: AbortSignal): Promise<Lock> {
  const { lost, close } = await hold(connection, signal);
  const over = AbortSignal.any([signal, lost]);
  const stop = () => void close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      over.throwIfAborted();
      // Asked again and again: whoever only waits to be told does not notice that nobody is there to tell it.
      const { rows } = await connection.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS got', [
        name,
      ]);
      over.throwIfAborted();
      if (rows[0]?.got) return { lost, release: close };
      await pause(POLL_MS, undefined, { signal: over });
    }
  } catch (error) {
    await close();
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
