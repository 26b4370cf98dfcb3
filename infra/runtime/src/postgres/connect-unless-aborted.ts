import { abortable } from '../process/abortable.ts';

/** Database connection, such as a `pg.Client`. */
export interface Connection {
  connect(): Promise<unknown>;
  end(): Promise<unknown>;
}

/**
 * Connects, or rejects with the signal's reason. `pg` never settles a `connect` that `end` interrupts, so an
 * abandoned attempt is closed only after it has succeeded or failed.
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
