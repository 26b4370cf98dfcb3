import { openEventStore, waitForEventStore } from '@landline/runtime/event-store/connection';
import { SESSION_TIMEOUT_MS } from '@landline/runtime/postgres/monitored-connection';
import { retryUntilReady } from '@landline/runtime/process/retry-until-ready';
import { runProcess } from '@landline/runtime/process/run-process';
import pg from 'pg';
import { readConfig } from './config.ts';
import { projectors } from './projectors/index.ts';
import { runProjectors } from './runner/run.ts';
import { migrate } from './schema/migrate.ts';

await runProcess('projections', readConfig, async (config, log, signal) => {
  const databaseUrl = config.DATABASE_URL;
  const selected = projectors.filter(({ name }) => config.PROJECTORS.includes(name));
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'projections',
    max: selected.length + 4, // one per projector, and some for the runner's other statements
    idleTimeoutMillis: 60_000, // longer than most quiet periods of the log
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    // A write that waits too long for a lock fails and is retried. The server ends the transaction of a process that
    // stopped responding, which releases its locks.
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: SESSION_TIMEOUT_MS,
  });
  pool.on('error', (error) =>
    log.debug({ event: 'postgres.idle_connection_lost', err: error }, 'Lost an idle database connection'),
  );
  const client = openEventStore(config.EVENTSTORE_URL);
  await retryUntilReady('the database', log, signal, () => migrate(databaseUrl, projectors));
  await waitForEventStore(client, log, signal);
  // Everything is committed when `finished` resolves, so nothing has to be closed.
  return { finished: runProjectors({ projectors: selected, databaseUrl, pool, client, log, signal }) };
});
