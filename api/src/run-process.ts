import { exportTraces } from '@landline/event-schemas/export-traces';
import { toldToEnd } from '@landline/event-schemas/told-to-end';
import type { Logger } from 'pino';
import { type Config, readConfig } from './config.ts';
import { createLog } from './process.ts';

/** What a process of ours does: starts, says so, and can be stopped. */
type Start = (config: Config, log: Logger, signal: AbortSignal) => Promise<{ stop(): Promise<void> }>;

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
  const signal = toldToEnd(log);
  let isRunning = false;
  const told = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => {
      // Nothing was begun yet that would have to be ended.
      if (!isRunning) process.exit(0);
      resolve();
    });
  });
  // A promise that nobody waits for is a defect, but not one that all other requests should die of.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'An unhandled rejection'));

  try {
    const running = await start(config, log, signal);
    isRunning = true;
    log.info('ready');
    process.send?.({ ready: true });
    await told;
    await running.stop();
    await traces.stop();
  } catch (error) {
    if (!signal.aborted) {
      log.fatal({ err: error }, 'Cannot start');
      process.exit(1);
    }
  }
  process.exit(0);
}
