import { type AllStreamResolvedEvent, type EventStoreDBClient, START } from '@eventstore/db-client';
import { follow, SilentSubscriptionError } from '@landline/runtime/event-log/follow';
import { pause } from '@landline/runtime/process/pause';
import { repeatUntilAborted } from '@landline/runtime/process/repeat-until-aborted';
import { tracedForEach } from '@landline/runtime/tracing/tracing';
import { type Admin, CompressionTypes, type Kafka, Partitioners, type Producer } from 'kafkajs';
import type { Logger } from 'pino';
import { readLogId } from '../runner/read-log.ts';
import { measureConsumerLag } from './consumer-lag.ts';
import { type Leadership, takeLeadership } from './leadership.ts';
import { type OutgoingMessage, outgoingMessageOf } from './message.ts';

interface RelayOptions {
  readonly databaseUrl: string;
  readonly client: EventStoreDBClient;
  readonly kafka: Kafka;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Size at which a batch is full, in bytes. Kafka receives a partition's messages as one compressed batch, which must stay
 * below `max.message.bytes`.
 */
const MAX_BATCH_BYTES = 1024 * 1024;
const PARTITIONS = 6;
/** Pause between two measurements of the consumer groups' lag, in milliseconds. */
const LAG_INTERVAL_MS = 10_000;
/** Configuration of topics that the relay creates; existing topics keep theirs. */
const TOPIC_CONFIG = [
  { name: 'max.message.bytes', value: String(8 * 1024 * 1024) },
  // Topics keep all events, so that a new consumer can read from the beginning.
  { name: 'retention.ms', value: '-1' },
];

/**
 * Publishes the log to Kafka in order and without gaps until the signal aborts. After a crash, messages
 * that were sent but not checkpointed are sent again; consumers drop messages at or before the last
 * position received in their partition. Survives outages of Kafka, the event store and the database; waits
 * while another relay is active.
 */
export async function runRelay(options: RelayOptions): Promise<void> {
  const { databaseUrl, log, signal } = options;
  await repeatUntilAborted(
    signal,
    async (onSuccess, progress) => {
      const leadership = await takeLeadership(databaseUrl, signal);
      try {
        const leaderOptions = { ...options, signal: AbortSignal.any([signal, leadership.lost]) };
        await publishAsLeader(leaderOptions, leadership, {
          onStart: (position) => progress.followed(position),
          onSuccess,
        });
      } finally {
        await leadership.release();
      }
    },
    (error) =>
      log.warn(
        { event: 'relay.interrupted', err: error },
        'The Kafka relay was interrupted; it restarts from its checkpoint',
      ),
  );
}

async function publishAsLeader(
  options: RelayOptions,
  leadership: Leadership,
  { onStart, onSuccess }: { onStart(position: bigint): void; onSuccess(): void },
): Promise<void> {
  const { client, kafka, log } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const logId = await readLogId(client);
  if (logId === undefined) return; // the log is empty
  const admin = kafka.admin();
  const producer = kafka.producer({
    idempotent: true,
    allowAutoTopicCreation: false, // a broker's default retention deletes old events
    maxInFlightRequests: 1,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  let failure: unknown;
  let lagMeasurement: Promise<void> | undefined;
  try {
    await Promise.all([admin.connect(), producer.connect()]);
    const topics = new Set(await admin.listTopics());
    let position = await leadership.position(logId);
    log.info({ event: 'relay.publishing', position: String(position) }, 'Publishing the event log to Kafka');
    onStart(position);
    lagMeasurement = recordConsumerLagUntilAborted(admin, leadership, options.log, signal);
    await follow<AllStreamResolvedEvent>({
      signal,
      maxBatch: MAX_BATCH_BYTES,
      weigh: ({ event }) => sizeOf(event?.data),
      positionOf: ({ event }) => event?.position.commit,
      subscribe: async () => {
        if ((await readLogId(client)) !== logId) {
          failure = new Error(`The event store no longer contains the log ${logId}`);
          stop.abort();
          throw failure;
        }
        return client.subscribeToAll({
          fromPosition: position < 0n ? START : { commit: position, prepare: position },
        });
      },
      handle: async (items) => {
        try {
          const outgoing = items.flatMap(({ event }) => (event && outgoingMessageOf(event, logId)) ?? []);
          await createTopics(admin, topics, outgoing);
          await tracedForEach(
            'publish',
            outgoing.map(({ event }) => event),
            () => publish(producer, outgoing),
          );
          position = items.at(-1)?.event?.position.commit ?? position;
          await leadership.move(logId, position);
          onSuccess();
        } catch (error) {
          // The outcome is unknown, so the batch is sent again from the checkpoint.
          failure = error;
          stop.abort();
          throw error;
        }
      },
      onBreak: (error) => {
        if (error instanceof SilentSubscriptionError)
          log.debug({ event: 'relay.subscription_silent', err: error }, 'Resubscribing to the event log');
        else
          log.warn(
            { event: 'relay.subscription_lost', err: error },
            'Lost the event log subscription; resubscribing',
          );
      },
    });
    if (failure !== undefined) throw failure;
  } finally {
    stop.abort();
    await lagMeasurement;
    await Promise.allSettled([producer.disconnect(), admin.disconnect()]);
  }
}

/** Measures the lag of the consumer groups until the signal aborts; a failure leaves a gap in the metrics. */
async function recordConsumerLagUntilAborted(
  admin: Admin,
  leadership: Leadership,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await leadership.recordConsumerLag(await measureConsumerLag(admin));
    } catch (error) {
      if (!signal.aborted)
        log.debug({ event: 'relay.lag_unknown', err: error }, 'Could not measure the lag of consumer groups');
    }
    await pause(LAG_INTERVAL_MS, signal);
  }
}

async function createTopics(
  admin: Admin,
  existing: Set<string>,
  outgoing: readonly OutgoingMessage[],
): Promise<void> {
  const missing = new Set(outgoing.map(({ topic }) => topic).filter((topic) => !existing.has(topic)));
  if (missing.size === 0) return;
  await admin.createTopics({
    waitForLeaders: true,
    topics: [...missing].map((topic) => ({
      topic,
      numPartitions: PARTITIONS,
      replicationFactor: -1, // the broker's default
      configEntries: TOPIC_CONFIG,
    })),
  });
  for (const topic of missing) existing.add(topic);
}

async function publish(producer: Producer, outgoing: readonly OutgoingMessage[]): Promise<void> {
  if (outgoing.length === 0) return;
  const byTopic = Map.groupBy(outgoing, ({ topic }) => topic);
  await producer.sendBatch({
    acks: -1,
    compression: CompressionTypes.GZIP,
    topicMessages: [...byTopic].map(([topic, all]) => ({
      topic,
      messages: all.map(({ message }) => message),
    })),
  });
}

/** Returns the approximate size of an event's message in bytes: its data, and 1,000 bytes of metadata and headers. */
const sizeOf = (data: unknown): number => 1_000 + Buffer.byteLength(JSON.stringify(data ?? null));
