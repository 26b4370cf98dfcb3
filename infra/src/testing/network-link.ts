import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** A network link between processes and a service that tests can break. */
export interface Link {
  readonly port: number;
  /** Breaks every connection, or only the one with this port at the service's end. */
  cut(port?: number): void;
  /** Breaks all connections and refuses new ones for a while. */
  sever(ms: number): Promise<void>;
  /** Silently stops forwarding for a while, then breaks the connections. */
  stall(ms: number): Promise<void>;
  /** Delays everything in both directions for a while. */
  slow(ms: number, addedMs: number): Promise<void>;
  /** Silently stops forwarding on existing connections forever; accepts new ones. */
  forget(): void;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/**
 * Forwards connections to a port of this machine; the service on it may stop and start. If `isCutBy` returns true for
 * a chunk, the link breaks the connection instead of forwarding the chunk to the service.
 */
export async function startLink(
  target: number,
  port = 0,
  isCutBy: (chunk: Buffer) => boolean = () => false,
): Promise<Link> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const forgotten = new Set<Socket>();
  let isAccepting = true;
  let isForwarding = true;
  let delayMs = 0;
  const stalled = new WeakSet<object>();
  /** Returns a stream that forwards chunks immediately, delayed, or never. */
  const gate = (pair: object) =>
    new Transform({
      transform(chunk, _encoding, done) {
        if (!isForwarding || stalled.has(pair)) return; // the connection stays stalled until it breaks
        if (delayMs === 0) done(null, chunk);
        else setTimeout(done, delayMs, null, chunk);
      },
    });
  const reset = ([near, far]: readonly [Socket, Socket]) => {
    near.resetAndDestroy();
    far.resetAndDestroy();
  };
  const server: Server = createServer((near) => {
    if (!isAccepting) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target, HOST);
    const pair = [near, far] as const;
    pairs.add(pair);
    near.on('data', (chunk) => {
      if (isCutBy(chunk)) reset(pair);
    });
    for (const [from, to] of [pair, [far, near] as const]) {
      from.setNoDelay(true);
      from.on('error', () => undefined); // its 'close' follows
      from.once('close', () => {
        pairs.delete(pair);
        if (!forgotten.delete(from)) to.destroy();
      });
      from.pipe(gate(pair)).pipe(to);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The link does not listen on a TCP port');
  const cut = (port?: number) => {
    for (const pair of [...pairs]) {
      if (port === undefined || pair[1].localPort === port) reset(pair);
    }
  };
  return {
    port: address.port,
    cut,
    async sever(ms) {
      isAccepting = false;
      cut();
      await delay(ms);
      isAccepting = true;
    },
    async stall(ms) {
      isForwarding = false;
      await delay(ms);
      isForwarding = true;
      cut();
    },
    async slow(ms, addedMs) {
      delayMs = addedMs;
      await delay(ms);
      delayMs = 0;
    },
    forget() {
      for (const pair of pairs) {
        const [near, far] = pair;
        stalled.add(pair);
        forgotten.add(near).add(far);
        pairs.delete(pair);
      }
    },
    async close() {
      isAccepting = false;
      cut();
      for (const socket of forgotten) socket.resetAndDestroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the URL of a service for processes that use the link. */
export function through(url: string, { port }: Link): string {
  const linked = new URL(url);
  linked.host = `127.0.0.1:${port}`;
  return linked.href;
}
