import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { type DomainEvent, SYSTEM, streams } from '@landline/event-schemas';
import { encodeEvent } from '@landline/event-schemas/codec';
import { type Postgres, startPostgres } from '@landline/infra/postgres/postgres';
import { startEventStoreProcess } from '@landline/infra/testing/event-store-process';
import { startTestPostgres } from '@landline/infra/testing/services';
import pg from 'pg';
import { pino } from 'pino';
import type { Projector } from '../projector.ts';
import { runProjectors } from '../runner/run.ts';
import { migrate } from '../schema/migrate.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** With credentials the client uses the append that honours a deadline. */
const CALL = { credentials: { username: 'landline', password: 'landline' }, deadline: 5_000 };

export interface Running {
  stop(): Promise<void>;
}

/** The services that projections run on, each of which can be killed and started again at the same address. */
export async function startHouse() {
  const testPostgres = await startTestPostgres();
  let postgres: Postgres = testPostgres;
  const databaseUrl = await testPostgres.database('landline');
  let logs = 0;
  const startLog = async (port?: number) =>
    await startEventStoreProcess({
      databaseUrl: await testPostgres.database(`events${logs}`),
      ...(port === undefined ? {} : { port }),
    });
  let eventStore = await startLog();
  const client = EventStoreDBClient.connectionString(eventStore.url);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 6 });
  pool.on('error', () => undefined); // tests kill the server
  const running = new Set<Running>();
  const children = new Set<ChildProcess>();

  /** Appends, however often the services fail meanwhile: the same event ids are taken once. */
  async function append(stream: string, ...events: DomainEvent[]): Promise<bigint> {
    const encoded = events.map((event) => {
      const id = randomUUID();
      const context = { actor: SYSTEM, correlationId: id, commandId: id, at: new Date().toISOString() };
      return jsonEvent({ ...encodeEvent(event, context), id } as never); // our metadata is not an index type
    });
    const { position } = await until('the event store takes an append', () =>
      client.appendToStream(stream, encoded, CALL),
    );
    return position?.commit ?? -1n;
  }
  /** Appends what our own code would never write. */
  async function appendRaw(stream: string, type: string, data: unknown, extra: object = {}): Promise<bigint> {
    const context = { actor: SYSTEM, correlationId: '', commandId: '', at: new Date().toISOString() };
    const metadata = { ...context, schemaVersion: 1, ...extra };
    const { position } = await client.appendToStream(
      stream,
      [jsonEvent({ type, data: data as never, metadata: metadata as never })], // unknown on purpose
      CALL,
    );
    return position?.commit ?? -1n;
  }
  async function createLog(): Promise<string> {
    const logId = randomUUID();
    await append(streams.log(), { type: 'LogCreated', data: { log_id: logId } });
    return logId;
  }
  let logId = await createLog();

  return {
    databaseUrl,
    eventStoreUrl: eventStore.url,
    client,
    pool,
    append,
    appendRaw,
    get logId() {
      return logId;
    },
    /** Runs projectors in this process, on a schema of their own making. */
    async run(...projectors: Projector[]): Promise<Running> {
      await migrate(databaseUrl, projectors);
      const stop = new AbortController();
      const own = new pg.Pool({ connectionString: databaseUrl });
      own.on('error', () => undefined);
      const ended = runProjectors({
        projectors,
        databaseUrl,
        pool: own,
        client,
        log: pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
        signal: stop.signal,
      });
      const run: Running = {
        async stop() {
          running.delete(run);
          stop.abort();
          await ended;
          await own.end();
        },
      };
      running.add(run);
      return run;
    },
    /** Starts the entry point in a process of its own; resolves when it says that it is ready. */
    async start(): Promise<ChildProcess> {
      const child = fork(MAIN, {
        execArgv: [],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: {
          ...process.env,
          DATABASE_URL: databaseUrl,
          EVENTSTORE_URL: eventStore.url,
          LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
        },
      });
      children.add(child);
      child.once('exit', () => children.delete(child));
      await once(child, 'message');
      return child;
    },
    async crashPostgres() {
      process.kill(postgres.pid, 'SIGKILL');
      await postgres.exited;
      postgres = await startPostgres({ dataDir: testPostgres.dataDir, port: testPostgres.port });
    },
    async crashEventStore() {
      const { port } = eventStore;
      await eventStore.kill();
      eventStore = await startLog(port);
    },
    /** Another log takes the place of this one, at the same address. */
    async replaceLog() {
      const { port } = eventStore;
      await eventStore.stop();
      logs++;
      eventStore = await startLog(port);
      logId = await createLog();
    },
    /** Empties the read database between tests. */
    async reset() {
      await Promise.all([...running].map((run) => run.stop()));
      await Promise.all([...children].map((child) => killed(child)));
      await pool.query('DROP SCHEMA IF EXISTS read CASCADE');
    },
    async stop() {
      await Promise.all([...running].map((run) => run.stop()));
      await Promise.all([...children].map((child) => killed(child)));
      await client.dispose();
      await pool.end();
      await eventStore.stop();
      await postgres.stop('immediate');
      await testPostgres.dispose();
    },
  };
}
export type House = Awaited<ReturnType<typeof startHouse>>;

/** Ends a process as a crash would, or by another signal. */
export async function killed(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

/** Waits until `look` gives something, passing over errors meanwhile: services come and go. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | null | false>,
  timeoutMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let problem: unknown;
  while (performance.now() < deadline) {
    try {
      const found = await look();
      if (found !== undefined && found !== null && found !== false) return found;
      problem = undefined;
    } catch (error) {
      problem = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Not within ${timeoutMs} ms: ${what}`, { cause: problem });
}
