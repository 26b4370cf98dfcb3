import { setImmediate as nextTurn } from 'node:timers/promises';
import { pause } from '@landline/runtime/process/pause';
import { CompressionTypes, type Kafka, type PartitionerArgs, type Producer } from 'kafkajs';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Scores, sharedScores } from '../kernel/scores.ts';
import type { CandidateAdjustment, Dataset } from '../service/dataset.ts';
import type { PublishedModel } from '../service/published-models.ts';
import type { RescoringRequest, ScoringState } from '../service/state.ts';
import { CHUNK_ROWS, type Chunk, copyChunkScores, scoreChunk } from './chunk.ts';
import { readChunks } from './chunk-table.ts';
import { ensureTopic, TOPIC } from './topic.ts';

/** A dataset to score as of a position of the log. */
export interface ScoringPlan {
  readonly request: RescoringRequest;
  readonly dataset: Dataset;
  readonly model: PublishedModel;
  readonly asOf: bigint;
  readonly featuresAt: bigint;
  readonly size: number;
  /** Adjustments from classifications. */
  readonly adjustments: readonly CandidateAdjustment[];
}

export interface DistributedScores {
  readonly scores: Scores;
  /** IOS only: grade codes as in the candidate columns. */
  readonly grades: Uint8Array | undefined;
  /** Number of scored chunks by engine id. */
  readonly shares: Readonly<Record<string, number>>;
}

/** Time without results from other engines after which missing chunks are scored locally, in milliseconds. */
const LOCAL_FALLBACK_MS = 1_000;
const POLL_MS = 10;
const SEND_TIMEOUT_MS = 2_000;

/**
 * Distributes a bulk run over the engines of the group. Every engine maintains the columns by following the log. The
 * active engine, the only one to write the set (guarded by lock and epoch), sends one message per chunk. The message
 * contains the log positions of features and classifications, so that every engine computes the same bits. Engines
 * return scores through a table keyed by dataset, scope, model, position and chunk, which makes repeated, late and
 * reordered results harmless. The active engine itself scores chunks that are missing after a second, for example
 * while the broker is down. If the active engine stops, the next one plans the run again. Readers see scores only after
 * the whole set has been swapped in.
 */
export class ChunkCoordinator {
  readonly #kafka: Kafka;
  readonly #pool: pg.Pool;
  readonly #engineId: string;
  readonly #log: Logger;
  #producer: Promise<Producer> | undefined;

  constructor(options: { kafka: Kafka; pool: pg.Pool; engineId: string; log: Logger }) {
    this.#kafka = options.kafka;
    this.#pool = options.pool;
    this.#engineId = options.engineId;
    this.#log = options.log;
  }

  /** Scores the plan together with the other engines; undefined if the dataset's features changed during the run. */
  async score(
    plan: ScoringPlan,
    state: ScoringState,
    signal: AbortSignal,
  ): Promise<DistributedScores | undefined> {
    const { dataset, size } = plan;
    const scores = sharedScores(size);
    const grades = dataset.columns.propertyType === 'ios' ? new Uint8Array(size) : undefined;
    const missing = new Map(chunksOf(plan, state.logId).map((chunk) => [chunk.chunk, chunk]));
    const shares: Record<string, number> = {};
    const acceptScores = (chunk: Chunk, bytes: Uint8Array, scoredBy: string) => {
      copyChunkScores(bytes, chunk, scores, grades);
      missing.delete(chunk.chunk);
      shares[scoredBy] = (shares[scoredBy] ?? 0) + 1;
    };
    let hasSendFailed = false;
    this.#send([...missing.values()]).catch((error) => {
      hasSendFailed = true;
      this.#log.warn(
        { event: 'chunks.send_failed', err: error, run: plan.request.runId },
        'Kafka is unavailable; this engine scores the run alone',
      );
    });
    let lastResultAt = performance.now();
    while (missing.size > 0) {
      signal.throwIfAborted();
      for (const stored of await readChunks(this.#pool, [...missing.values()])) {
        const chunk = missing.get(stored.chunk);
        if (chunk === undefined) continue;
        acceptScores(chunk, stored.scores, stored.scored_by);
        lastResultAt = performance.now();
      }
      if (dataset.featuresAt !== plan.featuresAt) return undefined;
      if (!hasSendFailed && performance.now() - lastResultAt < LOCAL_FALLBACK_MS) {
        if (missing.size > 0) await pause(POLL_MS, signal);
        continue;
      }
      for (const chunk of missing.values()) {
        const bytes = scoreChunk(state, chunk);
        if (typeof bytes === 'string') return undefined;
        acceptScores(chunk, bytes, this.#engineId);
        await nextTurn();
      }
    }
    return { scores, grades, shares };
  }

  async close(): Promise<void> {
    const producer = await this.#producer?.catch(() => undefined);
    await producer?.disconnect();
  }

  async #send(chunks: readonly Chunk[]): Promise<void> {
    this.#producer ??= this.#connect();
    try {
      const producer = await this.#producer;
      await producer.send({
        topic: TOPIC,
        acks: -1,
        timeout: SEND_TIMEOUT_MS,
        compression: CompressionTypes.GZIP,
        messages: chunks.map((chunk) => ({
          key: String(chunk.chunk),
          value: JSON.stringify(chunk),
        })),
      });
    } catch (error) {
      const failedProducer = this.#producer;
      this.#producer = undefined;
      // The producer is discarded even if disconnecting fails.
      void failedProducer.then((producer) => producer.disconnect()).catch(() => undefined);
      throw error;
    }
  }

  async #connect(): Promise<Producer> {
    await ensureTopic(this.#kafka);
    const producer = this.#kafka.producer({
      createPartitioner: () => roundRobin,
      allowAutoTopicCreation: false,
      retry: { retries: 1, initialRetryTime: 100 },
    });
    await producer.connect();
    return producer;
  }
}

/** Assigns chunks to partitions round-robin, so that every run is spread evenly. */
const roundRobin = ({ message, partitionMetadata }: PartitionerArgs): number =>
  Number(message.key) % partitionMetadata.length;

function chunksOf(
  { request, dataset, model, asOf, featuresAt, size, adjustments }: ScoringPlan,
  logId: string,
): Chunk[] {
  return Array.from({ length: Math.ceil(size / CHUNK_ROWS) }, (_, chunk) => {
    const from = chunk * CHUNK_ROWS;
    const to = Math.min(from + CHUNK_ROWS, size);
    return {
      log_id: logId,
      run_id: request.runId,
      dataset_key: dataset.key,
      scope: request.scope,
      model_hash: model.hash,
      as_of: String(asOf),
      features_at: String(featuresAt),
      chunk,
      from,
      to,
      judged: adjustments
        .filter(({ index }) => index >= from && index < to)
        .map(({ index, tenths }) => [index, tenths]),
    };
  });
}
