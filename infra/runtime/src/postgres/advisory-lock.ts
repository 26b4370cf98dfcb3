import { setTimeout as delay } from 'node:timers/promises';
import { type MonitoredConnection, monitorConnection } from './monitored-connection.ts';

/** Exclusive lock of the active process, held until its connection closes. */
export interface Lock {
  /** Aborts when the connection, and with it the lock, is lost; also on `release`. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

const POLL_MS = 250;

/**
 * Opens a connection and waits until it holds the lock of this name. Closes the connection and rejects if the
 * database stops responding, even if the connection reports no error. Rejects with the signal's reason if the signal
 * aborts.
 */
export async function acquireLock(
  connection: MonitoredConnection,
  name: string,
  signal: AbortSignal,
): Promise<Lock> {
  const { lost, close } = await monitorConnection(connection, signal);
  const aborted = AbortSignal.any([signal, lost]);
  const stop = () => void close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      aborted.throwIfAborted();
      // Polls, because probes would queue behind a waiting `pg_advisory_lock`, and the idle timeout would not apply.
      const { rows } = await connection.query(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS acquired',
        [name],
      );
      aborted.throwIfAborted();
      if (rows[0]?.acquired) return { lost, release: close };
      await delay(POLL_MS, undefined, { signal: aborted });
    }
  } catch (error) {
    await close();
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
