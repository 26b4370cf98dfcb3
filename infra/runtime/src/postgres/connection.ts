import pg from 'pg';
import { DatabaseRefusedError, databaseRefusal } from './refusal.ts';

/** Oldest supported PostgreSQL, as `server_version_num` gives it. */
const OLDEST = 160_000;

/** Node's error codes for untrusted certificates. */
const UNTRUSTED = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Runs `work` on a new connection and closes it. Throws a DatabaseRefusedError if a retry cannot help. */
export async function withConnection<T>(
  databaseUrl: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: applicationName });
  client.on('error', () => undefined); // the running query rejects as well
  try {
    await client.connect();
  } catch (cause) {
    if (UNTRUSTED.has((cause as NodeJS.ErrnoException).code ?? ''))
      throw new DatabaseRefusedError(
        "PostgreSQL's certificate is not trusted; set sslrootcert in DATABASE_URL to the file of its certificate authority",
        { cause },
      );
    throw databaseRefusal(cause) ?? cause;
  }
  try {
    await assertSupported(client);
    return await work(client);
  } catch (cause) {
    throw databaseRefusal(cause) ?? cause;
  } finally {
    await client.end();
  }
}

async function assertSupported(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
  );
  const [{ number, version } = { number: 0, version: 'without a version' }] = rows;
  if (number < OLDEST)
    throw new DatabaseRefusedError(`PostgreSQL ${version} is too old; Landline needs PostgreSQL 16 or later`);
}
