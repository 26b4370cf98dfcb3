import { EventStoreDBClient } from '@eventstore/db-client';
import { exportTraces } from '@landline/event-schemas/export-traces';
import { LET_GO_MS } from '@landline/event-schemas/hold';
import { loggedError } from '@landline/event-schemas/logged-error';
import { toldToEnd } from '@landline/event-schemas/told-to-end';
import pg from 'pg';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { projectors } from './projectors/index.ts';
import { isPassing } from './runner/failure.ts';
import { runProjectors } from './runner/run.ts';
import { ColumnTypeChangedError, migrate } from './schema/migrate.ts';

const config = readConfig();
const log = pino({ level: config.LOG_LEVEL, name: 'projections', serializers: { err: loggedError } });
const traces = await exportTraces(config.OTEL_EXPORTER_OTLP_ENDPOINT, 'projections');

const signal = toldToEnd(log);
const mine = projectors.filter(({ name }) => config.PROJECTORS.includes(name));

const pool = new pg.Pool({
  connectionString: config.DATABASE_URL,
  application_name: 'projections',
  max: mine.length + 4,
  idleTimeoutMillis: 60_000, // longer than most pauses of the log
  keepAlive: true,
  connectionTimeoutMillis: 10_000,
  // Nobody waits for ever: a write that gives up is tried again, and a process that has stopped answering lets go.
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: LET_GO_MS,
});
pool.on('error', (error) => log.debug({ err: error }, 'idle connection lost'));
const client = EventStoreDBClient.connectionString(config.EVENTSTORE_URL);

await migrateWhenPossible();
process.send?.({ ready: true });
log.info({ projectors: config.PROJECTORS }, 'projections ready');
await runProjectors({
  projectors: mine,
  databaseUrl: config.DATABASE_URL,
  pool,
  client,
  log,
  signal,
});
await traces.stop();
process.exit(0); // everything is committed; the clients' connections would keep the process for a while

/** Waits for a database that is not there yet; any other failure ends the process. */
async function migrateWhenPossible(): Promise<void> {
  for (let delay = 100; !signal.aborted; delay = Math.min(delay * 2, 5_000)) {
    try {
      await migrate(config.DATABASE_URL, projectors);
      return;
    } catch (error) {
      if (error instanceof ColumnTypeChangedError || !isPassing(error)) throw error;
      log.warn({ err: error }, 'waiting for the database');
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}
