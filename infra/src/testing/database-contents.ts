import pg from 'pg';

/** Runs one query on its own connection. */
export const sqlOn = async <Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
};

/** Returns the log up to a position, bit for bit. */
export const logUpTo = async (url: string, position: string) =>
  sqlOn(
    url,
    `SELECT count(*)::int, md5(string_agg(md5(event::text), '' ORDER BY position)) FROM event_store.event AS event WHERE position <= $1`,
    [position],
  );

/** Returns row count and digest of a table. */
const digestOf = async (url: string, table: string, row: string) => {
  const [rows] = await sqlOn<{ rows: string }>(
    url,
    `SELECT count(*) || ' ' || coalesce(md5(string_agg(row::text, '' ORDER BY row::text)), '') AS rows
     FROM (SELECT ${row} AS row FROM ${table} AS t) AS rows`,
  );
  return rows?.rows ?? '';
};

/** Returns the live rows of each read model, without the generation. */
export async function readModels(url: string): Promise<Record<string, string>> {
  const tables = await sqlOn<{ name: string }>(
    url,
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'read' AND column_name = 'generation' AND table_name NOT IN ('checkpoint', 'parked_event', 'projector', 'generation')`,
  );
  const models: Record<string, string> = {};
  for (const { name } of tables) {
    models[name] = await digestOf(url, `read.${pg.escapeIdentifier(name)}`, `to_jsonb(t) - 'generation'`);
  }
  return models;
}

/** Backed-up tables that are not compared, because processes keep writing to them. */
const ALWAYS_WRITTEN = ['process', 'tally'];

/** Tables with transient data, or backed up with the jobs. */
const LEFT_OUT = [
  'migration',
  'session',
  'operator_token',
  'refresh_token',
  'impersonation',
  'rate_limit',
  'reactor_checkpoint',
];

/** Returns the rows that cannot be rebuilt from events: the API's own tables that a backup contains. */
export const backedUpRows = async (url: string) => {
  const tables = await sqlOn<{ name: string }>(
    url,
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'api' AND table_name <> ALL ($1)`,
    [[...LEFT_OUT, ...ALWAYS_WRITTEN]],
  );
  return Object.fromEntries(
    await Promise.all(
      tables.map(async ({ name }) => [name, await digestOf(url, `api.${name}`, 'to_jsonb(t)')]),
    ),
  );
};

/** Inserts a crawled page, an uploaded file, a second factor with a recovery code, releases that ran, and a command. */
export const insertBackedUpRows = async (url: string) => {
  for (const row of [
    `page_content (client_id, page_id, url, title, version) VALUES ('bakery', 'home', 'https://example.com/', 'Bread', 1)`,
    `chunk (client_id, page_id, number, heading, text) VALUES ('bakery', 'home', 0, 'Bread', 'We bake at five.')`,
    `document (client_id, page_id, name, content_type, content_hash, bytes) VALUES ('bakery', 'menu', 'menu.txt', 'text/plain', 'abc', '\\x03')`,
    `totp (user_id, secret) VALUES ('staff', '\\x01')`,
    `release (release) VALUES ('one'), ('two')`,
    `recovery_code (user_id, hash) VALUES ('staff', '\\x02')`,
    `idempotency_key (command_id, fingerprint) VALUES (gen_random_uuid(), 'what was asked')`,
  ])
    await sqlOn(url, `INSERT INTO api.${row}`);
};

/** Returns the worker's jobs. */
export const jobsOf = async (url: string) =>
  sqlOn(
    url,
    `SELECT task_identifier, payload::text, queue_name, run_at, max_attempts, key
     FROM graphile_worker.jobs JOIN graphile_worker._private_jobs USING (id, key, run_at, max_attempts) ORDER BY key`,
  );
