import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { TEST_CERTIFICATE } from '@landline/api/testing/certificate';
import { withConnection } from '@landline/runtime/postgres/connection';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './testing/crashable-services.ts';
import { sqlOn } from './testing/database-contents.ts';
import { type EventStoreProcess, startEventStoreProcess } from './testing/event-store-process.ts';
import { signInTo } from './testing/http.ts';
import { type Product, startProduct } from './testing/product.ts';
import { startTestPostgres, type TestPostgres } from './testing/services.ts';

const SUPER_ADMIN = { email: 'root@example.com', password: 'Correct-horse-battery-1' };

let directory: string;
let postgres: TestPostgres;
let eventStore: EventStoreProcess;
let product: Product;

/** Returns a connection string that verifies the server. Uses `localhost`, which the certificate names. */
const securedUrl = (database: string, authority = path.join(directory, 'ca.pem')) => {
  const url = new URL(postgres.url(database));
  url.hostname = 'localhost';
  url.searchParams.set('sslmode', 'verify-full');
  if (authority !== '') url.searchParams.set('sslrootcert', authority);
  return url.href;
};

/** Gives the server a certificate and makes it reject connections without TLS. */
async function requireTls(): Promise<void> {
  const cluster = path.join(postgres.dataDir, 'cluster');
  const { uid, gid } = await stat(cluster);
  for (const [name, content] of Object.entries({
    'server.crt': `${TEST_CERTIFICATE.cert}\n`,
    'server.key': `${TEST_CERTIFICATE.key}\n`,
    'pg_hba.conf': 'hostssl all all all scram-sha-256\n',
  })) {
    const file = path.join(cluster, name);
    await writeFile(file, content, { mode: 0o600 });
    await chown(file, uid, gid);
  }
  const url = await postgres.database('landline');
  await postgres.database('eventstore');
  await sqlOn(url, `ALTER SYSTEM SET ssl = 'on'`);
  await sqlOn(url, 'SELECT pg_reload_conf()');
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-tls-'));
  await chmod(directory, 0o755); // so that PostgreSQL's account can enter the directory
  await writeFile(path.join(directory, 'ca.pem'), TEST_CERTIFICATE.cert);
  postgres = await startTestPostgres();
  await requireTls();
  await until('the server has read its settings', async () => {
    const rows = await sqlOn(securedUrl('landline'), 'SELECT').catch(() => []); // not yet
    return rows.length === 1;
  });
  eventStore = await startEventStoreProcess({ databaseUrl: securedUrl('eventstore') });
  const url = new URL(securedUrl('landline'));
  await writeFile(path.join(directory, 'password'), `${decodeURIComponent(url.password)}\n`, { mode: 0o600 });
  url.password = '';
  product = await startProduct({
    env: {
      DATABASE_URL: url.href,
      DATABASE_PASSWORD_FILE: path.join(directory, 'password'),
      EVENTSTORE_URL: eventStore.url,
      JWT_SECRET: 'a secret of a test, which is long enough',
      SUPERADMIN_EMAIL: SUPER_ADMIN.email,
      SUPERADMIN_PASSWORD: SUPER_ADMIN.password,
      DEMO_DATA: 'off',
    },
  });
});
afterAll(async () => {
  await product?.dispose();
  await eventStore?.stop();
  await postgres?.dispose();
  await rm(directory, { recursive: true, force: true });
});

test('every process works over TLS, and the server accepts nothing else', async () => {
  await expect(sqlOn(postgres.url('landline'), 'SELECT')).rejects.toThrow(/pg_hba\.conf|no encryption/);
  const staff = await signInTo(product.url, SUPER_ADMIN);
  const body = { name: 'Acme', primary_domain: 'acme.example' };
  await staff.command('POST', '/api/ai/clients', body, 'acme');
  const rows = await sqlOn<{ name: string; ssl: boolean }>(
    securedUrl('landline'),
    `SELECT application_name AS name, ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
     WHERE backend_type = 'client backend'`,
  );
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.filter(({ ssl }) => !ssl)).toEqual([]);
});

test('rejects an untrusted certificate without waiting', async () => {
  await expect(withConnection(securedUrl('landline', ''), 'test', async () => undefined)).rejects.toThrow(
    "PostgreSQL's certificate is not trusted; set sslrootcert in DATABASE_URL to the file of its certificate authority",
  );
});
