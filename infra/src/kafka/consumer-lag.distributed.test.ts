import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCrashableServices, until } from '../testing/crashable-services.ts';
import { testKafka } from '../testing/kafka-client.ts';
import { type KafkaBroker, startKafka } from './broker.ts';

const RELAY = fileURLToPath(new URL('../../../projections/src/relay/main.ts', import.meta.url));
const TOPIC = 'landline.client';
const GROUP = 'crm';
const TIMEOUT_MS = 90_000;

let services: Awaited<ReturnType<typeof startCrashableServices>>;
let dataDir: string;
let broker: KafkaBroker;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-kafka-'));
  services = await startCrashableServices();
  broker = await startKafka({ dataDir });
}, TIMEOUT_MS);
afterAll(async () => {
  await services?.killChildren();
  await broker?.stop();
  await services?.stop();
  await rm(dataDir, { recursive: true });
});

const readLag = async () => {
  const { rows } = await services.pool.query<{ lag: number }>(
    'SELECT lag::int AS lag FROM relay.consumer_lag WHERE consumer_group = $1 AND topic = $2',
    [GROUP, TOPIC],
  );
  return rows[0]?.lag;
};

test('measures how many messages of a topic a consumer group still has to read', {
  timeout: TIMEOUT_MS,
}, async () => {
  await services.startProcess(RELAY, { KAFKA_BROKERS: broker.brokers });
  const stream = `client-${randomUUID()}`;
  for (let count = 0; count < 5; count++)
    await services.append(stream, [{ type: 'ClientDeactivated', data: { client_id: 'acme' } }]);
  const admin = testKafka(broker.brokers).admin();
  await admin.connect();
  try {
    const ends = await until('all messages are there', async () => {
      if (!(await admin.listTopics()).includes(TOPIC)) return undefined;
      const offsets = await admin.fetchTopicOffsets(TOPIC);
      return offsets.reduce((sum, { high }) => sum + Number(high), 0) === 5 ? offsets : undefined;
    });
    const commit = (left: number) =>
      admin.setOffsets({
        groupId: GROUP,
        topic: TOPIC,
        partitions: ends.map(({ partition, high }) => ({
          partition,
          offset: String(Math.max(0, Number(high) - left)),
        })),
      });
    await commit(2);
    await until('two messages are left', async () => (await readLag()) === 2, 30_000);
    await commit(0);
    await until('none is left', async () => (await readLag()) === 0, 30_000);
    expect(await readLag()).toBe(0);
  } finally {
    await admin.disconnect();
  }
});
