import type { Logger } from 'pino';
import { exportTraces } from '../tracing/export.ts';
import { ConfigurationError, configurationOrExit } from './environment.ts';
import { runExitTask } from './exit-task.ts';
import { createLogger } from './logger.ts';
import { pause } from './pause.ts';
import { PermanentError } from './permanent-error.ts';
import { shutdownSignal } from './shutdown.ts';

interface ProcessConfig {
  readonly LOG_LEVEL: string;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
}

interface RunningProcess {
  /** Additional fields of the `ready` message to the supervisor. */
  readonly ready?: object;
  /**
   * Work that runs until the signal aborts. A rejection exits with status 1, unless it is an AbortError after shutdown
   * began.
   */
  readonly finished?: Promise<unknown>;
  /**
   * Closes connections after `finished`, within 3 s. Without `finished`, it also completes in-flight work, within the
   * grace period of `shutdownSignal`.
   */
  stop?(): Promise<unknown>;
}

/** Time limit for closing connections, in milliseconds: unavailable services do not respond. */
const CLOSE_MS = 3_000;

/**
 * Runs a process until SIGTERM, SIGINT or its parent's death. A failure is logged and exits with status 1; invalid
 * configuration and a permanent error are reported to the supervisor or, without one, on stderr.
 */
export async function runProcess<Config extends ProcessConfig>(
  name: string,
  readConfig: () => Config,
  start: (config: Config, log: Logger, signal: AbortSignal) => RunningProcess | Promise<RunningProcess>,
): Promise<void> {
  const config = configurationOrExit(readConfig);
  const log = createLogger(name, config.LOG_LEVEL);
  const traces = await exportTraces(config.OTEL_EXPORTER_OTLP_ENDPOINT, name);
  const signal = shutdownSignal(log);
  let isStarted = false;
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => {
      if (!isStarted) process.exit(0); // there is no work to finish yet
      resolve();
    });
  });
  // An unhandled rejection is a defect, but other requests should not fail because of it.
  process.on('unhandledRejection', (error) =>
    log.error(
      { event: 'process.unhandled_rejection', err: error },
      'Unhandled rejection; the process keeps running',
    ),
  );

  try {
    if (signal.aborted) process.exit(0);
    const running = await start(config, log, signal);
    isStarted = true;
    log.info({ event: 'process.ready', ...running.ready }, 'Process is ready');
    process.send?.({ ready: true, ...running.ready });
    const finished = running.finished?.catch((error: unknown) => {
      if (!signal.aborted || !(error instanceof Error) || error.name !== 'AbortError') throw error;
    });
    await (finished ?? aborted);
    const stopped = running.stop?.();
    await (finished ? Promise.race([stopped, pause(CLOSE_MS)]) : stopped);
    await traces.stop();
  } catch (error) {
    if (!signal.aborted) {
      if (error instanceof PermanentError || error instanceof ConfigurationError)
        await reportRefusal(error.message);
      log.fatal({ event: 'process.failed', err: error }, 'Process failed; exiting with status 1');
      process.exit(1);
    }
    log.error({ event: 'process.shutdown_failed', err: error }, 'Process did not shut down cleanly');
    process.exitCode = 1;
  }
  await runExitTask();
  process.exit();
}

/** Tells the supervisor why the process cannot start, or stderr when it runs on its own. */
async function reportRefusal(message: string): Promise<void> {
  if (process.send === undefined || !process.connected) process.stderr.write(`${message}\n`);
  else await new Promise((resolve) => process.send?.({ refused: message }, resolve));
}
