import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, connectUnlessAborted } from './connect.ts';

/** A connection to PostgreSQL, as its client makes it. */
export interface HeldConnection extends Connection {
  readonly connection: { readonly stream: { destroy(): unknown } };
  on(event: 'error' | 'end', listener: () => void): unknown;
  query(text: string, values?: unknown[]): Promise<{ rows: { got?: boolean }[] }>;
}

export interface Hold {
  /** Aborted when the connection is lost, and every lock with it. */
  readonly lost: AbortSignal;
  close(): Promise<void>;
}

const PROBE_MS = 2_000;
const ANSWER_MS = 4_000;
const GOODBYE_MS = 1_000;
/** Longer than it takes this end to notice a loss: nobody else is given a lock before its holder knows that it is lost. */
export const LET_GO_MS = 7_000;

/**
 * Connects, and asks now and then whether the other end is still there. When a machine dies or the network forgets a
 * connection nobody is told, and both ends would wait for hours: here the one that gets no answer takes the connection for
 * lost, and PostgreSQL ends a session that has stopped asking. What stands in between may answer TCP's own keepalives for
 * either of them, so they prove nothing.
 */
export async function hold(connection: HeldConnection, signal: AbortSignal): Promise<Hold> {
  const lost = new AbortController();
  let probe: NodeJS.Timeout | undefined;
  let answer: NodeJS.Timeout | undefined;
  const onLost = () => {
    clearInterval(probe);
    clearTimeout(answer);
    lost.abort(new Error('The connection was lost'));
    connection.connection.stream.destroy(); // whoever waits for an answer on it is told
  };
  const ask = (question: string) => {
    if (answer !== undefined) return;
    answer = setTimeout(onLost, ANSWER_MS);
    connection
      .query(question)
      .catch(onLost)
      .finally(() => {
        clearTimeout(answer);
        answer = undefined;
      });
  };
  connection.on('error', onLost);
  connection.on('end', onLost);
  await connectUnlessAborted(connection, signal);
  ask(`SET idle_session_timeout = ${LET_GO_MS}`);
  probe = setInterval(() => ask('SELECT 1'), PROBE_MS);
  return {
    lost: lost.signal,
    async close() {
      clearInterval(probe);
      await Promise.race([
        connection.end().catch(() => undefined),
        pause(GOODBYE_MS, undefined, { ref: false }),
      ]);
      onLost();
    },
  };
}

/** The connections of a pool that can all be broken at once. */
interface BreakablePool {
  on(event: 'connect' | 'remove', listener: (client: Pick<HeldConnection, 'connection'>) => void): unknown;
}

/**
 * What it returns breaks all connections that the pool has made since. Whoever has lost a lock may wait for answers that
 * never come, on connections that nobody asks whether they are still there.
 */
export function breaker(pool: BreakablePool): () => void {
  const clients = new Set<Pick<HeldConnection, 'connection'>>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  return () => {
    for (const { connection } of clients) connection.stream.destroy();
  };
}
