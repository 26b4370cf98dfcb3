import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { type DomainEvent, type EventData, SYSTEM, streams } from '@landline/event-schemas';
import { encodeEvent } from '@landline/event-schemas/codec';
import { type Postgres, startPostgres } from '@landline/infra/postgres/postgres';
import { startEventStoreProcess } from '@landline/infra/testing/event-store-process';
import { startTestPostgres } from '@landline/infra/testing/services';
import pg from 'pg';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** A real deployment's events are written with these, so that an append has a deadline. */
const CALL = { credentials: { username: 'landline', password: 'landline' }, deadline: 5_000 };

/** The services that a scoring engine runs on, each of which can be killed and started again at the same address. */
export async function startHouse() {
  const testPostgres = await startTestPostgres();
  let postgres: Postgres = testPostgres;
  const databaseUrl = await testPostgres.database('landline');
  const eventsUrl = await testPostgres.database('events');
  let eventStore = await startEventStoreProcess({ databaseUrl: eventsUrl });
  const client = EventStoreDBClient.connectionString(eventStore.url);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  pool.on('error', () => undefined);
  const engines = new Set<ChildProcess>();
  const logId = randomUUID();

  async function append(stream: string, events: DomainEvent[]): Promise<bigint> {
    const encoded = events.map((event) => {
      const id = randomUUID();
      const context = { actor: SYSTEM, correlationId: id, commandId: id, at: new Date().toISOString() };
      return jsonEvent({ ...encodeEvent(event, context), id } as never);
    });
    const { position } = await client.appendToStream(stream, encoded, CALL);
    return position?.commit ?? -1n;
  }
  await append(streams.log(), [{ type: 'LogCreated', data: { log_id: logId } }]);

  return {
    databaseUrl,
    client,
    pool,
    logId,
    append,
    /** Starts the engine's own entry point; resolves when it says that it is ready. */
    async startEngine(): Promise<ChildProcess> {
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
      engines.add(child);
      child.once('exit', () => engines.delete(child));
      const failed = once(child, 'exit').then(([code]) => {
        throw new Error(`The engine ended with ${code}`);
      });
      failed.catch(() => undefined); // it may end after it was ready
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
      eventStore = await startEventStoreProcess({ databaseUrl: eventsUrl, port });
    },
    async stop() {
      await Promise.all([...engines].map((engine) => killed(engine)));
      await client.dispose();
      await pool.end();
      await eventStore.stop();
      await postgres.stop('immediate');
      await testPostgres.dispose();
    },
  };
}
export type House = Awaited<ReturnType<typeof startHouse>>;

/** Ends an engine as a crash would. */
export async function killed(engine: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (engine.exitCode !== null || engine.signalCode !== null) return;
  const exit = once(engine, 'exit');
  engine.kill(signal);
  await exit;
}

/** Waits until `look` gives something other than undefined and false, passing over errors: services come and go. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  timeoutMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let problem: unknown;
  while (performance.now() < deadline) {
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
      problem = undefined;
    } catch (error) {
      problem = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Not within ${timeoutMs} ms: ${what}`, { cause: problem });
}

/** All events of a type in a stream, oldest first. */
export async function eventsOf<T extends DomainEvent['type']>(
  { client }: House,
  stream: string,
  type: T,
): Promise<EventData<T>[]> {
  const found: EventData<T>[] = [];
  for await (const { event } of client.readStream(stream)) {
    if (event?.type === type) found.push(event.data as EventData<T>);
  }
  return found;
}
