import { access, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { applyLedger, LEDGER_FILE } from '@landline/api/operations/erasure/ledger';
import { purgeStorage } from '@landline/api/operations/erasure/purge-storage';
import { migrate as migrateApi } from '@landline/api/platform/migrations';
import {
  ENQUEUE_TEMPORARY_JOBS,
  migrateJobQueue,
  TEMPORARY_JOBS,
} from '@landline/api/platform/reactors/job-queue';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { pino } from 'pino';
import { givenKey } from '../anchor/verify.ts';
import { migrate as migrateEventStore } from '../event-store/schema.ts';
import { ensureDatabase } from '../postgres/database.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { type Manifest, readArchive } from './archive.ts';
import { FILES, JOBS, quoted } from './create.ts';
import { verifyBackup } from './verify.ts';

/**
 * Creates an installation from a backup: its log to the bit, its secrets and its unfinished jobs. Read
 * models and scores are rebuilt at the first start. The directory must be empty and the backup intact.
 * People whom the ledger lists as erased are erased before anyone can read their data.
 */
export async function restoreBackup(file: string, dataDir: string, ledger?: string): Promise<Manifest> {
  const { manifest, log } = await verifyBackup(file, await givenKey(undefined));
  if (log?.misfit)
    throw new Error(
      `Not restored: the event at position ${log.misfit.position} of the log ${log.misfit.reason}`,
    );
  if (ledger !== undefined)
    await access(ledger).catch((cause: Error) => {
      throw new Error(`Not restored: the erasure ledger cannot be read (${cause.message})`, { cause });
    });
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  if ((await readdir(dataDir)).length > 0)
    throw new Error(`${dataDir} is not empty; choose an empty DATA_DIR`);
  const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres') });
  const clients: pg.Client[] = [];
  const connected = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    clients.push(client);
    await client.connect();
    return client;
  };
  try {
    await ensureDatabase(postgres.url('eventstore'));
    await ensureDatabase(postgres.url('landline'));
    const events = await connected(postgres.url('eventstore'));
    await migrateEventStore(events);
    await migrateApi(postgres.url('landline'));
    await migrateJobQueue(postgres.url('landline'), pino({ level: 'warn' }));
    const kept = await connected(postgres.url('landline'));
    // Tables are restored by name, in spite of foreign keys.
    await kept.query("SET session_replication_role = 'replica'");
    await kept.query(TEMPORARY_JOBS);
    await empty(manifest, { dataDir, events, kept });
    await fill(file, manifest, { dataDir, events, kept });
    await countOn(kept);
    await kept.query(ENQUEUE_TEMPORARY_JOBS);
    if (ledger !== undefined) {
      await copyFile(ledger, path.join(dataDir, LEDGER_FILE));
      const destroyed = await applyLedger(dataDir, kept);
      if (destroyed > 0) await purgeStorage(postgres.url('landline'), [], pino({ level: 'warn' }));
    }
    // Backups without jobs hold reactor checkpoints beyond the last event of the log.
    await kept.query('UPDATE api.reactor_checkpoint SET position = least(position, $1::bigint)', [
      manifest.position,
    ]);
    await events.query('ANALYZE');
    await kept.query('ANALYZE');
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
    await postgres.stop();
  }
  return manifest;
}

const LOG = 'log';
const TABLE = 'api/';

/** Returns the table of an entry. */
function tableCalled(name: string): string {
  if (name === LOG) return 'event_store.event';
  return name === JOBS ? 'undone_job' : `api.${quoted(name.slice(TABLE.length))}`;
}

interface Target {
  readonly dataDir: string;
  readonly events: pg.Client;
  readonly kept: pg.Client;
}

/**
 * The backup also holds rows that migrations create. All tables at once: truncating one truncates those
 * that reference it.
 */
async function empty({ entries }: Manifest, { events, kept }: Target): Promise<void> {
  await events.query('TRUNCATE event_store.event');
  const tables = entries.flatMap(({ name }) => (name.startsWith(TABLE) ? [tableCalled(name)] : []));
  if (tables.length > 0) await kept.query(`TRUNCATE ${tables.join(', ')} CASCADE`);
}

async function fill(file: string, manifest: Manifest, target: Target): Promise<void> {
  let entry: { into: Writable; done: Promise<unknown> } | undefined;
  const content: Buffer[] = [];
  await readArchive(file, {
    async piece(name, bytes) {
      if (name.startsWith('file/')) {
        content.push(Buffer.from(bytes));
        return;
      }
      entry ??= filling(name, manifest, target);
      if (!entry.into.write(Buffer.from(bytes)))
        await Promise.race([new Promise((resolve) => entry?.into.once('drain', resolve)), entry.done]);
    },
    async end(name) {
      const fileName = FILES.find((each) => name === `file/${each}`);
      if (fileName)
        await writeFile(path.join(target.dataDir, fileName), Buffer.concat(content.splice(0)), {
          mode: 0o600,
        });
      entry?.into.end();
      await entry?.done;
      entry = undefined;
    },
  });
}

function filling(name: string, manifest: Manifest, { events, kept }: Target) {
  const columns = manifest.entries.find((each) => each.name === name)?.columns ?? [];
  const table = tableCalled(name);
  const client = name === LOG ? events : kept;
  const into = new PassThrough();
  const copy = `COPY ${table} (${columns.map(quoted).join(', ')}) FROM STDIN (FORMAT binary)`;
  const done = pipeline(into, client.query(from(copy)));
  done.catch(() => undefined); // awaited at the end of the entry
  return { into, done };
}

/** Continues sequences after the last restored row. */
async function countOn(kept: pg.Client): Promise<void> {
  const { rows } = await kept.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'api' AND is_identity = 'YES'`,
  );
  for (const { table, column } of rows)
    await kept.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), max(${quoted(column)})) FROM api.${quoted(table)}`,
      [`api.${quoted(table)}`, column],
    );
}
