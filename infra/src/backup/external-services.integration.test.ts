import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { TEST_CERTIFICATE } from '@landline/api/testing/certificate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventStore, startEventStore } from '../event-store/server.ts';
import { LANDLINE } from '../testing/cli.ts';
import { until } from '../testing/crashable-services.ts';
import { backedUpRows, readModels, sqlOn } from '../testing/database-contents.ts';
import { type Caller, signInTo } from '../testing/http.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { startTestPostgres, type TestPostgres } from '../testing/services.ts';

const SUPER_ADMIN = { email: 'root@example.com', password: 'Correct-horse-battery-1' };
const JWT_SECRET = 'a secret of a test, which is long enough';

/** PostgreSQL clusters of the event stores and of the read models. */
let log: TestPostgres;
let reads: TestPostgres;
let eventStore: EventStore;
let product: Product;
let directory: string;
let env: Record<string, string>;
let backup: string;

const startSecuredEventStore = async (database: string) =>
  startEventStore({
    databaseUrl: await log.database(database),
    port: 0,
    access: {
      certificate: TEST_CERTIFICATE.cert,
      privateKey: TEST_CERTIFICATE.key,
      username: 'landline',
      password: 'only in this test',
    },
  });
const urlOf = (store: EventStore) => store.url.replace('127.0.0.1', 'localhost');

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-distributed-'));
  await chmod(directory, 0o755); // so that PostgreSQL's account can enter the directory
  backup = path.join(directory, 'landline.backup');
  [log, reads] = await Promise.all([startTestPostgres(), startTestPostgres()]);
  eventStore = await startSecuredEventStore('eventstore');
  await writeFile(path.join(directory, 'ca.pem'), TEST_CERTIFICATE.cert);
  await writeFile(path.join(directory, 'jwt'), JWT_SECRET, { mode: 0o600 });
  await writeFile(path.join(directory, 'password'), SUPER_ADMIN.password, { mode: 0o600 });
  env = {
    DATABASE_URL: await reads.database('landline'),
    EVENTSTORE_URL: urlOf(eventStore),
    EVENTSTORE_USERNAME: 'landline',
    EVENTSTORE_PASSWORD: 'only in this test',
    EVENTSTORE_CA_FILE: path.join(directory, 'ca.pem'),
    JWT_SECRET_FILE: path.join(directory, 'jwt'),
    SUPERADMIN_EMAIL: SUPER_ADMIN.email,
    SUPERADMIN_PASSWORD_FILE: path.join(directory, 'password'),
    DEMO_DATA: 'off',
    ANCHOR_EVERY_MS: '200',
  };
  product = await startProduct({ env });
});
afterAll(async () => {
  await product?.dispose();
  await eventStore?.close();
  await Promise.all([log?.dispose(), reads?.dispose()]);
  await rm(directory, { recursive: true, force: true });
});

const landline = (variables: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: directory, env: { ...process.env, ...env, ...variables } };
    const child = execFile(process.execPath, [LANDLINE, ...args], options, (_failed, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });

const addClient = (staff: Caller, name: string) =>
  staff.command('POST', '/api/ai/clients', { name, primary_domain: `${name}.example` }, name);

const clientNames = async (staff: Caller) => {
  const clients = await staff.get<{ name: string }[]>('/api/ai/clients?limit=50');
  return clients.map(({ name }) => name).sort();
};

describe('a backup of an installation with external services', () => {
  test('is created while the installation runs, and recorded in the log', async () => {
    const staff = await signInTo(product.url, SUPER_ADMIN);
    await addClient(staff, 'bakery');
    const { dataDir: DATA_DIR } = product;
    expect(await landline({ DATA_DIR }, 'backup', 'create', backup)).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /contains everything except the event log, which must reach position \d+/,
      ),
    });
    expect(await landline({ DATA_DIR }, 'backup', 'verify', backup)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The event log is not in the backup'),
    });
    const recorded = await landline({ DATA_DIR }, 'audit', 'list', '--type', 'BackupRecorded', '--json');
    expect(JSON.parse(recorded.stdout)).toHaveLength(1);
    await addClient(staff, 'brewery');
  });

  const restore = (variables: Record<string, string>) =>
    landline(variables, 'backup', 'restore', backup, '--no-erasures');

  test('is rejected for a log without its last event, and nothing is written', async () => {
    const other = await startSecuredEventStore('other');
    const DATA_DIR = path.join(directory, 'refused');
    try {
      const DATABASE_URL = await reads.database('refused');
      const { code, stdout, stderr } = await restore({
        DATA_DIR,
        DATABASE_URL,
        EVENTSTORE_URL: urlOf(other),
      });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(
        /^Not restored: the backup ends at position \d+ with event [\w-]{36}, and the log/,
      );
      expect(stderr.trim().split('\n')).toHaveLength(1);
      await expect(readdir(DATA_DIR)).rejects.toThrow('ENOENT');
    } finally {
      await other.close();
    }
  });

  test('is rejected for a database that is in use, and without an event store', async () => {
    const DATA_DIR = path.join(directory, 'refused');
    expect(await restore({ DATA_DIR })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Not restored: the database of DATABASE_URL already holds an installation; name an empty one\n',
    });
    expect(await restore({ DATA_DIR, DATABASE_URL: '', EVENTSTORE_URL: '' })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Not restored: the backup refers to the log of an event store; set EV/),
    });
  });

  test('is restored into an empty database by an account without superuser rights, and includes later events of the log', async () => {
    const staff = await signInTo(product.url, SUPER_ADMIN);
    const names = await clientNames(staff);
    expect(names).toEqual(['bakery', 'brewery']);
    const before = {
      models: await readModels(env.DATABASE_URL ?? ''),
      kept: await backedUpRows(env.DATABASE_URL ?? ''),
    };
    await product.kill('SIGTERM');

    const DATABASE_URL = await restrictedDatabase();
    const DATA_DIR = path.join(directory, 'restored');
    expect(await restore({ DATA_DIR, DATABASE_URL })).toMatchObject({ code: 0, stderr: '' });
    expect((await readFile(path.join(DATA_DIR, 'jwt-secret'), 'utf8')).trim()).toBe(JWT_SECRET);
    env = { ...env, DATABASE_URL };
    const { dataDir } = product;
    product = await startProduct({ env, dataDir: DATA_DIR });
    await rm(dataDir, { recursive: true });
    const again = await signInTo(product.url, SUPER_ADMIN);
    await until('all clients are back', async () => (await clientNames(again)).length === 2);
    expect(await clientNames(again)).toEqual(names);
    const kept = await backedUpRows(DATABASE_URL);
    expect(kept.subject_key).toBe(before.kept.subject_key);
    const models = await until('the read models are as before', async () => {
      const now = await readModels(DATABASE_URL);
      return now.client === before.models.client && now.staff === before.models.staff && now;
    });
    expect(Object.keys(models).sort()).toEqual(Object.keys(before.models).sort());
    await until('the log is verified with the restored key', async () => {
      const { code, stdout } = await landline({ DATA_DIR }, 'events', 'verify');
      return code === 0 && stdout.includes('match');
    });
  });
});

/** Creates a database whose owner has no other rights. */
async function restrictedDatabase(): Promise<string> {
  const admin = await reads.database('postgres');
  await sqlOn(admin, `CREATE ROLE owner LOGIN PASSWORD 'owner'`);
  await sqlOn(admin, 'CREATE DATABASE restored OWNER owner');
  const url = new URL(reads.url('restored'));
  url.username = 'owner';
  url.password = 'owner';
  return url.href;
}
