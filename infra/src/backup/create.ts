import path from 'node:path';
import { JOB_COLUMNS, UNFINISHED_JOBS } from '@landline/api/platform/reactors/job-queue';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';
import { withSecrets } from '@landline/runtime/process/environment';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { LOG_COLUMNS } from '../anchor/event-rows.ts';
import { type Manifest, type Source, writeArchive } from './archive.ts';
import { isAnchored, readLastEvent } from './external-log.ts';

/** Files with the secrets of an installation; its databases do not contain them. */
export const SECRET_FILES = ['jwt-secret', 'anchor-key.pem', 'superadmin.json', 'demo.json'] as const;
/** Environment variable that replaces a file. */
const VARIABLE_OF_FILE: Partial<Record<(typeof SECRET_FILES)[number], string>> = {
  'jwt-secret': 'JWT_SECRET',
  'anchor-key.pem': 'ANCHOR_KEY',
};

/**
 * Tables of the API that backups leave out: transient state (sessions, counters, completed startup steps, earlier
 * backups), and operator tokens, because a restore would bring back revoked ones.
 */
const EXCLUDED_TABLES = [
  'migration',
  'backup',
  'session',
  'operator_token',
  'refresh_token',
  'impersonation',
  'rate_limit',
];
/** Checkpoints of the reactors, which are backed up with the jobs. */
const CHECKPOINT = 'reactor_checkpoint';
export const JOBS_ENTRY = 'jobs';

interface Installation {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  /** Undefined for an external event store, which has its own backup. */
  readonly eventStoreDatabaseUrl?: string | undefined;
}

/**
 * Backs up the log and the secrets while commands run, each database in one snapshot. Order matters: first the jobs,
 * so that the backup has every job that its log does not report as done; then the log, or the position that the log's
 * own backup must reach; then the API's tables, because a subject's key is created before the first event it
 * encrypts. Throws before it writes anything if a secret is missing.
 */
export async function createBackup(installation: Installation, file: string): Promise<Manifest> {
  const { databaseUrl, eventStoreUrl, eventStoreDatabaseUrl } = installation;
  const secrets = await readSecrets(installation);
  const jobsSnapshot = await snapshotOf(databaseUrl);
  try {
    if (eventStoreDatabaseUrl !== undefined)
      return await withLog(eventStoreDatabaseUrl, file, (events) =>
        sourcesOf(databaseUrl, secrets, jobsSnapshot, events),
      );
    const last = await readLastEvent(eventStoreUrl);
    return await writeArchive(file, sourcesOf(databaseUrl, secrets, jobsSnapshot), () => ({
      ...last,
      events: 0,
    }));
  } finally {
    await jobsSnapshot.end();
  }
}

/** Reads the secrets. Throws if a required one is neither in a variable nor in `dataDir`. */
async function readSecrets({ dataDir, eventStoreUrl }: Installation): Promise<Source[]> {
  const environment = withSecrets();
  const hasAnchors = await isAnchored(eventStoreUrl); // check first: the key is created before the first anchor is written
  const secrets: Source[] = [];
  for (const name of SECRET_FILES) {
    const variable = VARIABLE_OF_FILE[name];
    const value = variable && environment[variable];
    const content = value ? Buffer.from(value) : await readFileIfExists(path.join(dataDir, name));
    if (content !== undefined) secrets.push({ name: `file/${name}`, pieces: [content] });
    else if (variable && (name !== 'anchor-key.pem' || hasAnchors))
      throw new Error(
        `Not backed up: set ${variable}, or run the command with the DATA_DIR that holds ${name}`,
      );
  }
  return secrets;
}

async function withLog(
  eventStoreDatabaseUrl: string,
  file: string,
  sources: (events: pg.Client) => AsyncIterable<Source>,
): Promise<Manifest> {
  const events = await snapshotOf(eventStoreDatabaseUrl);
  try {
    const { rows } = await events.query<{ position: string; events: number }>(
      'SELECT coalesce(max(position), -1) AS position, count(*)::int AS events FROM event_store.event',
    );
    const [head] = rows;
    if (head === undefined) throw new Error('The events could not be counted');
    return await writeArchive(file, sources(events), () => head);
  } finally {
    await events.end();
  }
}

/** Yields the contents of a backup. `jobsSnapshot` and `events` are connections, each in its own snapshot. */
async function* sourcesOf(
  databaseUrl: string,
  secrets: readonly Source[],
  jobsSnapshot: pg.Client,
  events?: pg.Client,
): AsyncGenerator<Source> {
  yield* secrets;
  yield tableSource(jobsSnapshot, JOBS_ENTRY, UNFINISHED_JOBS, JOB_COLUMNS);
  yield* tablesOf(jobsSnapshot, (table) => table === CHECKPOINT);
  if (events) {
    const query = `SELECT ${LOG_COLUMNS.join(', ')} FROM event_store.event ORDER BY position`;
    yield tableSource(events, 'log', query, LOG_COLUMNS);
  }
  const snapshot = await snapshotOf(databaseUrl);
  try {
    yield* tablesOf(snapshot, (table) => table !== CHECKPOINT && !EXCLUDED_TABLES.includes(table));
  } finally {
    await snapshot.end();
  }
}

const tableSource = (client: pg.Client, name: string, query: string, columns: readonly string[]): Source => ({
  name,
  columns,
  pieces: client.query(to(`COPY (${query}) TO STDOUT (FORMAT binary)`)) as AsyncIterable<Buffer>,
});

/** Yields the tables of schema `api` that `isWanted` selects. */
async function* tablesOf(client: pg.Client, isWanted: (table: string) => boolean): AsyncGenerator<Source> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text ORDER BY ordinal_position) AS columns
     FROM information_schema.columns WHERE table_schema = 'api' AND is_generated = 'NEVER'
     GROUP BY table_name ORDER BY table_name`,
  );
  for (const { table, columns } of rows) {
    if (!isWanted(table)) continue;
    const query = `SELECT ${columns.map(pg.escapeIdentifier).join(', ')} FROM api.${pg.escapeIdentifier(table)}`;
    yield tableSource(client, `api/${table}`, query, columns);
  }
}

async function snapshotOf(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'landline backup' });
  client.on('error', () => undefined); // the running query rejects; after its last one, a snapshot is not needed
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query('SELECT'); // the first statement takes the snapshot
  return client;
}
