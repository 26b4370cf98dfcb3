import { pause } from '@landline/runtime/process/pause';
import type { Consumer, EachMessagePayload, Kafka } from 'kafkajs';
import type pg from 'pg';
import type { Logger } from 'pino';
import { Backoff } from '../service/backoff.ts';
import type { ScoringState } from '../service/state.ts';
import { chunk, scoreChunk } from './chunk.ts';
import { isAwaited, storeChunk } from './chunk-table.ts';
import { ensureTopic, GROUP, TOPIC } from './topic.ts';

interface ChunkConsumerOptions {
  readonly kafka: Kafka;
  readonly pool: pg.Pool;
  readonly engineId: string;
  /** Returns the current state of the log. */
  readonly state: () => ScoringState | undefined;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Time without heartbeats after which Kafka assigns an engine's chunks to other engines, in milliseconds. */
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_000;
const POLL_MS = 10;

/**
 * Scores the chunks that Kafka assigns to this engine, active or standby, until the signal is aborted. Duplicates are
 * stored once. When an engine stops, Kafka assigns its unacknowledged chunks to other engines. Reconnects when Kafka
 * or the database was unavailable.
 */
export async function consumeChunks(options: ChunkConsumerOptions): Promise<void> {
  const { kafka, log, signal } = options;
  const backoff = new Backoff();
  while (!signal.aborted) {
    const consumer = kafka.consumer({
      groupId: GROUP,
      sessionTimeout: SESSION_MS,
      heartbeatInterval: HEARTBEAT_MS,
      allowAutoTopicCreation: false,
      maxWaitTimeInMs: 500,
      retry: { retries: 3, restartOnFailure: async () => false },
    });
    try {
      await ensureTopic(kafka);
      const crashed = rejectOnCrash(consumer, signal);
      await consumer.connect();
      // Chunks sent while a partition had no consumer must be processed, even without committed offsets.
      await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
      await consumer.run({
        eachMessage: async (message) => {
          await scoreRequest(options, message);
          backoff.reset();
        },
      });
      await crashed;
    } catch (error) {
      if (!signal.aborted)
        log.warn(
          { event: 'chunks.kafka_lost', err: error },
          'Kafka is unavailable, so this engine receives no chunks; reconnecting',
        );
    }
    await consumer
      .disconnect()
      .catch((error) =>
        log.debug({ event: 'chunks.disconnect_failed', err: error }, 'Consumer already disconnected'),
      );
    await backoff.wait(signal);
  }
}

/** Rejects with the error that crashes the consumer; resolves when the signal is aborted. */
function rejectOnCrash(consumer: Consumer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}

/** Scores a chunk once the state has caught up with its position. Skips it if its run ends first. */
async function scoreRequest(
  { pool, engineId, state, log, signal }: ChunkConsumerOptions,
  { message, heartbeat }: EachMessagePayload,
): Promise<void> {
  const request = parseChunk(String(message.value));
  if (request === undefined) {
    log.error(
      { event: 'chunks.unreadable', offset: message.offset },
      'Skipped a chunk of another build; another engine scores it',
    );
    return;
  }
  while (!signal.aborted && (await isAwaited(pool, request))) {
    const scores = scoreChunk(state(), request);
    if (scores === 'ahead') return;
    if (scores !== 'behind') {
      await storeChunk(pool, request, scores, engineId);
      return;
    }
    await heartbeat();
    await pause(POLL_MS, signal);
  }
}

function parseChunk(text: string) {
  try {
    return chunk.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
