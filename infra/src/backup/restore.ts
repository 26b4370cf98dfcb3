import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { destroyKeys, LEDGER_FILE, subjectsIn } from '@landline/api/operations/erasure/ledger';
import { purgeStorage } from '@landline/api/operations/erasure/purge-storage';
import { migrate as migrateApi } from '@landline/api/platform/migrations';
import {
  CREATE_UNFINISHED_JOB_TABLE,
  ENQUEUE_UNFINISHED_JOBS,
  migrateJobQueue,
} from '@landline/api/platform/reactors/job-queue';
import { withConnection } from '@landline/runtime/postgres/connection';
import { createLogger } from '@landline/runtime/process/logger';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { readPublicKey } from '../anchor/verify.ts';
import { migrate as migrateEventStore } from '../event-store/schema.ts';
import { ensureDatabase } from '../postgres/database.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { type Manifest, readArchive } from './archive.ts';
import { JOBS_ENTRY, SECRET_FILES } from './create.ts';
import { assertHasEvent } from './external-log.ts';
import { verifyBackup } from './verify.ts';

const APPLICATION = 'landline restore';
const logger = createLogger('restore', 'warn', process.stderr);

/** External servers that an installation uses instead of the embedded services. */
interface ExternalServices {
  readonly databaseUrl?: string | undefined;
  readonly eventStoreUrl?: string | undefined;
}

/**
 * Creates an installation from a backup: its log, bit for bit, its secrets and its unfinished jobs. Read models and
 * scores are rebuilt at the first start. The directory must be empty and the backup intact. People listed as erased
 * in the erasure ledger are erased again before anyone can read their data. A backup without a log is restored beside
 * an event store that has the backup's last event, into an empty database.
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  ledger?: string,
  external: ExternalServices = {},
): Promise<Manifest> {
  const { manifest, log } = await verifyBackup(file, await readPublicKey(undefined));
  if (log?.mismatch)
    throw new Error(
      `Not restored: the event at position ${log.mismatch.position} of the log ${log.mismatch.reason}`,
    );
  await assertRestorable(manifest, external);
  const erased = ledger === undefined ? [] : await readErased(ledger);
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  if ((await readdir(dataDir)).length > 0)
    throw new Error(`${dataDir} is not empty; choose an empty DATA_DIR`);
  if (ledger !== undefined) await copyFile(ledger, path.join(dataDir, LEDGER_FILE));
  if (external.databaseUrl !== undefined) {
    await restoreInto({ file, manifest, dataDir, erased, databaseUrl: external.databaseUrl });
    return manifest;
  }
  const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres') });
  try {
    await ensureDatabase(postgres.url('eventstore'));
    await ensureDatabase(postgres.url('landline'));
    const urls = { databaseUrl: postgres.url('landline'), eventsUrl: postgres.url('eventstore') };
    await restoreInto({ file, manifest, dataDir, erased, ...urls });
  } finally {
    await postgres.stop();
  }
  return manifest;
}

async function readErased(ledger: string): Promise<string[]> {
  try {
    return subjectsIn(await readFile(ledger, 'utf8'));
  } catch (cause) {
    throw new Error(`Not restored: the erasure ledger cannot be read (${(cause as Error).message})`, {
      cause,
    });
  }
}

/** Throws if the backup cannot be restored into these services. */
async function assertRestorable(
  { position, eventId }: Manifest,
  { databaseUrl, eventStoreUrl }: ExternalServices,
): Promise<void> {
  if (eventId === undefined) {
    const name = eventStoreUrl ? 'EVENTSTORE_URL' : databaseUrl && 'DATABASE_URL';
    if (name)
      throw new Error(
        `Not restored: a backup with a log can only be restored into the embedded services, and ${name} names another server; unset it`,
      );
    return;
  }
  if (!eventStoreUrl)
    throw new Error(
      'Not restored: the backup refers to the log of an event store; set EVENTSTORE_URL, and DATABASE_URL for a PostgreSQL of your own',
    );
  await assertHasEvent(eventStoreUrl, { position, eventId });
  if (databaseUrl) await assertEmpty(databaseUrl);
}

async function assertEmpty(databaseUrl: string): Promise<void> {
  const isEmpty = await withConnection(databaseUrl, APPLICATION, async (client) => {
    const { rows } = await client.query<{ empty: boolean }>(
      `SELECT to_regnamespace('api') IS NULL AND to_regnamespace('read') IS NULL AS empty`,
    );
    return rows[0]?.empty;
  });
  if (!isEmpty)
    throw new Error(
      'Not restored: the database of DATABASE_URL already holds an installation; name an empty one',
    );
}

interface RestoreTarget {
  readonly file: string;
  readonly manifest: Manifest;
  readonly dataDir: string;
  /** Subjects of the erasure ledger. */
  readonly erased: readonly string[];
  readonly databaseUrl: string;
  /** Database of the embedded event store. */
  readonly eventsUrl?: string;
}

async function restoreInto(target: RestoreTarget): Promise<void> {
  const { databaseUrl, eventsUrl } = target;
  await migrateApi(databaseUrl);
  await migrateJobQueue(databaseUrl, logger);
  const restore = (events?: pg.Client) =>
    withConnection(databaseUrl, APPLICATION, (database) => restoreDatabase(target, database, events));
  if (eventsUrl === undefined) return await restore();
  await withConnection(eventsUrl, APPLICATION, async (events) => {
    await migrateEventStore(events);
    await restore(events);
    await events.query('ANALYZE');
  });
}

async function restoreDatabase(
  { file, manifest, dataDir, erased, databaseUrl }: RestoreTarget,
  database: pg.Client,
  events: pg.Client | undefined,
): Promise<void> {
  const foreignKeys = await dropForeignKeys(database); // tables are restored by name
  await database.query(CREATE_UNFINISHED_JOB_TABLE);
  await truncateTables(manifest, database);
  await copyEntries(file, manifest, { dataDir, events, database });
  for (const foreignKey of foreignKeys) await database.query(foreignKey);
  await continueSequences(database);
  await database.query(ENQUEUE_UNFINISHED_JOBS);
  if ((await destroyKeys(database, erased)) > 0) await purgeStorage(databaseUrl, [], logger);
  // Backups without jobs hold reactor checkpoints beyond the last event of the log.
  await database.query('UPDATE api.reactor_checkpoint SET position = least(position, $1::bigint)', [
    manifest.position,
  ]);
  await database.query('ANALYZE');
}

/** Drops the foreign keys of the `api` schema and returns the statements that create them again. */
async function dropForeignKeys(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ drop: string; add: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'api'::regnamespace`,
  );
  for (const { drop } of rows) await database.query(drop);
  return rows.map(({ add }) => add);
}

const LOG = 'log';
const TABLE = 'api/';

/** Returns the table of an entry. */
function tableOf(name: string): string {
  if (name === LOG) return 'event_store.event';
  return name === JOBS_ENTRY ? 'unfinished_job' : `api.${pg.escapeIdentifier(name.slice(TABLE.length))}`;
}

interface Target {
  readonly dataDir: string;
  readonly events: pg.Client | undefined;
  readonly database: pg.Client;
}

/** Empties the tables of the backup, which also holds the rows that migrations created. */
async function truncateTables({ entries }: Manifest, database: pg.Client): Promise<void> {
  const tables = entries.flatMap(({ name }) => (name.startsWith(TABLE) ? [tableOf(name)] : []));
  if (tables.length > 0) await database.query(`TRUNCATE ${tables.join(', ')}`);
}

async function copyEntries(file: string, manifest: Manifest, target: Target): Promise<void> {
  let entry: { into: Writable; finished: Promise<unknown> } | undefined;
  const content: Buffer[] = [];
  await readArchive(file, {
    async piece(name, bytes) {
      if (name.startsWith('file/')) {
        content.push(Buffer.from(bytes));
        return;
      }
      entry ??= startCopy(name, manifest, target);
      if (!entry.into.write(Buffer.from(bytes)))
        await Promise.race([new Promise((resolve) => entry?.into.once('drain', resolve)), entry.finished]);
    },
    async end(name) {
      const fileName = SECRET_FILES.find((each) => name === `file/${each}`);
      if (fileName)
        await writeFile(path.join(target.dataDir, fileName), Buffer.concat(content.splice(0)), {
          mode: 0o600,
        });
      entry?.into.end();
      await entry?.finished;
      entry = undefined;
    },
  });
}

function startCopy(name: string, manifest: Manifest, { events, database }: Target) {
  const columns = manifest.entries.find((each) => each.name === name)?.columns ?? [];
  const table = tableOf(name);
  const client = name === LOG && events ? events : database;
  const into = new PassThrough();
  const copy = `COPY ${table} (${columns.map(pg.escapeIdentifier).join(', ')}) FROM STDIN (FORMAT binary)`;
  const finished = pipeline(into, client.query(from(copy)));
  finished.catch(() => undefined); // awaited at the end of the entry
  return { into, finished };
}

/** Continues sequences after the last restored row. */
async function continueSequences(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'api' AND is_identity = 'YES'`,
  );
  for (const { table, column } of rows)
    await database.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), max(${pg.escapeIdentifier(column)})) FROM api.${pg.escapeIdentifier(table)}`,
      [`api.${pg.escapeIdentifier(table)}`, column],
    );
}
