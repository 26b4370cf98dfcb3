import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TEST_CERTIFICATE } from '@landline/api/testing/certificate';
import { kafkaConnection } from '@landline/runtime/kafka/connection';
import { GROUP, TOPIC } from '@landline/scoring-engine/distributed/topic';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startEventStore } from '../event-store/server.ts';
import { startCrashableServices, until } from '../testing/crashable-services.ts';
import { testKafka } from '../testing/kafka-client.ts';
import { startProduct } from '../testing/product.ts';
import { startTestPostgres } from '../testing/services.ts';
import { type KafkaBroker, startKafka } from './broker.ts';

const RELAY = fileURLToPath(new URL('../../../projections/src/relay/main.ts', import.meta.url));
const ENGINE = fileURLToPath(new URL('../../../scoring-engine/src/main.ts', import.meta.url));
const USERNAME = 'landline';
const PASSWORD = 'only-tests-know';
const TIMEOUT_MS = 90_000;

let services: Awaited<ReturnType<typeof startCrashableServices>>;
let dataDir: string;
let broker: KafkaBroker;
let secured: Record<string, string>;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-kafka-'));
  const { cert: certificate, key: privateKey } = TEST_CERTIFICATE;
  // Start one after the other, so that `afterAll` stops the first one if the second fails.
  services = await startCrashableServices();
  broker = await startKafka({
    dataDir,
    secured: { certificate, privateKey, username: USERNAME, password: PASSWORD },
  });
  await writeFile(path.join(dataDir, 'ca.pem'), certificate);
  await writeFile(path.join(dataDir, 'password'), `${PASSWORD}\n`, { mode: 0o600 });
  secured = {
    KAFKA_BROKERS: broker.brokers,
    KAFKA_SSL: 'on',
    KAFKA_CA_FILE: path.join(dataDir, 'ca.pem'),
    KAFKA_SASL_USERNAME: USERNAME,
    KAFKA_SASL_PASSWORD_FILE: path.join(dataDir, 'password'),
  };
}, TIMEOUT_MS);
afterAll(async () => {
  await broker?.stop();
  await services?.stop();
  await rm(dataDir, { recursive: true });
});

const clientWith = (environment: Record<string, string>) =>
  testKafka(broker.brokers, {
    ...kafkaConnection([broker.brokers], environment),
    retry: { retries: 0 },
  });

async function topicsSeenBy(environment: Record<string, string>): Promise<string[]> {
  const admin = clientWith(environment).admin();
  try {
    await admin.connect();
    return await admin.listTopics();
  } finally {
    await admin.disconnect();
  }
}

/** Runs an entry point on its own until it ends. */
async function outcomeOf(main: string, environment: Record<string, string>) {
  const { databaseUrl, eventStoreUrl } = services;
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
    LOG_LEVEL: 'silent',
    ...environment,
  };
  return promisify(execFile)(process.execPath, [main], { env, timeout: TIMEOUT_MS / 3 }).then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
}

describe.each(['plain', 'scram-sha-512'])('Kafka with TLS and SASL %s', (KAFKA_SASL_MECHANISM) => {
  test('gets the log from the relay and serves the scoring engine', { timeout: TIMEOUT_MS }, async () => {
    const environment = { ...secured, KAFKA_SASL_MECHANISM };
    const category = `secured${KAFKA_SASL_MECHANISM.replaceAll('-', '')}`;
    await services.startProcess(RELAY, environment);
    await services.startProcess(ENGINE, environment);
    await services.append(`${category}-${randomUUID()}`, [
      { type: 'ClientDeactivated', data: { client_id: 'acme' } },
    ]);
    await until('the relay has published', async () =>
      (await topicsSeenBy(environment)).includes(`landline.${category}`),
    );
    await until('an engine is a member of its group', async () => {
      const admin = clientWith(environment).admin();
      await admin.connect();
      await admin.listTopics(); // learns the brokers
      const { groups } = await admin.describeGroups([GROUP]);
      await admin.disconnect();
      return (groups[0]?.members.length ?? 0) > 0;
    });
    expect(await topicsSeenBy(environment)).toContain(TOPIC);
    await services.killChildren();
  });
});

test('npm start relays the log of a secured event store', { timeout: 300_000 }, async () => {
  const postgres = await startTestPostgres();
  onTestFinished(() => postgres.dispose());
  const eventStore = await startEventStore({
    databaseUrl: await postgres.database('eventstore'),
    port: 0,
    access: {
      certificate: TEST_CERTIFICATE.cert,
      privateKey: TEST_CERTIFICATE.key,
      username: USERNAME,
      password: PASSWORD,
    },
  });
  onTestFinished(() => eventStore.close());
  const environment = { ...secured, KAFKA_SASL_MECHANISM: 'plain' };
  const product = await startProduct({
    env: {
      ...environment,
      EVENTSTORE_URL: eventStore.url.replace('127.0.0.1', 'localhost'),
      EVENTSTORE_USERNAME: USERNAME,
      EVENTSTORE_PASSWORD: PASSWORD,
      EVENTSTORE_CA_FILE: path.join(dataDir, 'ca.pem'),
      DEMO_DATA: 'off',
    },
  });
  onTestFinished(() => product.dispose());
  await until(
    'the creation of the SuperAdmin is in Kafka',
    async () => (await topicsSeenBy(environment)).includes('landline.staffUser'),
    TIMEOUT_MS,
  );
});

test.each([
  [
    'a wrong password',
    { KAFKA_SASL_PASSWORD_FILE: '', KAFKA_SASL_PASSWORD: 'x' },
    /^Kafka rejects the user, the password or the mechanism; set KAFKA_SASL_USERNAME, .*KAFKA_SASL_MECHANISM\n$/,
  ],
  [
    'a certificate that is not trusted',
    { KAFKA_CA_FILE: '' },
    /^The TLS connection to Kafka failed \(.*certificate.*\); if the certificate authority is unknown, set KAFKA_CA_FILE to its file\n$/,
  ],
])(
  '%s makes each process exit at startup with one error message',
  { timeout: TIMEOUT_MS },
  async (_, changes, sentence) => {
    const environment = { ...secured, KAFKA_SASL_MECHANISM: 'plain', ...changes };
    for (const main of [RELAY, ENGINE])
      expect(await outcomeOf(main, environment)).toEqual({
        code: 1,
        stderr: expect.stringMatching(sentence),
      });
  },
);

test.each([
  [
    'a wrong password',
    { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_PASSWORD_FILE: '', KAFKA_SASL_PASSWORD: 'x' },
  ],
  ['an authority that did not sign the certificate', { KAFKA_SASL_MECHANISM: 'plain', KAFKA_CA_FILE: '' }],
  ['no TLS', { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SSL: 'off', KAFKA_CA_FILE: '' }],
])('rejects %s', { timeout: TIMEOUT_MS }, async (_, changes) => {
  await expect(topicsSeenBy({ ...secured, ...changes })).rejects.toThrow();
});
