import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { promisify } from 'node:util';
import { jsonEvent } from '@eventstore/db-client';
import { TEST_CERTIFICATE } from '@landline/api/testing/certificate';
import { openEventStore } from '@landline/runtime/event-store/connection';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventStore, startEventStore } from './event-store/server.ts';
import { freePort } from './postgres/free-port.ts';
import { ROOT } from './supervisor/instance.ts';
import { cliFor } from './testing/cli.ts';
import { until } from './testing/crashable-services.ts';
import { type Caller, signInTo } from './testing/http.ts';
import { type Product, startProduct } from './testing/product.ts';
import { startTestPostgres, type TestPostgres } from './testing/services.ts';

const USERNAME = 'landline-writer';
const PASSWORD = 'p@ss: word/1?';

let directory: string;
let postgres: TestPostgres;
let eventStore: EventStore;
let product: Product;
let staff: Caller;
let env: Record<string, string>;

const serve = async (password: string, port = 0) =>
  startEventStore({
    databaseUrl: await postgres.database('eventstore'),
    port,
    access: {
      certificate: TEST_CERTIFICATE.cert,
      privateKey: TEST_CERTIFICATE.key,
      username: USERNAME,
      password,
    },
  });

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-secured-'));
  await chmod(directory, 0o755); // PostgreSQL runs under another account when root starts it
  postgres = await startTestPostgres();
  eventStore = await serve(PASSWORD);
  await writeFile(path.join(directory, 'password'), `${PASSWORD}\n`, { mode: 0o600 });
  env = {
    EVENTSTORE_URL: eventStore.url.replace('127.0.0.1', 'localhost'),
    EVENTSTORE_USERNAME: USERNAME,
    EVENTSTORE_PASSWORD_FILE: path.join(directory, 'password'),
    EVENTSTORE_CA_FILE: path.join(directory, 'ca.pem'),
    DEMO_DATA: 'off',
    ANCHOR_EVERY_MS: '200',
  };
  await writeFile(path.join(directory, 'ca.pem'), TEST_CERTIFICATE.cert);
  product = await startProduct({ env });
  staff = await signInTo(product.url, product.superAdmin);
});
afterAll(async () => {
  await product?.dispose();
  await eventStore?.close();
  await postgres?.dispose();
  await rm(directory, { recursive: true, force: true });
});

const { landline, outputOf } = cliFor(() => ({ dataDir: product.dataDir, cwd: directory }));

interface Candidates {
  data: { id: string; score: number | null }[];
}
const candidates = () => staff.get<Candidates>('/api/geo/candidates?datasetKey=secured&limit=50');

describe('on an event store with TLS and a password', () => {
  test('scores a dataset and a classified candidate', async () => {
    const rows = ['1,1 Main St', '2,2 Main St', '3,3 Main St'].map(
      (parcel) => `${parcel},90250,2,12000,9000,0.75,3000`,
    );
    const columns = 'apn,street_address,zip_code,units,parcel_area,open_area,open_ratio,building_area';
    await writeFile(path.join(directory, 'parcels.csv'), [columns, ...rows].join('\n'));
    await outputOf(
      ...['datasets', 'import', '--key', 'secured', '--name', 'Secured', '--type', 'adu', 'parcels.csv'],
    );
    const scored = await until(
      'all candidates have a score',
      async () => {
        const { data } = await candidates();
        return data.length === 3 && data.every(({ score }) => score !== null) && data;
      },
      60_000,
    );
    const candidate = scored[0]?.id ?? '';
    const { status } = await staff.command(
      'POST',
      '/api/geo/training/classify',
      { candidateId: candidate, classification: 'good', notes: '', factorIds: [] },
      'classify-secured',
    );
    expect(status).toBeLessThan(300);
    await until(
      'the classification is in the score history',
      async () => (await outputOf('scoring', 'history', candidate, '--json')).includes('"good"'),
      30_000,
    );
    expect(await outputOf('scoring', 'verify', 'secured')).toContain('All checksums match');
  });

  test('anchors the log, and the CLI verifies it without any variables', async () => {
    await until('an anchor is written', async () => {
      const anchors = await landline('events', 'read', '--stream', 'anchors-landline', '--json');
      return anchors.stdout.includes('LogAnchored');
    });
    expect(await outputOf('events', 'verify')).toMatch(/match/);
  });

  test('takes user, password and certificate authority from the URL before the variables', async () => {
    const url = new URL(env.EVENTSTORE_URL ?? '');
    url.searchParams.set('tlsCAFile', path.join(directory, 'ca.pem'));
    const appendWith = async (password: string) => {
      const credentials = `${USERNAME}:${encodeURIComponent(password)}`;
      const variables = { EVENTSTORE_USERNAME: 'another', EVENTSTORE_PASSWORD: 'wrong' };
      const client = openEventStore(url.href.replace('://', `://${credentials}@`), variables);
      try {
        return await client.appendToStream('test-url', jsonEvent({ type: 'Tested', data: {} }));
      } finally {
        await client.dispose();
      }
    };
    expect(await appendWith(PASSWORD)).toMatchObject({ success: true });
    await expect(appendWith('wrong')).rejects.toThrow('UNAUTHENTICATED');
  });

  test('keeps the password out of logs and of files that others can read', async () => {
    const logs = path.join(product.dataDir, 'logs');
    for (const name of await readdir(logs)) {
      const text = await readFile(path.join(logs, name), 'utf8');
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toContain(encodeURIComponent(PASSWORD));
    }
    const { mode } = await stat(path.join(product.dataDir, 'services.json'));
    expect(mode & 0o077).toBe(0);
  });
});

describe('rejected by the event store', () => {
  const refusedStart = async (changes: NodeJS.ProcessEnv) => {
    const started = promisify(execFile)(process.execPath, [path.join(ROOT, 'infra/src/start.ts')], {
      env: {
        ...process.env,
        ...env,
        ...changes,
        DATA_DIR: path.join(directory, 'refused'),
        PORT: String(await freePort()),
      },
      timeout: 90_000,
    });
    const { code, stderr } = await started.then(
      () => ({ code: 0, stderr: '' }),
      (error: { code: number; stderr: string }) => error,
    );
    return { code, lines: stderr.trim().split('\n') };
  };

  test('exits with one sentence on a wrong password', async () => {
    expect(await refusedStart({ EVENTSTORE_PASSWORD_FILE: '', EVENTSTORE_PASSWORD: 'wrong' })).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^The event store rejects the user or password/)],
    });
  });

  test('exits with one sentence on a wrong certificate authority', async () => {
    await writeFile(path.join(directory, 'other.pem'), rootCertificates[0] ?? '');
    expect(await refusedStart({ EVENTSTORE_CA_FILE: path.join(directory, 'other.pem') })).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^The certificate of the event store is not trusted/)],
    });
  });

  test('does not quote the connection string when it is malformed', () => {
    expect(() => openEventStore('esdb://user:secret@host:2113:1')).toThrow(/^EVENTSTORE_URL: /);
    expect(() => openEventStore('esdb://user:secret@host:2113:1')).not.toThrow(/secret/);
  });

  test('reports unhealthy with the cause while running', async () => {
    const { port } = eventStore;
    await eventStore.close();
    eventStore = await serve('another password', port);
    await until(
      'the api reports the cause',
      async () => {
        const response = await fetch(`${product.url}/api/health`);
        return response.status === 503 && (await response.text()).includes('EVENT_STORE_REFUSED');
      },
      60_000,
    );
  });
});
