import { spawn } from 'node:child_process';

/** So long has what is being done, to be done; less than any starter of ours waits before it kills. */
const LATE_MS = 8_000;
const KILLED_SECONDS = 10;

/**
 * Aborts when this process is told to end: by SIGTERM or SIGINT, or by its starter's death. From then on it lasts no
 * longer than ten seconds, whatever it waits for.
 */
export function toldToEnd(log: { error(message: string): void }): AbortSignal {
  const told = new AbortController();
  const end = () => {
    if (told.signal.aborted) return;
    killUnlessGone(log);
    setTimeout(() => {
      log.error('What was being done when this process was told to end did not come to an end');
      process.exit(1);
    }, LATE_MS).unref();
    told.abort();
  };
  process.once('SIGTERM', end).once('SIGINT', end);
  if (process.connected === false) end();
  else process.once('disconnect', end);
  return told.signal;
}

/** `process.exit` waits for every thread, and may do so for ever (nodejs/node#54918): only another process can help then. */
function killUnlessGone(log: { error(message: string): void }): void {
  const { pid } = process;
  const script = `
    left=${KILLED_SECONDS}
    while [ $left -gt 0 ]; do sleep 1; kill -0 ${pid} || exit 0; left=$((left - 1)); done
    kill -KILL ${pid}`;
  spawn('/bin/sh', ['-c', script], { cwd: '/', detached: true, stdio: 'ignore' })
    .on('error', () => log.error('Nobody sees to it that this process ends'))
    .unref();
}
