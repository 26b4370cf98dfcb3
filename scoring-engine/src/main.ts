import { hostname } from 'node:os';
import { EventStoreDBClient } from '@eventstore/db-client';
import { exportTraces } from '@landline/event-schemas/export-traces';
import { LET_GO_MS } from '@landline/event-schemas/hold';
import { loggedError } from '@landline/event-schemas/logged-error';
import { pause } from '@landline/event-schemas/pause';
import { toldToEnd } from '@landline/event-schemas/told-to-end';
import pg from 'pg';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { giveWay } from './give-way.ts';
import { ScoringPool } from './pool/pool.ts';
import { migrate } from './schema/migrate.ts';
import { runEngine } from './service/engine.ts';
import { isPassing } from './service/transaction.ts';
import { kafkaAt } from './sharing/kafka.ts';

const GOODBYE_MS = 3_000;

giveWay(5);

const config = readConfig();
const log = pino({ level: config.LOG_LEVEL, name: 'scoring-engine', serializers: { err: loggedError } });
const traces = await exportTraces(config.OTEL_EXPORTER_OTLP_ENDPOINT, 'scoring-engine');

const signal = toldToEnd(log);

const pool = new pg.Pool({
  connectionString: config.DATABASE_URL,
  application_name: 'scoring-engine',
  max: 4,
  idleTimeoutMillis: 60_000, // longer than the quiet between two runs
  keepAlive: true,
  connectionTimeoutMillis: 10_000,
  // A process that has stopped answering must not keep its rows locked.
  idle_in_transaction_session_timeout: LET_GO_MS,
});
pool.on('error', (error) => log.debug({ err: error }, 'idle connection lost'));
const client = EventStoreDBClient.connectionString(config.EVENTSTORE_URL);
const scoring = new ScoringPool();

await migrateWhenPossible();
process.send?.({ ready: true });
log.info('scoring engine ready');
await runEngine({
  databaseUrl: config.DATABASE_URL,
  pool,
  client,
  scoring,
  log,
  signal,
  sharing: config.KAFKA_BROKERS && {
    kafka: kafkaAt(config.KAFKA_BROKERS, log),
    engineId: `${hostname()}:${process.pid}`,
  },
});
// Services that have gone away do not answer goodbyes.
setTimeout(() => process.exit(0), GOODBYE_MS).unref();
await Promise.allSettled([scoring.destroy(), client.dispose(), pool.end(), traces.stop()]);
if (process.connected) process.disconnect();

/** Waits for a database that is not there yet; any other failure ends the process. */
async function migrateWhenPossible(): Promise<void> {
  for (let delay = 100; !signal.aborted; delay = Math.min(delay * 2, 5_000)) {
    try {
      await migrate(config.DATABASE_URL);
      return;
    } catch (error) {
      if (!isPassing(error)) throw error;
      log.warn({ err: error }, 'waiting for the database');
      await pause(delay, signal);
    }
  }
}
