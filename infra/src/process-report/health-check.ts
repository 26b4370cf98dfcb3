import os from 'node:os';
import { withSecrets } from '@landline/runtime/process/environment';
import pg from 'pg';

/** Age after which a report counts as missing; processes report every ten seconds. */
const SILENT_SECONDS = 35;
const TIMEOUT_MS = 4_000;

/** Health check of a container that runs one process: fails unless the process reported recently. */
const client = new pg.Client({
  connectionString: withSecrets().DATABASE_URL,
  application_name: 'health check',
  connectionTimeoutMillis: TIMEOUT_MS,
  query_timeout: TIMEOUT_MS,
});
try {
  await client.connect();
  const { rowCount } = await client.query(
    'SELECT FROM api.process WHERE host = $1 AND reported_at > now() - make_interval(secs => $2)',
    [os.hostname(), SILENT_SECONDS],
  );
  if (rowCount === 0) throw new Error('The process of this container has not reported recently');
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
