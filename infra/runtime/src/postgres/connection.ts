import pg from 'pg';

/** Runs `work` on a connection of its own and closes it. */
export async function withConnection<T>(
  databaseUrl: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: applicationName });
  client.on('error', () => undefined); // the running query rejects as well
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
