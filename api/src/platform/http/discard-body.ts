import type { IncomingMessage } from 'node:http';

/** Longest time that the rest of a refused body is read, in milliseconds. */
const DISCARD_MS = 60_000;

/**
 * Reads and drops the rest of a refused body. Many senders read the answer only after their last byte, and closing the
 * connection before would reset it.
 */
export function discardBody(request: IncomingMessage): void {
  const timer = setTimeout(() => request.socket.destroy(), DISCARD_MS).unref();
  request.once('close', () => clearTimeout(timer));
  request.unpipe();
  request.resume();
}
