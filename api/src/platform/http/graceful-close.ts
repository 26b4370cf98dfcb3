import type { Server as HttpServer, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextRead } from 'node:timers/promises';

/** Time that a client has to use a connection it just believed idle, in milliseconds. */
const IDLE_MS = 500;

/**
 * Returns a function that stops accepting connections and resolves when every request in flight is answered, or after
 * `graceMs`. Each answer from then on tells the client to close its connection, since a connection that the server closes
 * first resets a request already on its way.
 */
export function gracefulClose(server: HttpServer, graceMs: number): () => Promise<void> {
  const sockets = new Set<Socket>();
  const inFlight = new Set<ServerResponse>();
  let isClosing = false;
  let accepted = 0;
  // The kernel resets connections that wait to be accepted when the listening socket closes.
  const acceptWaiting = async () => {
    const deadline = Date.now() + IDLE_MS;
    let before: number;
    do {
      before = accepted;
      await nextRead();
      await nextRead(); // the first may run before the next poll for connections
    } while (accepted !== before && Date.now() < deadline);
  };
  const closeIdle = async () => {
    await delay(IDLE_MS, undefined, { ref: false });
    await nextRead(); // requests that arrived while the process was busy are read first
    const busy = new Set([...inFlight].map(({ req }) => req.socket));
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
  };
  server.on('connection', (socket) => {
    accepted++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.prependListener('request', (_, response: ServerResponse) => {
    if (isClosing) response.shouldKeepAlive = false;
    inFlight.add(response);
    response.once('close', () => {
      inFlight.delete(response);
      // Its headers may have been sent before the server began to close.
      if (isClosing) void closeIdle();
    });
  });
  return async () => {
    await acceptWaiting();
    isClosing = true;
    for (const response of inFlight) response.shouldKeepAlive = false;
    // The close of the HTTP server would also close idle connections, at once.
    const closed = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    void closeIdle();
    await closed;
    clearTimeout(deadline);
  };
}
