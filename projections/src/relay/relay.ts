import { type AllStreamResolvedEvent, type EventStoreDBClient, START } from '@eventstore/db-client';
import { follow, SilentSubscriptionError } from '@landline/event-schemas/follow';
import { pause } from '@landline/event-schemas/pause';
import { tracedForEach } from '@landline/event-schemas/tracing';
import { type Admin, CompressionTypes, type Kafka, Partitioners, type Producer } from 'kafkajs';
import type { Logger } from 'pino';
import { readLogId } from '../runner/log.ts';
import { type Outgoing, outgoingOf } from './message.ts';
import { type Place, takePlace } from './place.ts';

export interface RelayOptions {
  readonly databaseUrl: string;
  readonly client: EventStoreDBClient;
  readonly kafka: Kafka;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

const RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
/** The messages of a partition go out as one, which the broker takes up to the topics' limit, compressed. */
const MAX_BATCH_BYTES = 1024 * 1024;
const PARTITIONS = 6;
const TOPIC = [
  { name: 'max.message.bytes', value: String(8 * 1024 * 1024) },
  // The log is kept for ever, and so whoever comes late can read it from its beginning.
  { name: 'retention.ms', value: '-1' },
];

/**
 * Publishes the log to Kafka until the signal, in its order and nothing left out. What was sent and not yet noted when a
 * relay dies is sent again: consumers drop what is not after the last position that they saw in a partition. Outlives the
 * loss of Kafka, of the event store and of the database; stands by while another relay leads.
 */
export async function runRelay(options: RelayOptions): Promise<void> {
  const { databaseUrl, log, signal } = options;
  let delay = RETRY_MS;
  const onSuccess = () => {
    delay = RETRY_MS;
  };
  while (!signal.aborted) {
    try {
      const place = await takePlace(databaseUrl, signal);
      try {
        await lead({ ...options, signal: AbortSignal.any([signal, place.lost]) }, place, onSuccess);
      } finally {
        await place.release();
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'the relay begins again');
    }
    await pause(delay, signal);
    delay = Math.min(delay * 2, MAX_RETRY_MS);
  }
}

async function lead(options: RelayOptions, place: Place, onSuccess: () => void): Promise<void> {
  const { client, kafka, log } = options;
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  const logId = await readLogId(client);
  if (logId === undefined) return; // nothing has ever happened
  const admin = kafka.admin();
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  let failure: unknown;
  try {
    await Promise.all([admin.connect(), producer.connect()]);
    const topics = new Set(await admin.listTopics());
    let position = await place.position(logId);
    log.info({ position: String(position) }, 'publishing');
    await follow<AllStreamResolvedEvent>({
      signal,
      maxBatch: MAX_BATCH_BYTES,
      weigh: ({ event }) => sizeOf(event?.data),
      subscribe: () =>
        client.subscribeToAll({
          fromPosition: position < 0n ? START : { commit: position, prepare: position },
        }),
      handle: async (items) => {
        try {
          const outgoing = items.flatMap(({ event }) => (event && outgoingOf(event, logId)) ?? []);
          await makeTopics(admin, topics, outgoing);
          await tracedForEach(
            'publish',
            outgoing.map(({ event }) => event),
            () => publish(producer, outgoing),
          );
          position = items.at(-1)?.event?.position.commit ?? position;
          await place.move(logId, position);
          onSuccess();
        } catch (error) {
          // What became of it is not known: it is sent again from the position that was noted.
          failure = error;
          over.abort();
          throw error;
        }
      },
      onBreak: (error) => {
        if (error instanceof SilentSubscriptionError) log.debug({ err: error }, 'subscribing again');
        else if (failure === undefined) log.warn({ err: error }, 'following broke off');
      },
    });
    if (failure !== undefined) throw failure;
  } finally {
    await Promise.allSettled([producer.disconnect(), admin.disconnect()]);
  }
}

async function makeTopics(admin: Admin, known: Set<string>, outgoing: readonly Outgoing[]): Promise<void> {
  const missing = new Set(outgoing.map(({ topic }) => topic).filter((topic) => !known.has(topic)));
  if (missing.size === 0) return;
  await admin.createTopics({
    waitForLeaders: true,
    topics: [...missing].map((topic) => ({
      topic,
      numPartitions: PARTITIONS,
      replicationFactor: -1, // as many as the brokers make of their own accord
      configEntries: TOPIC,
    })),
  });
  for (const topic of missing) known.add(topic);
}

async function publish(producer: Producer, outgoing: readonly Outgoing[]): Promise<void> {
  if (outgoing.length === 0) return;
  const byTopic = new Map<string, Outgoing['message'][]>();
  for (const { topic, message } of outgoing) {
    const messages = byTopic.get(topic);
    if (messages) messages.push(message);
    else byTopic.set(topic, [message]);
  }
  await producer.sendBatch({
    acks: -1,
    compression: CompressionTypes.GZIP,
    topicMessages: [...byTopic].map(([topic, messages]) => ({ topic, messages })),
  });
}

/** Roughly: an import's rows are what is large. */
function sizeOf(data: unknown): number {
  const rows = (data as { rows?: unknown } | undefined)?.rows;
  return Array.isArray(rows) ? rows.length * 400 : 1_000;
}
