import { pause } from '@landline/event-schemas/pause';
import type { Consumer, EachMessagePayload, Kafka } from 'kafkajs';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { ScoringState } from '../service/state.ts';
import { chunk, scoreChunk } from './chunk.ts';
import { isWanted, storeChunk } from './chunk-table.ts';
import { ensureTopic, GROUP, TOPIC } from './topic.ts';

export interface TakePartOptions {
  readonly kafka: Kafka;
  readonly pool: pg.Pool;
  readonly engineId: string;
  /** What is known of the log at the moment. */
  readonly state: () => ScoringState | undefined;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** After so long without a heartbeat, the others have a dead engine's chunks. */
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_000;
const LOOK_AGAIN_MS = 10;
const RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

/**
 * Scores the chunks that Kafka hands to this engine, active or standing by, until the signal. What is delivered twice is
 * stored once; what a dead engine had not acknowledged comes to the others. Outlives the loss of Kafka and of the database.
 */
export async function takePart(options: TakePartOptions): Promise<void> {
  const { kafka, log, signal } = options;
  let delay = RETRY_MS;
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
      const crashed = crashOf(consumer, signal);
      await consumer.connect();
      // Where nobody of the group has acknowledged anything yet: what came while a dead one had the partition counts, too.
      await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
      await consumer.run({
        eachMessage: async (message) => {
          await answer(options, message);
          delay = RETRY_MS;
        },
      });
      await crashed;
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'no chunks come from Kafka');
    }
    await consumer.disconnect().catch((error) => log.debug({ err: error }, 'the consumer was gone already'));
    await pause(delay, signal);
    delay = Math.min(delay * 2, MAX_RETRY_MS);
  }
}

/** Rejects with what a consumer dies of; resolves with the signal. */
function crashOf(consumer: Consumer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}

/** Waits for what the chunk follows from, as long as its run waits for the chunk. */
async function answer(
  { pool, engineId, state, log, signal }: TakePartOptions,
  { message, heartbeat }: EachMessagePayload,
): Promise<void> {
  const asked = parsed(String(message.value));
  if (asked === undefined) {
    log.error({ offset: message.offset }, 'a chunk of another build is left to others');
    return;
  }
  while (!signal.aborted && (await isWanted(pool, asked))) {
    const scores = scoreChunk(state(), asked);
    if (scores === 'ahead') return;
    if (scores !== 'behind') {
      await storeChunk(pool, asked, scores, engineId);
      return;
    }
    await heartbeat();
    await pause(LOOK_AGAIN_MS, signal);
  }
}

function parsed(text: string) {
  try {
    return chunk.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
