import pg from 'pg';

const TIMEOUT_MS = 5_000;

/**
 * Runs `work` on a connection that is open for one report only. Rejects when the database does not respond within 5
 * seconds.
 */
export async function withReportConnection(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'process report',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined); // the query rejects as well
  try {
    await client.connect();
    await work(client);
  } finally {
    client.end().catch(() => undefined); // the report is stored, or its query has rejected
  }
}
