import { EventEmitter } from 'node:events';
import { pause } from '@landline/runtime/process/pause';
import { retryUntilReady } from '@landline/runtime/process/retry-until-ready';
import { parentOf, traced } from '@landline/runtime/tracing/tracing';
import { type CronItem, parseCronItems, run, type WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import { publishPriceList } from './assistant/billing/price-list.ts';
import { connect } from './connect.ts';
import { recordRelease, releaseOf } from './operations/system-versions/release.ts';
import type { Config } from './platform/config.ts';
import { connectPlainPool } from './platform/database.ts';
import { serveMetrics } from './platform/metrics/metrics-server.ts';
import { ensureJobQueue, graphileLogger } from './platform/reactors/job-queue.ts';
import { startLiveness } from './platform/reactors/liveness.ts';
import type { Cause, Reactor } from './platform/reactors/reactor.ts';
import { runReactors } from './platform/reactors/run-reactors.ts';
import type { Task, Tasks } from './platform/reactors/tasks.ts';
import type { Ports } from './ports.ts';
import { allTasks, CRON, REACTORS, SLOW_TASKS } from './worker-tasks.ts';

/** Number of concurrent jobs. Slow jobs have separate slots, so that email never waits for websites. */
const CONCURRENCY = 6;
const SLOW_CONCURRENCY = 5;
const RETRY_MS = 1_000;

/** Reactors and tasks of a worker. */
interface Work {
  reactors: readonly Reactor[];
  tasks: Tasks<Ports>;
  /** Names of the tasks that may take minutes. */
  slow?: readonly string[];
  cron?: readonly CronItem[];
}

const WORK: Work = { reactors: REACTORS, tasks: allTasks, slow: SLOW_TASKS, cron: CRON };

/** Starts the reactors and the job runners. */
export async function startWorker(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  { reactors, tasks, slow = [], cron = [] }: Work = WORK,
): Promise<{ ports: Ports; stop(): Promise<void> }> {
  const stopMetrics = await serveMetrics(config);
  const ports = await connect(config, log, signal);
  await ensureJobQueue(config, log, signal);
  const release = await releaseOf();
  await retryUntilReady('the release', log, signal, () => recordRelease(ports, release));
  await retryUntilReady('the price list', log, signal, () => publishPriceList(ports));
  const stopping = new AbortController();
  const reacting = runReactors(reactors, ports, stopping.signal);
  const entries = Object.entries(tasks(ports));
  const tasksWhere = (isSlow: boolean) =>
    Object.fromEntries(entries.filter(([name]) => slow.includes(name) === isSlow));
  const working = [
    runJobs({ tasks: tasksWhere(false), concurrency: CONCURRENCY, cron }, ports, stopping.signal),
    ...(slow.length > 0
      ? [runJobs({ tasks: tasksWhere(true), concurrency: SLOW_CONCURRENCY }, ports, stopping.signal)]
      : []),
  ];
  return {
    ports,
    async stop() {
      stopping.abort();
      await Promise.all([reacting, ...working]);
      await Promise.all([ports.close(), stopMetrics()]);
    },
  };
}

/** Wraps tasks to continue the trace of their cause and to log each run. */
const observedTasks = (tasks: Record<string, Task>, log: Logger): Record<string, Task> =>
  Object.fromEntries(
    Object.entries(tasks).map(([task, work]) => [
      task,
      async (payload, helpers) => {
        // The payload of a scheduled job contains neither.
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
          log.error({ event: 'job.failed', ...line(), err: error }, 'Job failed');
          throw error;
        }
        log.info({ event: 'job.done', ...line() }, 'Job completed');
      },
    ]),
  );

interface JobRun {
  readonly tasks: Record<string, Task>;
  readonly concurrency: number;
  readonly cron?: readonly CronItem[];
}

/** Runs the jobs of these tasks until `signal` aborts. Restarts the runner, which stops when it loses the database. */
async function runJobs(
  { tasks, concurrency, cron = [] }: JobRun,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  const { config, log } = ports;
  while (!signal.aborted) {
    // Replaces Graphile's own pool: Graphile removes that pool's error listeners before it closes the connections.
    const pgPool = connectPlainPool(config.DATABASE_URL, log);
    try {
      const events: WorkerEvents = new EventEmitter();
      const pool = Promise.withResolvers<string>();
      events.once('pool:create', ({ workerPool }) => pool.resolve(workerPool.id));
      const running = new Set<string>();
      events.on('job:start', ({ job }) => running.add(job.id));
      events.on('job:complete', ({ job }) => running.delete(job.id));
      const runner = await run({
        pgPool,
        taskList: observedTasks(tasks, log),
        concurrency,
        parsedCronItems: parseCronItems([...cron]),
        noHandleSignals: true,
        events,
        logger: graphileLogger(log),
      });
      const stopLiveness = startLiveness(config.DATABASE_URL, { id: await pool.promise, running }, log);
      const stop = () =>
        runner
          .stop()
          .catch((error) =>
            log.debug(
              { event: 'job_runner.already_stopped', err: error },
              'The job runner had already stopped',
            ),
          );
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      try {
        await runner.promise;
      } finally {
        signal.removeEventListener('abort', stop);
        await stopLiveness();
      }
    } catch (error) {
      log.warn({ event: 'job_runner.stopped', err: error }, 'The job runner stopped; restarting in 1 s');
    } finally {
      void pgPool.end(); // not awaited: it waits for statements that an unreachable database never completes
    }
    await pause(RETRY_MS, signal);
  }
}
