import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import { type DomainEvent, type EventType, eventDefinitions, streams } from '@landline/event-schemas';
import { jsonSchemaOf } from '@landline/event-schemas/message-schema';
import { subjectsOf } from '@landline/event-schemas/personal';
import { sealPersonalData } from '@landline/runtime/crypto/personal-data';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import type { Consumer } from 'kafkajs';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { killAndWait, startCrashableServices, until } from '../testing/crashable-services.ts';
import { testKafka } from '../testing/kafka-client.ts';
import { type KafkaBroker, startKafka } from './broker.ts';

const RELAY = fileURLToPath(new URL('../../../projections/src/relay/main.ts', import.meta.url));
const EXAMPLE = fileURLToPath(new URL('../../examples/classifications.ts', import.meta.url));
const SECRET = 'The owner, Mrs. Alder, says no';
const TIMEOUT_MS = 60_000;

interface ReceivedMessage {
  readonly topic: string;
  readonly partition: number;
  readonly key: string;
  readonly value: { type: EventType; data: Record<string, unknown>; metadata: unknown };
  readonly position: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

let services: Awaited<ReturnType<typeof startCrashableServices>>;
let dataDir: string;
let broker: KafkaBroker;
const consumers: Consumer[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-kafka-'));
  services = await startCrashableServices();
  broker = await startKafka({ dataDir });
});
afterEach(async () => {
  await Promise.all(consumers.splice(0).map((consumer) => consumer.disconnect()));
  await services.killChildren();
});
afterAll(async () => {
  await broker?.stop();
  await services?.stop();
  await rm(dataDir, { recursive: true });
});

const relay = () => services.startProcess(RELAY, { KAFKA_BROKERS: broker.brokers });

/** Returns a classification with personal notes, encrypted as the API does it. */
function classification(number: number): [stream: string, event: DomainEvent] {
  const candidate_id = randomUUID();
  const event = {
    type: 'PropertyClassified',
    data: {
      dataset_key: 'hawthorne',
      scope: 'everyone',
      candidate_id,
      judged_by: 'somebody',
      property_type: 'adu',
      classification: number % 2 === 0 ? 'good' : 'bad',
      notes: SECRET,
      factor_ids: [],
      original_score: 71.5,
    },
  } satisfies DomainEvent;
  return [streams.judgement('everyone', candidate_id), event];
}

let classified = 0;
/** Appends the next classification without validation, which the API does before encryption. */
async function appendClassification(more: { traceparent?: string } = {}): Promise<void> {
  const [stream, event] = classification(classified);
  const keys = new Map(subjectsOf([event]).map((subject) => [subject, randomBytes(32)]));
  await services.append(stream, [event], (encoded) => ({
    ...encoded,
    data: sealPersonalData({ type: event.type, data: encoded.data }, keys).data,
    metadata: { ...encoded.metadata, ...more },
  }));
  classified++;
}
async function classify(enough: () => boolean): Promise<void> {
  while (!enough()) await appendClassification();
}

/** Collects every message in Kafka as it arrives. */
async function receive(): Promise<ReceivedMessage[]> {
  const kafka = testKafka(broker.brokers);
  const admin = kafka.admin();
  const topics = ['landline.log', 'landline.judgement'];
  await until('the topics are there', async () => {
    const existing = await admin.listTopics();
    return topics.every((topic) => existing.includes(topic));
  });
  await admin.disconnect();
  const consumer = kafka.consumer({ groupId: `test-${randomUUID()}` });
  consumers.push(consumer);
  const received: ReceivedMessage[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ topic, partition, message }) => {
      const text = String(message.value);
      const headers = Object.fromEntries(
        Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]),
      );
      received.push({
        topic,
        partition,
        key: String(message.key),
        value: JSON.parse(text),
        position: Number(headers.position),
        text,
        headers,
      });
    },
  });
  return received;
}

/** Deduplicates like a consumer that drops messages at or before the last position of their partition. */
function withoutRepeats(received: readonly ReceivedMessage[]): ReceivedMessage[] {
  const last = new Map<string, number>();
  return received.filter(({ topic, partition, position }) => {
    const key = `${topic} ${partition}`;
    if (position <= (last.get(key) ?? -1)) return false;
    last.set(key, position);
    return true;
  });
}

/** Returns our events as recorded in the log. */
async function loggedEvents(): Promise<AllStreamRecordedEvent[]> {
  const events: AllStreamRecordedEvent[] = [];
  for await (const { event } of services.client.readAll())
    if (event && event.type in eventDefinitions) events.push(event);
  return events;
}

const loggedPositions = async () => (await loggedEvents()).map(({ position }) => Number(position.commit));

const positionsOf = (received: readonly ReceivedMessage[]) =>
  received.map(({ position }) => position).sort((a, b) => a - b);

/** Starts the example consumer as a separate consumer group, and collects its output lines and errors. */
function startExample() {
  const child: ChildProcess = fork(EXAMPLE, {
    env: { ...process.env, KAFKA_BROKERS: broker.brokers, KAFKA_GROUP: randomUUID() },
    execArgv: ['--disable-warning=TimeoutNegativeWarning'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(() => killAndWait(child));
  const [lines, problems]: [string[], string[]] = [[], []];
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => problems.push(line));
  return { child, lines, problems };
}

// Runs first: later tests create the topic.
test('the example consumer waits for the first message and prints it', async () => {
  const { child, lines, problems } = startExample();
  await until('it waits', async () => problems.length > 0, TIMEOUT_MS);
  expect(problems).toEqual(['Waiting for the first message of landline.judgement']);
  await appendClassification();
  await relay();
  await until('the message is printed', async () => lines.length > 0, TIMEOUT_MS);
  expect(lines[0]).toMatch(/PropertyClassified [0-9a-f-]{36} good$/);
  expect(problems).toHaveLength(1);
  expect(child.exitCode).toBeNull();
});

test('publishes the log once, in order, valid against its schemas and without personal text', async () => {
  await classify(() => classified >= 200);
  await relay();
  const received = await waitUntilRelayed(await loggedPositions());
  expect(positionsOf(received)).toEqual(await loggedPositions());
  for (const { topic, key } of received) expect(topic).toBe(`landline.${key.slice(0, key.indexOf('-'))}`);
  for (const key of new Set(received.map((each) => each.key))) {
    const positions = received.filter((each) => each.key === key).map(({ position }) => position);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  }
  const inLog = await loggedEvents();
  for (const { position, headers } of received) {
    const event = inLog.find((event) => event.position.commit === BigInt(position));
    expect(headers).toEqual({
      position: String(position),
      'event-id': event?.id,
      'event-type': event?.type,
      'log-id': services.logId,
      revision: String(event?.revision),
    });
  }
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const { value, text } of received) {
    expect(text).not.toContain('Alder');
    expect(ajv.validate(jsonSchemaOf(value.type), value), ajv.errorsText()).toBe(true);
  }
});

/** Waits until all these positions are received. */
async function waitUntilRelayed(positions: readonly number[]): Promise<ReceivedMessage[]> {
  const received = await receive();
  await until(
    `${positions.length} events are in Kafka`,
    async () => new Set(received.map(({ position }) => position)).size >= positions.length,
    TIMEOUT_MS,
  );
  return received;
}

test('loses nothing when relays, the broker, the event store or PostgreSQL die', async () => {
  let leader = await relay();
  const standby = await relay(); // a second relay on standby changes nothing
  let over = false;
  const appending = classify(() => over);
  for (const crash of [
    async () => {
      await killAndWait(leader);
      leader = await relay();
    },
    async () => {
      await broker.kill();
      broker = await startKafka({ dataDir });
    },
    () => services.crashEventStore(),
    () => services.crashPostgres(),
    () => killAndWait(standby),
  ]) {
    const before = classified;
    await until('more candidates are classified', async () => classified >= before + 20);
    await crash();
  }
  over = true;
  await appending;
  const positions = await loggedPositions();
  const received = await waitUntilRelayed(positions);
  expect(positionsOf(withoutRepeats(received))).toEqual(positions);
});

test("continues an event's trace into Kafka", async () => {
  let exported = '';
  const collector = createServer(async (request, response) => {
    exported += await textOf(request);
    response.end('{}');
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const { port } = collector.address() as AddressInfo;
  await services.startProcess(RELAY, {
    KAFKA_BROKERS: broker.brokers,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  const trace = randomBytes(16).toString('hex');
  await appendClassification({ traceparent: `00-${trace}-${randomBytes(8).toString('hex')}-01` });
  await until(
    'its span is exported',
    async () => exported.includes(`"traceId":"${trace}"`) && exported.includes('"name":"publish"'),
    TIMEOUT_MS,
  );
  collector.close();
  const received = await waitUntilRelayed(await loggedPositions());
  expect(received.find(({ headers }) => headers.traceparent?.includes(trace))).toBeDefined();
});

test('the example consumer prints every classification once', async () => {
  await relay();
  const count = (await loggedPositions()).length;
  await waitUntilRelayed(await loggedPositions());
  const { child, lines, problems } = startExample();
  const classifications = count - 1; // the first event of the log is not a classification
  await until('all are printed', async () => lines.length >= classifications, TIMEOUT_MS);
  await killAndWait(child, 'SIGTERM');
  expect(new Set(lines).size).toBe(classifications);
  expect(lines).toHaveLength(classifications);
  expect(problems).toEqual([]);
  expect(lines.join('\n')).toMatch(/PropertyClassified [0-9a-f-]{36} good/);
});

// Runs late: the other tests do not read the topic of these events.
test('splits large events into batches that Kafka accepts', async () => {
  const COUNT = 24; // together larger than the maximum message batch of the topic, even compressed
  const layer_id = randomUUID();
  for (let chunk = 0; chunk < COUNT; chunk++) {
    const rows = [{ line: 1, reason: 'invalid', raw: randomBytes(600_000).toString('base64') }];
    await services.append(streams.environmentLayer(layer_id), [
      { type: 'FacilityRowsRejected', data: { layer_id, chunk, rows } },
    ]);
  }
  const lines: string[] = [];
  await services.startProcess(RELAY, { KAFKA_BROKERS: broker.brokers, LOG_LEVEL: 'warn' }, lines);
  const admin = testKafka(broker.brokers).admin();
  await admin.connect();
  onTestFinished(() => admin.disconnect());
  await until(
    'the events are in Kafka',
    async () => {
      const partitions = await admin.fetchTopicOffsets('landline.environmentLayer');
      return partitions.reduce((sum, { high }) => sum + Number(high), 0) === COUNT;
    },
    TIMEOUT_MS,
  );
  expect(lines.join('\n')).not.toContain('relay.interrupted');
});

// Runs after all others: their events are in the replaced log.
test('publishes another log at the same address from its start', async () => {
  await appendClassification();
  await relay();
  const received = await receive();
  const publishedFrom = (logId: string) => received.filter(({ headers }) => headers['log-id'] === logId);
  const former = services.logId;
  await until('the log is published', async () => publishedFrom(former).length > 0, TIMEOUT_MS);
  await services.replaceLog();
  await appendClassification();
  const positions = await loggedPositions();
  await until(
    'the other log is published',
    async () => publishedFrom(services.logId).length >= positions.length,
    TIMEOUT_MS,
  );
  expect(positionsOf(withoutRepeats(publishedFrom(services.logId)))).toEqual(positions);
});
