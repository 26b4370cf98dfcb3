import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connectDatabase } from '@landline/api/database';
import { applyLedger, LEDGER_FILE } from '@landline/api/erasure/ledger';
import { migrate as migrateApi } from '@landline/api/migrations';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { migrate as migrateEventStore } from '../event-store/schema.ts';
import { ensureDatabase } from '../postgres/database.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { type Manifest, readArchive } from './archive.ts';
import { FILES, quoted } from './create.ts';
import { verifyBackup } from './verify.ts';

/**
 * Makes an installation out of a backup: its log to the bit, its secrets, and nothing else; read models and scores are made
 * of the log at the first start. The directory must be empty, and the backup whole. What the ledger says was erased is erased
 * before anybody can read it.
 */
export async function restoreBackup(file: string, dataDir: string, ledger?: string): Promise<Manifest> {
  const { manifest, log } = await verifyBackup(file);
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
    const kept = await connected(postgres.url('landline'));
    // Tables come by name, and refer to each other.
    await kept.query("SET session_replication_role = 'replica'");
    await fill(file, manifest, { dataDir, events, kept });
    if (ledger !== undefined) {
      await copyFile(ledger, path.join(dataDir, LEDGER_FILE));
      await applyLedger(dataDir, kept);
    }
    // What a reactor did after the last event in here, it has to do again.
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

interface Target {
  readonly dataDir: string;
  readonly events: pg.Client;
  readonly kept: pg.Client;
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
      entry ??= await tableOf(name, manifest, target);
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

async function tableOf(name: string, manifest: Manifest, { events, kept }: Target) {
  const columns = manifest.entries.find((each) => each.name === name)?.columns ?? [];
  const isLog = name === 'log';
  const table = isLog ? 'event_store.event' : `api.${quoted(name.slice('api/'.length))}`;
  const client = isLog ? events : kept;
  // What migrations have put there is in the backup too.
  await client.query(`TRUNCATE ${table} CASCADE`);
  const into = new PassThrough();
  const copy = `COPY ${table} (${columns.map(quoted).join(', ')}) FROM STDIN (FORMAT binary)`;
  const done = pipeline(into, client.query(from(copy)));
  done.catch(() => undefined); // it is waited for at the entry's end
  return { into, done };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
