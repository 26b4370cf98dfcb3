import type { Logger } from 'pino';
import { exportTraces } from '../tracing/export.ts';
import { ConfigurationError, configurationOrExit } from './environment.ts';
import { runExitTask } from './exit-task.ts';
import { createLogger } from './logger.ts';
import { PermanentError } from './permanent-error.ts';
import { shutdownSignal } from './shutdown.ts';

interface ProcessConfig {
  readonly LOG_LEVEL: string;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
}

interface RunningProcess {
  /** Fields of the message that tells the supervisor that the process is ready. */
  readonly ready?: object;
  /**
   * The work of a process that runs until the signal aborts; a rejection ends the process with status 1, except by an
   * AbortError after the signal.
   */
  readonly finished?: Promise<unknown>;
  /**
   * Closes connections after `finished`, within 3 s. In a process without `finished`, it also ends the work in flight, and
   * the grace period of `shutdownSignal` limits it.
   */
  stop?(): Promise<unknown>;
}

/** Time limit for closing connections, in milliseconds: unavailable services do not respond. */
const CLOSE_MS = 3_000;

/**
 * Runs a process until SIGTERM, SIGINT or its parent's death. Invalid configuration or a failure is reported on stderr
 * and exits with status 1.
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
    log.info({ event: 'process.ready', ...running.ready }, 'ready');
    process.send?.({ ready: true, ...running.ready });
    await Promise.race([aborted, running.finished ?? aborted]);
    await running.finished;
    if (running.finished) setTimeout(() => process.exit(), CLOSE_MS).unref();
    await running.stop?.();
    await traces.stop();
  } catch (error) {
    if (!signal.aborted) {
      if (error instanceof PermanentError || error instanceof ConfigurationError)
        await reportRefusal(error.message);
      log.fatal({ event: 'process.failed', err: error }, 'The process failed and exits');
      process.exit(1);
    }
    if (!(error instanceof Error && error.name === 'AbortError')) {
      log.error({ event: 'process.shutdown_failed', err: error }, 'The process did not shut down cleanly');
      process.exitCode = 1;
    }
  }
  await runExitTask();
  process.exit();
}

/** Tells the supervisor why the process cannot start, or stderr when it runs on its own. */
async function reportRefusal(message: string): Promise<void> {
  if (process.send === undefined || !process.connected) process.stderr.write(`${message}\n`);
  else await new Promise((resolve) => process.send?.({ refused: message }, resolve));
}
