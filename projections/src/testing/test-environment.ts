import { fileURLToPath } from 'node:url';
import { jsonEvent } from '@eventstore/db-client';
import { type DomainEvent, SYSTEM } from '@landline/event-schemas';
import { CALL, startCrashableServices } from '@landline/infra/testing/crashable-services';
import pg from 'pg';
import { pino } from 'pino';
import type { Projector } from '../projector.ts';
import { runProjectors } from '../runner/run.ts';
import { migrate } from '../schema/migrate.ts';

export { killAndWait, until } from '@landline/infra/testing/crashable-services';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

interface RunningProjectors {
  stop(): Promise<void>;
}

/** Starts the services that projections need; each can be killed and restarted at the same address. */
export async function startTestEnvironment() {
  const services = await startCrashableServices();
  const { databaseUrl, client, pool } = services;
  const running = new Set<RunningProjectors>();
  const logLines: Record<string, unknown>[] = [];
  const writeLog = (line: string) => {
    logLines.push(JSON.parse(line));
    if (process.env.TEST_LOG_LEVEL !== undefined) process.stderr.write(line);
  };
  const stopRunning = async () => {
    const stops = [...running].map((run) => run.stop());
    await Promise.allSettled(stops);
    await services.killChildren();
    await Promise.all(stops);
  };

  return {
    databaseUrl,
    port: services.port,
    client,
    pool,
    get logId() {
      return services.logId;
    },
    /** Log lines of projectors in this process. */
    logLines,
    append: (stream: string, ...events: DomainEvent[]) => services.append(stream, events),
    /** Appends an event that bypasses our schemas. */
    async appendRaw(stream: string, type: string, data: unknown, extra: object = {}): Promise<bigint> {
      const context = { actor: SYSTEM, correlationId: '', commandId: '', at: new Date().toISOString() };
      const metadata = { ...context, schemaVersion: 1, ...extra };
      const { position } = await client.appendToStream(
        stream,
        [jsonEvent({ type, data: data as never, metadata: metadata as never })], // deliberately not one of our event types
        CALL,
      );
      return position?.commit ?? -1n;
    },
    /** Creates the tables of these projectors and runs them in this process. */
    async run(...projectors: Projector[]): Promise<RunningProjectors> {
      await migrate(databaseUrl, projectors);
      const stop = new AbortController();
      const ownPool = new pg.Pool({ connectionString: databaseUrl });
      ownPool.on('error', () => undefined);
      const ended = runProjectors({
        projectors,
        databaseUrl,
        pool: ownPool,
        client,
        log: pino({ level: 'debug' }, { write: writeLog }),
        signal: stop.signal,
      });
      const run: RunningProjectors = {
        async stop() {
          running.delete(run);
          stop.abort();
          try {
            await ended;
          } finally {
            await ownPool.end();
          }
        },
      };
      running.add(run);
      return run;
    },
    start: (env: NodeJS.ProcessEnv = {}) => services.startProcess(MAIN, env),
    crashPostgres: services.crashPostgres,
    crashEventStore: services.crashEventStore,
    replaceLog: services.replaceLog,
    /** Empties the read database between tests. */
    async reset() {
      await stopRunning();
      await pool.query('DROP SCHEMA IF EXISTS read CASCADE');
    },
    async stop() {
      try {
        await stopRunning();
      } finally {
        await services.stop();
      }
    },
  };
}
export type TestEnvironment = Awaited<ReturnType<typeof startTestEnvironment>>;
