import type { Server as HttpServer, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextRead } from 'node:timers/promises';

/** Time that an idle connection stays open for a request that is already on its way, in milliseconds. */
const IDLE_MS = 500;

/**
 * Returns a function that stops accepting connections and resolves when every request in flight has a response, or after
 * `graceMs`. During this time, each response tells the client to close its connection: if the server closed it first, a
 * request already on its way would be reset. The server closes only connections that stay idle. It does not execute a
 * request that arrives after that, so the client may send it again (RFC 9112, section 9.5).
 */
export function gracefulClose(server: HttpServer, graceMs: number): () => Promise<void> {
  /** Number of requests received on each open connection. */
  const requestCounts = new Map<Socket, number>();
  const inFlight = new Set<ServerResponse>();
  let isClosing = false;
  let arrivals = 0;
  // Reads what has already arrived: on close, the kernel resets connections that are not accepted or have unread requests.
  const readWaiting = async () => {
    const deadline = Date.now() + IDLE_MS;
    let before: number;
    do {
      before = arrivals;
      await nextRead();
      await nextRead(); // the first may resolve before the event loop polls for input
    } while (arrivals !== before && Date.now() < deadline);
  };
  const closeUnlessUsed = async (socket: Socket) => {
    const before = requestCounts.get(socket);
    await delay(IDLE_MS, undefined, { ref: false });
    await readWaiting(); // requests that arrived while the process was busy
    const isUsed =
      requestCounts.get(socket) !== before || [...inFlight].some(({ req }) => req.socket === socket);
    if (!isUsed) socket.destroy();
  };
  server.on('connection', (socket) => {
    arrivals++;
    requestCounts.set(socket, 0);
    socket.once('close', () => requestCounts.delete(socket));
  });
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    arrivals++;
    requestCounts.set(socket, (requestCounts.get(socket) ?? 0) + 1);
    if (isClosing) response.shouldKeepAlive = false;
    inFlight.add(response);
    response.once('close', () => {
      inFlight.delete(response);
      // The headers of the response may have been sent before the server began to close.
      if (isClosing) void closeUnlessUsed(socket);
    });
  });
  return async () => {
    await readWaiting();
    isClosing = true;
    for (const response of inFlight) response.shouldKeepAlive = false;
    // The HTTP server's own `close` would also close idle connections immediately.
    const serverClosed = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    for (const socket of requestCounts.keys()) void closeUnlessUsed(socket);
    await serverClosed;
    clearTimeout(deadline);
  };
}
