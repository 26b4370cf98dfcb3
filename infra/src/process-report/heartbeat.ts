/** Time between two heartbeats, in milliseconds. */
export const HEARTBEAT_MS = 1_000;

const HEARTBEAT = { heartbeat: true };

/**
 * Time between two heartbeats that shows a blocked event loop, in milliseconds. The supervisor may soon report the
 * process as hung.
 */
const LATE_MS = 1.5 * HEARTBEAT_MS;

/**
 * Sends heartbeats to the supervisor from the event loop, so that a blocked event loop sends none. Calls `onLate`
 * after a late heartbeat, when the event loop runs again.
 */
export function sendHeartbeats(onLate: () => void): void {
  let sentAt = performance.now();
  const send = () => {
    const now = performance.now();
    if (now - sentAt > LATE_MS) onLate();
    sentAt = now;
    // A failed send means that the supervisor is gone, which ends this process by other means.
    if (process.connected) process.send?.(HEARTBEAT, undefined, undefined, () => undefined);
  };
  send();
  setInterval(send, HEARTBEAT_MS).unref();
}
