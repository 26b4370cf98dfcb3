import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eventually, startTestApi } from '@landline/api/testing/api';
import { startProcess, type TestProcess } from '@landline/api/testing/processes';
import { SYSTEM } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anchorLog } from '../anchor/anchor.ts';
import { signingKey } from '../anchor/signing.ts';
import { startPostgres } from '../postgres/postgres.ts';
import {
  backedUpRows,
  insertBackedUpRows,
  jobsOf,
  logUpTo,
  readModels,
  sqlOn,
} from '../testing/database-contents.ts';
import { startEventStoreProcess } from '../testing/event-store-process.ts';
import { DamagedBackupError } from './archive.ts';
import { createBackup } from './create.ts';
import { restoreBackup } from './restore.ts';
import { verifyBackup } from './verify.ts';

const EVENTS = 3_000;
const PER_APPEND = 25;

/** Number of changed bits, spread over the backup. */
const FLIPS = 100;

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess;
let dir: string;
let installation: {
  dataDir: string;
  databaseUrl: string;
  eventStoreUrl: string;
  eventStoreDatabaseUrl: string;
};

beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  dir = await mkdtemp(path.join(os.tmpdir(), 'landline-backup-'));
  await chmod(dir, 0o755); // so that PostgreSQL's account can enter the directory
  const { databaseUrl, eventStoreUrl, postgres } = api.services;
  installation = { dataDir: dir, databaseUrl, eventStoreUrl, eventStoreDatabaseUrl: postgres.url('events') };
  await writeFile(path.join(dir, 'jwt-secret'), 'a secret that only tests know\n');
  await api.signIn('SuperAdmin');
  await api.signIn('ClientUser');
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
  await rm(dir, { recursive: true, force: true });
});

const classify = (number: number) =>
  api.ports.commands.append({
    stream: `judgement-everyone-${number}`,
    events: Array.from({ length: PER_APPEND }, (_, index) => ({
      type: 'PropertyClassified',
      data: {
        candidate_id: randomUUID(),
        dataset_key: 'lebanon',
        scope: 'everyone',
        judged_by: `judge-${number % 5}`,
        property_type: 'adu',
        classification: index % 3 === 0 ? 'bad' : 'good',
        notes: `too steep ${index}`,
        factor_ids: [],
        original_score: 71.5,
      },
    })),
    expectedRevision: -1n,
    commandId: randomUUID(),
    actor: SYSTEM,
    correlationId: randomUUID(),
  });

const anchor = async () =>
  anchorLog({ client: api.ports.eventStore.client, key: await signingKey(dir, undefined), dataDir: dir });

const caughtUp = (url: string, position: bigint) =>
  eventually(
    'every read model is there',
    async () => {
      const rows = await sqlOn<{ behind: number; live: number }>(
        url,
        `SELECT count(*) FILTER (WHERE c.position < $1)::int AS behind, count(*)::int AS live
         FROM read.projector p JOIN read.checkpoint c ON c.projector = p.name AND c.generation = p.live_generation`,
        [String(position)],
      ).catch(() => []);
      return rows[0] !== undefined && rows[0].live > 10 && rows[0].behind === 0;
    },
    60_000,
  );

describe('a backup', () => {
  test('needs no key if the log was never anchored', async () => {
    const file = path.join(dir, 'unanchored.backup');
    await createBackup(installation, file);
    expect((await verifyBackup(file)).log).toBeUndefined();
  });

  test('contains the complete, verifiable log up to one position while commands run', async () => {
    let flowing = true;
    const flow = (async () => {
      for (let number = 0; number < EVENTS / PER_APPEND; number++) {
        await classify(number);
        if (number === 60) await anchor();
      }
      flowing = false;
    })();
    await eventually('a third of the events', async () => (await api.head()) > BigInt(EVENTS / 3));
    const file = path.join(dir, 'flowing.backup');
    const backup = await createBackup(installation, file);
    const wasFlowing = flowing;
    await flow;
    expect(wasFlowing).toBe(true);
    const { manifest, log } = await verifyBackup(file);
    expect(manifest).toEqual(backup);
    expect(log?.mismatch ?? null).toBeNull();
    const restored = path.join(dir, 'flowing');
    await restoreBackup(file, restored);
    const postgres = await startPostgres({ dataDir: path.join(restored, 'postgres') });
    try {
      const [copied] = await logUpTo(postgres.url('eventstore'), '9223372036854775807');
      expect(copied).toEqual((await logUpTo(installation.eventStoreDatabaseUrl, backup.position))[0]);
      // The backup contains every key that encrypts something in it.
      const [keys] = await sqlOn(
        postgres.url('landline'),
        `SELECT count(*)::int AS keys FROM api.subject_key WHERE subject LIKE 'user:judge-%'`,
      );
      expect(keys).toEqual({ keys: 5 });
    } finally {
      await postgres.stop('immediate');
    }
  });

  test('restores every read model row for row', async () => {
    await anchor();
    const head = await api.head();
    await insertBackedUpRows(installation.databaseUrl);
    const file = path.join(dir, 'quiet.backup');
    await createBackup(installation, file);
    const { log } = await verifyBackup(file);
    expect(log).toMatchObject({ mismatch: null, tail: 1 });
    const restored = path.join(dir, 'quiet');
    await restoreBackup(file, restored);
    expect(await readFile(path.join(restored, 'jwt-secret'), 'utf8')).toBe('a secret that only tests know\n');
    const postgres = await startPostgres({ dataDir: path.join(restored, 'postgres') });
    const eventStore = await startEventStoreProcess({ databaseUrl: postgres.url('eventstore') });
    const databaseUrl = postgres.url('landline');
    expect(await backedUpRows(databaseUrl)).toEqual(await backedUpRows(installation.databaseUrl));
    const release = `INSERT INTO api.release (release) VALUES ('three') RETURNING number`;
    expect(await sqlOn(databaseUrl, release)).toEqual(await sqlOn(installation.databaseUrl, release));
    const there = await startProcess('projections', { databaseUrl, eventStoreUrl: eventStore.url });
    try {
      await caughtUp(databaseUrl, head);
      await caughtUp(installation.databaseUrl, head);
      const models = await readModels(databaseUrl);
      expect(models).toEqual(await readModels(installation.databaseUrl));
      expect(models.classification).toMatch(new RegExp(`^${EVENTS} `));
    } finally {
      await there.stop();
      await eventStore.stop();
      await postgres.stop('immediate');
    }
  });

  test('contains unfinished jobs, which run after the restore', async () => {
    const { databaseUrl } = installation;
    await sqlOn(
      databaseUrl,
      `SELECT graphile_worker.add_job('erasure.erase', '{"erasure_id": "e"}', queue_name => 'erasure', max_attempts => 7,
         run_at => '2030-01-02T03:04:05Z', job_key => 'waits'),
       graphile_worker.add_job('erasure.erase', '{"erasure_id": "given up"}', max_attempts => 1, job_key => 'given up')`,
    );
    await sqlOn(databaseUrl, `UPDATE graphile_worker._private_jobs SET attempts = 1 WHERE key = 'given up'`);
    await sqlOn(
      databaseUrl,
      `INSERT INTO api.reactor_checkpoint (name, log_id, position, since) VALUES ('reactors', $1, 17, '2024-05-06Z')
       ON CONFLICT (name) DO UPDATE SET position = excluded.position, since = excluded.since`,
      [api.ports.logId],
    );
    const file = path.join(dir, 'waiting.backup');
    await createBackup(installation, file);
    const restored = path.join(dir, 'waiting');
    await restoreBackup(file, restored);
    const postgres = await startPostgres({ dataDir: path.join(restored, 'postgres') });
    try {
      const there = postgres.url('landline');
      const waiting = (await jobsOf(databaseUrl)).filter(({ key }) => key !== 'given up');
      expect(await jobsOf(there)).toEqual(waiting);
      expect(waiting).toContainEqual(expect.objectContaining({ key: 'waits', queue_name: 'erasure' }));
      expect(
        await sqlOn(there, 'SELECT log_id::text, position::int, since FROM api.reactor_checkpoint'),
      ).toEqual([{ log_id: api.ports.logId, position: 17, since: new Date('2024-05-06Z') }]);
    } finally {
      await postgres.stop('immediate');
    }
  });

  test('verifies the log with the given key, and rejects another key', async () => {
    const file = path.join(dir, 'signed.backup');
    await createBackup(installation, file);
    const { log } = await verifyBackup(file, await signingKey(dir, undefined));
    expect(log).toMatchObject({ mismatch: null });
    expect(log?.anchors).toBeGreaterThan(0);
    const elsewhere = path.join(dir, 'elsewhere');
    const stranger = await signingKey(elsewhere, undefined);
    expect((await verifyBackup(file, stranger)).log?.mismatch).toMatchObject({ type: 'LogAnchored' });
  });

  test('rejects a changed or truncated backup, a directory that is not empty, and external servers', async () => {
    const file = path.join(dir, 'quiet.backup');
    const bytes = await readFile(file);
    const damaged = path.join(dir, 'damaged.backup');
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(changed.length >> 1) ^ 4, changed.length >> 1);
    await writeFile(damaged, changed);
    await expect(verifyBackup(damaged)).rejects.toThrow(DamagedBackupError);
    await writeFile(damaged, bytes.subarray(0, bytes.length - 100));
    await expect(verifyBackup(damaged)).rejects.toThrow(DamagedBackupError);
    await expect(restoreBackup(file, dir)).rejects.toThrow('is not empty');
    const other = path.join(dir, 'other');
    await expect(
      restoreBackup(file, other, undefined, { eventStoreUrl: 'esdb://events.example.com:2113' }),
    ).rejects.toThrow(
      'Not restored: a backup with a log can only be restored into the embedded services, and EVENTSTORE_URL',
    );
    await expect(
      restoreBackup(file, other, undefined, { databaseUrl: 'postgres://db.example.com/landline' }),
    ).rejects.toThrow('DATABASE_URL names another server');
  });

  test.each(['not JSON', '{"other":"line"}'])('is not restored with a ledger of %s', async (line) => {
    const ledger = path.join(dir, 'ledger');
    const target = path.join(dir, 'unrestored');
    await writeFile(ledger, `${line}\n`);
    await expect(restoreBackup(path.join(dir, 'quiet.backup'), target, ledger)).rejects.toThrow(
      'Not restored: the erasure ledger cannot be read',
    );
    await expect(readdir(target)).rejects.toThrow('ENOENT');
  });

  test('rejects a backup wherever one bit was changed', async () => {
    const bytes = await readFile(path.join(dir, 'quiet.backup'));
    const damaged = path.join(dir, 'bit.backup');
    const places = Array.from({ length: FLIPS }, (_, n) => [
      Math.floor((n * bytes.length) / FLIPS),
      1 << (n % 8),
    ]);
    const IGNORED_BY_ZSTD = [4, 1 << 4]; // RFC 8878 §3.1.1.1.1: the unpacked bytes do not change
    for (const [at = 0, bit = 0] of [
      IGNORED_BY_ZSTD,
      ...places,
      [bytes.length - 1, 1],
      [bytes.length - 40, 1],
    ]) {
      bytes.writeUInt8(bytes.readUInt8(at) ^ bit, at);
      await writeFile(damaged, bytes);
      const outcome = await verifyBackup(damaged).then(
        () => 'whole',
        (error) => error,
      );
      expect(outcome, `bit ${bit} of byte ${at}`).toBeInstanceOf(DamagedBackupError);
      bytes.writeUInt8(bytes.readUInt8(at) ^ bit, at);
    }
  });

  test('fails without a secret, and writes nothing', async () => {
    const incomplete = path.join(dir, 'incomplete');
    await mkdir(incomplete);
    const make = () =>
      createBackup({ ...installation, dataDir: incomplete }, path.join(incomplete, 'backup'));
    await expect(make()).rejects.toThrow(
      'Not backed up: set JWT_SECRET, or run the command with the DATA_DIR that holds jwt-secret',
    );
    await writeFile(path.join(incomplete, 'jwt-secret'), 'a secret that only tests know\n');
    await expect(make()).rejects.toThrow(
      'Not backed up: set ANCHOR_KEY, or run the command with the DATA_DIR that holds anchor-key.pem',
    );
    expect(await readdir(incomplete)).toEqual(['jwt-secret']);
  });

  test('fails if it cannot read a secret', async () => {
    const unreadable = path.join(dir, 'unreadable');
    await mkdir(path.join(unreadable, 'jwt-secret'), { recursive: true });
    const backup = createBackup({ ...installation, dataDir: unreadable }, path.join(dir, 'partial.backup'));
    await expect(backup).rejects.toThrow('EISDIR');
  });
});
