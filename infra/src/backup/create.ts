import path from 'node:path';
import { readIfThere } from '@landline/api/if-there';
import { JOB_COLUMNS, UNDONE_JOBS } from '@landline/api/reactors/job-queue';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { LOG_COLUMNS } from '../anchor/rows.ts';
import { type Manifest, type Source, writeArchive } from './archive.ts';

/** Secrets of an embedded installation beside its databases. How far it is anchored is told by the log itself. */
export const FILES = ['jwt-secret', 'anchor-key.pem', 'superadmin.json', 'demo.json'] as const;

/** Of the api's own tables, what is true for a moment only: sessions, counters, what was done already at a start. */
const NOT_KEPT = ['migration', 'session', 'refresh_token', 'impersonation', 'rate_limit'];
/** How far events were reacted to: it belongs to the jobs. */
const CHECKPOINT = 'reactor_checkpoint';
export const JOBS = 'jobs';

interface Installation {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly eventStoreDatabaseUrl: string;
}

/**
 * Backs up the log and the secrets while commands flow, each database in a snapshot. First what was still to be done, so
 * that no job is missing which the log says is not over; then the log; and what `api` keeps after it: a subject's key is
 * made before the first event under it, so no event in the backup lacks one that it had.
 */
export async function createBackup(installation: Installation, file: string): Promise<Manifest> {
  const undone = await snapshotOf(installation.databaseUrl);
  const events = await snapshotOf(installation.eventStoreDatabaseUrl);
  try {
    const { rows } = await events.query<{ position: string; events: number }>(
      'SELECT coalesce(max(position), -1) AS position, count(*)::int AS events FROM event_store.event',
    );
    const [head] = rows;
    if (head === undefined) throw new Error('The log says nothing of itself');
    return await writeArchive(file, sourcesOf(installation, undone, events), () => head);
  } finally {
    await events.end();
    await undone.end();
  }
}

async function* sourcesOf(
  { dataDir, databaseUrl }: Installation,
  undone: pg.Client,
  events: pg.Client,
): AsyncGenerator<Source> {
  for (const name of FILES) {
    const content = await readIfThere(path.join(dataDir, name));
    if (content !== undefined) yield { name: `file/${name}`, pieces: [content] };
  }
  yield copied(undone, JOBS, UNDONE_JOBS, JOB_COLUMNS);
  yield* tablesOf(undone, (table) => table === CHECKPOINT);
  yield copied(
    events,
    'log',
    `SELECT ${LOG_COLUMNS.join(', ')} FROM event_store.event ORDER BY position`,
    LOG_COLUMNS,
  );
  const kept = await snapshotOf(databaseUrl);
  try {
    yield* tablesOf(kept, (table) => table !== CHECKPOINT && !NOT_KEPT.includes(table));
  } finally {
    await kept.end();
  }
}

const copied = (client: pg.Client, name: string, query: string, columns: readonly string[]): Source => ({
  name,
  columns,
  pieces: client.query(to(`COPY (${query}) TO STDOUT (FORMAT binary)`)) as AsyncIterable<Buffer>,
});

export const quoted = (name: string) => pg.escapeIdentifier(name);

/** Those of `api`'s own tables. */
async function* tablesOf(client: pg.Client, isWanted: (table: string) => boolean): AsyncGenerator<Source> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text ORDER BY ordinal_position) AS columns
     FROM information_schema.columns WHERE table_schema = 'api' AND is_generated = 'NEVER'
     GROUP BY table_name ORDER BY table_name`,
  );
  for (const { table, columns } of rows) {
    if (!isWanted(table)) continue;
    const query = `SELECT ${columns.map(quoted).join(', ')} FROM api.${quoted(table)}`;
    yield copied(client, `api/${table}`, query, columns);
  }
}

async function snapshotOf(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'landline backup' });
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query('SELECT'); // the first statement takes the snapshot
  return client;
}
