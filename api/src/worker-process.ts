import { EventEmitter } from 'node:events';
import { pause } from '@landline/event-schemas/pause';
import { parentOf, traced } from '@landline/event-schemas/tracing';
import {
  type CronItem,
  type Logger as GraphileLogger,
  parseCronItems,
  run,
  type WorkerEvents,
} from 'graphile-worker';
import type { Logger } from 'pino';
import { publishPriceList } from './billing/price-list.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { serveMetrics } from './metrics/serve.ts';
import { connect, untilItWorks } from './process.ts';
import { ensureJobQueue, graphileLogger } from './reactors/job-queue.ts';
import { showLife } from './reactors/liveness.ts';
import type { Cause, Reactor } from './reactors/reactor.ts';
import { runReactors } from './reactors/run-reactors.ts';
import type { Task, Tasks } from './reactors/tasks.ts';
import { noteRelease, releaseOf } from './system-versions/release.ts';
import { allTasks, CRON, REACTORS } from './worker-tasks.ts';

const CONCURRENCY = 8;
const RETRY_MS = 1_000;

/** What a worker does: react to events, and run tasks. */
interface Work {
  reactors: readonly Reactor[];
  tasks: Tasks;
  /** What is done at certain times. */
  cron?: readonly CronItem[];
}

/** Starts the worker: the reactors, and the jobs that they and the capabilities enqueue. */
export async function startWorker(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  { reactors, tasks, cron = [] }: Work = { reactors: REACTORS, tasks: allTasks, cron: CRON },
): Promise<{ deps: Deps; stop(): Promise<void> }> {
  const stopMetrics = await serveMetrics(config);
  const deps = await connect(config, log, signal);
  const logger = graphileLogger(log);
  await ensureJobQueue(config, log, signal);
  await noteRelease(deps, await releaseOf());
  await untilItWorks('the price list', log, signal, () => publishPriceList(deps));
  const stopping = new AbortController();
  const reacting = runReactors(reactors, deps, stopping.signal);
  const working = runJobs(tasks(deps), cron, deps, logger, stopping.signal);
  return {
    deps,
    async stop() {
      stopping.abort();
      await Promise.all([reacting, working]);
      await Promise.all([deps.close(), stopMetrics()]);
    },
  };
}

/** Tasks that go on with the trace of what asked for them, and leave a line each time. */
const observedTasks = (tasks: Record<string, Task>, log: Logger): Record<string, Task> =>
  Object.fromEntries(
    Object.entries(tasks).map(([task, work]) => [
      task,
      async (payload, helpers) => {
        // Jobs of a schedule have neither.
        const { traceparent, correlationId } = (payload ?? {}) as Partial<Cause & { traceparent: string }>;
        const { id: job, attempts: attempt } = helpers.job;
        const startedAt = performance.now();
        const line = () => {
          const ms = Math.round(performance.now() - startedAt);
          return { correlationId, task, job, attempt, ms };
        };
        const span = { name: `job ${task}`, kind: 'consumer', parent: parentOf(traceparent) } as const;
        try {
          await traced(span, () => work(payload, helpers));
        } catch (error) {
          log.error({ ...line(), err: error }, 'job failed');
          throw error;
        }
        log.info(line(), 'job done');
      },
    ]),
  );

/** Runs jobs until `signal`; the runner gives up when its database goes away, and is started again. */
async function runJobs(
  taskList: Record<string, Task>,
  cron: readonly CronItem[],
  deps: Deps,
  logger: GraphileLogger,
  signal: AbortSignal,
): Promise<void> {
  const { config, log } = deps;
  while (!signal.aborted) {
    try {
      const events: WorkerEvents = new EventEmitter();
      const pool = Promise.withResolvers<string>();
      events.once('pool:create', ({ workerPool }) => pool.resolve(workerPool.id));
      const running = new Set<string>();
      events.on('job:start', ({ job }) => running.add(job.id));
      events.on('job:complete', ({ job }) => running.delete(job.id));
      const runner = await run({
        connectionString: config.DATABASE_URL,
        taskList: observedTasks(taskList, log),
        concurrency: CONCURRENCY,
        parsedCronItems: parseCronItems([...cron]),
        noHandleSignals: true,
        events,
        logger,
      });
      const stopLiving = showLife(config.DATABASE_URL, { id: await pool.promise, running }, log);
      const stop = () => runner.stop().catch((error) => log.debug({ err: error }, 'The runner had stopped'));
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      try {
        await runner.promise;
      } finally {
        signal.removeEventListener('abort', stop);
        await stopLiving();
      }
    } catch (error) {
      log.warn({ err: error }, 'The job queue stopped; it starts again');
    }
    await pause(RETRY_MS, signal);
  }
}
