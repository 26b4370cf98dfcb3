import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, connectUnlessAborted } from './connect-unless-aborted.ts';

/** The part of `pg.Client` that monitoring and advisory locks use. */
export interface MonitoredConnection extends Connection {
  readonly connection: { readonly stream: { destroy(): unknown } };
  on(event: 'error' | 'end', listener: () => void): unknown;
  query(text: string, values?: unknown[]): Promise<{ rows: { acquired?: boolean }[] }>;
}

interface ConnectionMonitor {
  /** Aborts when the connection, and with it every lock, is lost; also on `close`. */
  readonly lost: AbortSignal;
  close(): Promise<void>;
}

const PROBE_MS = 2_000;
const PROBE_TIMEOUT_MS = 4_000;
const CLOSE_TIMEOUT_MS = 1_000;
/**
 * Idle timeout on the server, in milliseconds. It is longer than a process takes to notice that it lost its connection,
 * so that the server never grants a lock again before the previous holder notices the loss.
 */
export const SESSION_TIMEOUT_MS = 7_000;

/**
 * Connects, then probes the server periodically. Without probes, neither side would notice for hours that the other
 * machine crashed or that the network dropped the connection. With them, the process gives up the connection when a
 * probe is not answered, and PostgreSQL ends a session whose probes stop. TCP keepalives prove nothing, since a proxy
 * may answer them.
 */
export async function monitorConnection(
  connection: MonitoredConnection,
  signal: AbortSignal,
): Promise<ConnectionMonitor> {
  const lost = new AbortController();
  let probeInterval: NodeJS.Timeout | undefined;
  let probeTimer: NodeJS.Timeout | undefined;
  const onLost = () => {
    clearInterval(probeInterval);
    clearTimeout(probeTimer);
    lost.abort(new Error('The connection was lost'));
    connection.connection.stream.destroy(); // rejects pending queries
  };
  const probe = (query: string) => {
    if (probeTimer !== undefined) return;
    probeTimer = setTimeout(onLost, PROBE_TIMEOUT_MS);
    connection
      .query(query)
      .catch(onLost)
      .finally(() => {
        clearTimeout(probeTimer);
        probeTimer = undefined;
      });
  };
  connection.on('error', onLost);
  connection.on('end', onLost);
  await connectUnlessAborted(connection, signal);
  probe(`SET idle_session_timeout = ${SESSION_TIMEOUT_MS}`);
  probeInterval = setInterval(() => probe('SELECT 1'), PROBE_MS);
  return {
    lost: lost.signal,
    async close() {
      clearInterval(probeInterval);
      await Promise.race([
        connection.end().catch(() => undefined),
        delay(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
      ]);
      onLost();
    },
  };
}

/** The part of `pg.Pool` that `connectionBreaker` uses. */
interface BreakablePool {
  on(
    event: 'connect' | 'remove',
    listener: (client: Pick<MonitoredConnection, 'connection'>) => void,
  ): unknown;
}

/**
 * Tracks the connections that the pool opens from now on, and returns a function that breaks them all. A process that
 * lost its lock may be waiting for responses that never arrive, on connections that are not probed.
 */
export function connectionBreaker(pool: BreakablePool): () => void {
  const clients = new Set<Pick<MonitoredConnection, 'connection'>>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  return () => {
    for (const { connection } of clients) connection.stream.destroy();
  };
}
