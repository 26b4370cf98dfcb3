const LOOK_EVERY_MS = 250;

/** Calls once when the process that started this one is gone. */
export function onParentDeath(act: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, LOOK_EVERY_MS);
  timer.unref();
}
