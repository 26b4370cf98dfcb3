import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connectDatabase } from '@landline/api/database';
import { applyLedger, LEDGER_FILE } from '@landline/api/erasure/ledger';
import { migrate as migrateApi } from '@landline/api/migrations';
import { ENQUEUE_TEMPORARY_JOBS, migrateJobQueue, TEMPORARY_JOBS } from '@landline/api/reactors/job-queue';
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
 * Makes an installation out of a backup: its log to the bit, its secrets, and what was still to be done; read models and
 * scores are made of the log at the first start. The directory must be empty, and the backup whole. What the ledger says
 * was erased is erased before anybody can read it.
 */
export async function restoreBackup(file: string, dataDir: string, ledger?: string): Promise<Manifest> {
  const { manifest, log } = await verifyBackup(file, await givenKey(undefined));
  if (log?.misfit) throw new Error(`Position ${log.misfit.position} of the log ${log.misfit.reason}`);
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  if ((await readdir(dataDir)).length > 0) throw new Error(`${dataDir} is not empty`);
  const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres') });
  try {
    await ensureDatabase(postgres.url('eventstore'));
    await ensureDatabase(postgres.url('landline'));
    const events = await connected(postgres.url('eventstore'));
    await migrateEventStore(events);
    const pool = await connectDatabase(postgres.url('landline'), { checkRows: false });
    await migrateApi(pool);
    await pool.end();
    await migrateJobQueue(postgres.url('landline'), pino({ level: 'warn' }));
    const kept = await connected(postgres.url('landline'));
    // Tables come by name, and refer to each other.
    await kept.query("SET session_replication_role = 'replica'");
    await kept.query(TEMPORARY_JOBS);
    await empty(manifest, { dataDir, events, kept });
    await fill(file, manifest, { dataDir, events, kept });
    await countOn(kept);
    await kept.query(ENQUEUE_TEMPORARY_JOBS);
    if (ledger !== undefined) {
      await copyFile(ledger, path.join(dataDir, LEDGER_FILE));
      await applyLedger(dataDir, kept);
    }
    // Backups without jobs say how far reactors were when the log had been read: beyond its last event.
    await kept.query('UPDATE api.reactor_checkpoint SET position = least(position, $1::bigint)', [
      manifest.position,
    ]);
    await events.query('ANALYZE');
    await kept.query('ANALYZE');
    await events.end();
    await kept.end();
  } finally {
    await postgres.stop();
  }
  return manifest;
}

const LOG = 'log';
const TABLE = 'api/';

/** Where the rows of an entry belong. */
function tableCalled(name: string): string {
  if (name === LOG) return 'event_store.event';
  return name === JOBS ? 'undone_job' : `api.${quoted(name.slice(TABLE.length))}`;
}

interface Target {
  readonly dataDir: string;
  readonly events: pg.Client;
  readonly kept: pg.Client;
}

/** What migrations have put there is in the backup too. All at once: emptying a table empties those that refer to it. */
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
  done.catch(() => undefined); // it is waited for at the entry's end
  return { into, done };
}

/** Rows that are numbered go on behind the last one. */
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

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
