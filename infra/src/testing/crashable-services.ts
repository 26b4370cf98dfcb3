import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { type DomainEvent, SYSTEM, streams } from '@landline/event-schemas';
import { encodeEvent } from '@landline/event-schemas/codec';
import pg from 'pg';
import { type Postgres, startPostgres } from '../postgres/postgres.ts';
import { startEventStoreProcess } from './event-store-process.ts';
import { startTestPostgres } from './services.ts';

/** With credentials the client uses the append call that honors a deadline. */
export const CALL = { credentials: { username: 'landline', password: 'landline' }, deadline: 5_000 };

type Encoded = ReturnType<typeof encodeEvent>;

/**
 * Starts PostgreSQL and an event store, each of which can be killed and restarted at the same address. Also starts
 * entry points that use them.
 */
export async function startCrashableServices() {
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
  const children = new Set<ChildProcess>();

  /** Appends despite service failures: retries use the same event ids, so each is stored once. */
  async function append(
    stream: string,
    events: readonly DomainEvent[],
    change: (encoded: Encoded) => Encoded = (encoded) => encoded,
  ): Promise<bigint> {
    const encoded = events.map((event) => {
      const id = randomUUID();
      const context = { actor: SYSTEM, correlationId: id, commandId: id, at: new Date().toISOString() };
      return jsonEvent({ ...change(encodeEvent(event, context)), id } as never); // our metadata has no index signature
    });
    const { position } = await until('the event store accepts an append', () =>
      client.appendToStream(stream, encoded, CALL),
    );
    return position?.commit ?? -1n;
  }

  async function createLog(): Promise<string> {
    const logId = randomUUID();
    await append(streams.log(), [{ type: 'LogCreated', data: { log_id: logId } }]);
    return logId;
  }
  let logId = await createLog();

  const killChildren = () => Promise.all([...children].map((child) => killAndWait(child)));

  return {
    databaseUrl,
    get eventStoreUrl() {
      return eventStore.url;
    },
    /** Port of PostgreSQL. */
    port: testPostgres.port,
    client,
    pool,
    append,
    get logId() {
      return logId;
    },
    killChildren,
    /** Starts an entry point as a process and resolves when it reports ready. Its log lines are pushed to `logLines`. */
    async startProcess(
      main: string,
      env: NodeJS.ProcessEnv = {},
      logLines?: string[],
    ): Promise<ChildProcess> {
      const child = fork(main, {
        execArgv: [],
        stdio: ['ignore', logLines ? 'pipe' : 'inherit', 'inherit', 'ipc'],
        env: {
          ...process.env,
          DATABASE_URL: databaseUrl,
          EVENTSTORE_URL: eventStore.url,
          LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
          ...env,
        },
      });
      if (child.stdout) createInterface(child.stdout).on('line', (line) => logLines?.push(line));
      children.add(child);
      child.once('exit', () => children.delete(child));
      const failed = once(child, 'exit').then(([code]) => {
        throw new Error(`${main} exited with ${code}`);
      });
      failed.catch(() => undefined); // the process may exit after it was ready
      await Promise.race([once(child, 'message'), failed]);
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
    /** Replaces the log with a new one at the same address. */
    async replaceLog() {
      const { port } = eventStore;
      await eventStore.stop();
      logs++;
      eventStore = await startLog(port);
      logId = await createLog();
    },
    async stop() {
      await killChildren();
      await client.dispose();
      await pool.end();
      await eventStore.stop();
      await postgres.stop('immediate');
      await testPostgres.dispose();
    },
  };
}

/** Kills a process as a crash would, or with another signal. */
export async function killAndWait(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

/** Retries `read` until it returns a value. Ignores errors, because services come and go. */
export async function until<T>(
  description: string,
  read: () => Promise<T | undefined | null | false>,
  timeoutMs = 60_000, // a busy machine is slow, not wrong
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let lastError: unknown;
  while (performance.now() < deadline) {
    try {
      const value = await read();
      if (value !== undefined && value !== null && value !== false) return value;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Not within ${timeoutMs} ms: ${description}`, { cause: lastError });
}
