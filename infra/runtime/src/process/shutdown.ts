import { spawn } from 'node:child_process';

/** Grace period for in-flight work, in milliseconds; shorter than every supervisor's kill timeout. */
const GRACE_MS = 8_000;
const KILL_SECONDS = 10;

interface ErrorLog {
  error(fields: object, message: string): void;
}

/**
 * Returns a signal that aborts on SIGTERM, SIGINT or the parent's death. The process exits at most ten seconds later,
 * even if it is still waiting for something.
 */
export function shutdownSignal(log: ErrorLog): AbortSignal {
  const shutdown = new AbortController();
  const begin = () => {
    if (shutdown.signal.aborted) return;
    killAfterTimeout(log);
    setTimeout(() => {
      log.error({ event: 'process.shutdown_timeout' }, 'In-flight work did not finish in 8 s; exiting');
      process.exit(1);
    }, GRACE_MS).unref();
    shutdown.abort();
  };
  process.once('SIGTERM', begin).once('SIGINT', begin);
  if (process.connected === false) begin();
  else process.once('disconnect', begin);
  return shutdown.signal;
}

/** `process.exit` waits for every thread and can hang (nodejs/node#54918): only another process can end it then. */
function killAfterTimeout(log: ErrorLog): void {
  const { pid } = process;
  const script = `
    left=${KILL_SECONDS}
    while [ $left -gt 0 ]; do sleep 1; kill -0 ${pid} || exit 0; left=$((left - 1)); done
    kill -KILL ${pid}`;
  spawn('/bin/sh', ['-c', script], { cwd: '/', detached: true, stdio: 'ignore' })
    .on('error', (error) =>
      log.error(
        { event: 'process.kill_timer_failed', err: error },
        'Could not start the timer that kills this process; it may hang on exit',
      ),
    )
    .unref();
}
