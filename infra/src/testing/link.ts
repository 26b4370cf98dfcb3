import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A stretch of network between processes and a service, which can be made to fail. */
export interface Link {
  readonly port: number;
  /** Breaks every connection there is, or the one alone whose other end is this port to the service. */
  cut(port?: number): void;
  /** Breaks them, and takes none for a while. */
  sever(ms: number): Promise<void>;
  /** Passes nothing on for a while and says nothing about it, then breaks them. */
  stall(ms: number): Promise<void>;
  /** Passes nothing on any more of the connections that there are, and never says so to either end; takes new ones. */
  forget(): void;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Passes connections on to a port of this machine, which may come and go. */
export async function startLink(target: number, port = 0): Promise<Link> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const forgotten = new Set<Socket>();
  let takes = true;
  let passes = true;
  const server: Server = createServer((near) => {
    if (!takes) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target, HOST);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.setNoDelay(true);
      from.on('error', () => undefined); // its 'close' follows
      from.once('close', () => {
        pairs.delete(pair);
        if (!forgotten.delete(from)) to.destroy();
      });
      from.pipe(to);
      if (!passes) from.unpipe(to).pause();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A link listens on a port');
  const cut = (port?: number) => {
    for (const [near, far] of [...pairs]) {
      if (port !== undefined && far.localPort !== port) continue;
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
  };
  return {
    port: address.port,
    cut,
    async sever(ms) {
      takes = false;
      cut();
      await pause(ms);
      takes = true;
    },
    async stall(ms) {
      passes = false;
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
      await pause(ms);
      passes = true;
      cut();
    },
    forget() {
      for (const pair of pairs) {
        const [near, far] = pair;
        near.unpipe(far).pause();
        far.unpipe(near).pause();
        forgotten.add(near).add(far);
        pairs.delete(pair);
      }
    },
    async close() {
      takes = false;
      cut();
      for (const socket of forgotten) socket.resetAndDestroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The URL of a service as those reach it who take the link. */
export function through(url: string, { port }: Link): string {
  const linked = new URL(url);
  linked.host = `127.0.0.1:${port}`;
  return linked.href;
}
