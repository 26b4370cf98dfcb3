import type { IncomingMessage } from 'node:http';

/** Maximum time to read the rest of a rejected body, in milliseconds. */
const DISCARD_MS = 60_000;

/**
 * Reads and drops the rest of a rejected body. Many clients read the response only after sending their last byte;
 * closing the connection earlier would reset it.
 */
export function discardBody(request: IncomingMessage): void {
  const timer = setTimeout(() => request.socket.destroy(), DISCARD_MS).unref();
  request.once('close', () => clearTimeout(timer));
  request.unpipe();
  request.resume();
}
