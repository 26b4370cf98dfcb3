const POLL_MS = 250;

/** Calls `act` once when the parent process has exited. */
export function onParentDeath(act: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, POLL_MS);
  timer.unref();
}
