import { exportTraces } from '@landline/event-schemas/export-traces';
import type { Logger } from 'pino';
import { type Config, readConfig } from './config.ts';
import { createLog } from './process.ts';

/** What a process of ours does: starts, says so, and can be stopped. */
type Start = (config: Config, log: Logger, signal: AbortSignal) => Promise<{ stop(): Promise<void> }>;

const STOP_MS = 10_000;

/**
 * Runs one of our processes until it is told to stop: by SIGTERM or SIGINT, or by its parent's death. Bad
 * configuration is named on stderr and exits 1.
 */
export async function runProcess(name: string, start: Start): Promise<void> {
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
  const log = createLog(config, name);
  const traces = await exportTraces(config.OTEL_EXPORTER_OTLP_ENDPOINT, name);
  const stopping = new AbortController();
  let isRunning = false;
  const stopped = new Promise<void>((resolve) => {
    const stop = () => {
      stopping.abort();
      // Nothing was begun yet that would have to be ended.
      if (!isRunning) process.exit(0);
      resolve();
    };
    process.once('SIGTERM', stop).once('SIGINT', stop);
    if (process.send) process.once('disconnect', stop);
  });
  // A promise that nobody waits for is a defect, but not one that all other requests should die of.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'An unhandled rejection'));

  try {
    const running = await start(config, log, stopping.signal);
    isRunning = true;
    log.info('ready');
    process.send?.({ ready: true });
    await stopped;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await running.stop();
    await traces.stop();
  } catch (error) {
    if (!stopping.signal.aborted) {
      log.fatal({ err: error }, 'Cannot start');
      process.exit(1);
    }
  }
  process.exit(0);
}
