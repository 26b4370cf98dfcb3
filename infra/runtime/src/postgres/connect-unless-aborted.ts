import { abortable } from '../process/abortable.ts';

/** A database connection; PostgreSQL's client is one. */
export interface Connection {
  connect(): Promise<unknown>;
  end(): Promise<unknown>;
}

/**
 * Connects, or rejects with the signal's reason. The client never settles a `connect` that is interrupted
 * by `end`, so an abandoned connection is closed once it succeeds or fails.
 */
export async function connectUnlessAborted(connection: Connection, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const connecting = connection.connect();
  try {
    await abortable(connecting, signal);
    signal.throwIfAborted();
  } catch (error) {
    // The caller already gets the reason for the abort or failure.
    connecting.finally(() => connection.end()).catch(() => undefined);
    throw error;
  }
}
