import { hostname } from 'node:os';
import { openEventStore, waitForEventStore } from '@landline/runtime/event-store/connection';
import { assertKafkaAccepts } from '@landline/runtime/kafka/refusal';
import { SESSION_TIMEOUT_MS } from '@landline/runtime/postgres/monitored-connection';
import { retryUntilReady } from '@landline/runtime/process/retry-until-ready';
import { runProcess } from '@landline/runtime/process/run-process';
import pg from 'pg';
import { readConfig } from './config.ts';
import { kafkaAt } from './distributed/kafka.ts';
import { lowerPriority } from './lower-priority.ts';
import { ScoringPool } from './pool/pool.ts';
import { migrate } from './schema/migrate.ts';
import { runEngine } from './service/engine.ts';

lowerPriority(5);

await runProcess('scoring-engine', readConfig, async (config, log, signal) => {
  const databaseUrl = config.DATABASE_URL;
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'scoring-engine',
    max: 4,
    idleTimeoutMillis: 60_000, // longer than the pause between two runs, so that connections survive it
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    // A hung process must not keep its rows locked.
    idle_in_transaction_session_timeout: SESSION_TIMEOUT_MS,
  });
  pool.on('error', (error) =>
    log.debug({ event: 'postgres.idle_connection_lost', err: error }, 'Lost an idle database connection'),
  );
  const client = openEventStore(config.EVENTSTORE_URL);
  const scoring = new ScoringPool();
  const distribution = config.kafka && {
    kafka: kafkaAt(config.kafka, log),
    engineId: `${hostname()}:${process.pid}`,
  };
  await retryUntilReady('the database', log, signal, () => migrate(databaseUrl));
  await waitForEventStore(client, log, signal);
  if (distribution) await assertKafkaAccepts(distribution.kafka);
  return {
    finished: runEngine({ databaseUrl, pool, client, scoring, log, signal, distribution }),
    stop: () => Promise.allSettled([scoring.destroy(), client.dispose(), pool.end()]),
  };
});
