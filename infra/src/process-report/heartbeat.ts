/** Time between two heartbeats, in milliseconds. */
export const HEARTBEAT_MS = 1_000;

export const HEARTBEAT = { heartbeat: true };

/** Sends heartbeats to the supervisor from the event loop, so that a blocked event loop sends none. */
export function sendHeartbeats(): void {
  const send = () => {
    // A failed send means that the supervisor is gone, which ends this process by other means.
    if (process.connected) process.send?.(HEARTBEAT, undefined, undefined, () => undefined);
  };
  send();
  setInterval(send, HEARTBEAT_MS).unref();
}
