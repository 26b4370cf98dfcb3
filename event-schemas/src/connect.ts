/** What a connection to a database can be told: PostgreSQL's client is one. */
export interface Connection {
  connect(): Promise<unknown>;
  end(): Promise<unknown>;
}

/**
 * Connects, or rejects with the signal's reason. The client never settles a `connect` during which it is told to `end`,
 * so one that is given up is left to itself, and closed when it is made or has failed.
 */
export async function connectUnlessAborted(connection: Connection, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const givenUp = Promise.withResolvers<never>();
  const giveUp = () => givenUp.reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  const connecting = connection.connect();
  try {
    await Promise.race([connecting, givenUp.promise]);
    signal.throwIfAborted();
  } catch (error) {
    // Whatever becomes of it now, the caller is told why it was given up or failed.
    connecting.finally(() => connection.end()).catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
