import { setImmediate as nextTurn } from 'node:timers/promises';
import { pause } from '@landline/event-schemas/pause';
import type { Kafka, PartitionerArgs, Producer } from 'kafkajs';
import { CompressionTypes } from 'kafkajs';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Scores, sharedScores } from '../kernel/score.ts';
import type { Dataset } from '../service/dataset.ts';
import type { PublishedModel } from '../service/published-models.ts';
import type { Need, ScoringState } from '../service/state.ts';
import { CHUNK_ROWS, type Chunk, place, scoreChunk } from './chunk.ts';
import { readChunks } from './chunk-table.ts';
import { ensureTopic, TOPIC } from './topic.ts';

/** What is to be scored: a dataset as a state of the log has it. */
export interface Plan {
  readonly need: Need;
  readonly dataset: Dataset;
  readonly model: PublishedModel;
  readonly asOf: bigint;
  readonly featuresAt: bigint;
  readonly size: number;
  /** Who was judged, and the tenths of a point that it adds. */
  readonly judged: readonly { readonly index: number; readonly tenths: number }[];
}

export interface Shared {
  readonly scores: Scores;
  /** ios: environmental grades, as in the columns. */
  readonly grades: Uint8Array | undefined;
  /** How many chunks each engine scored. */
  readonly shares: Readonly<Record<string, number>>;
}

/** Nobody else's scores for so long: what is missing is scored here. */
const PATIENCE_MS = 1_000;
const POLL_MS = 10;
const SEND_MS = 2_000;

/**
 * Shares a bulk run among the engines of the group: every engine keeps the columns by following the log, and the active
 * one (it alone writes the set, by its lock and epoch) sends a message for each chunk that names the log's positions of
 * its features and its judgements, so that whoever takes it scores the same bits. Scores come back through a table keyed
 * by dataset, scope, model, position and chunk, where repeated, late and reordered answers are one; what nobody has
 * answered after a second, with the broker or the others gone, the active engine scores itself. When it dies, the next one
 * plans the run anew: nothing that was stored counts until a set is swapped in, and that happens once.
 */
export class ShareOut {
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

  /** Undefined when the dataset's features are others by now, and nobody knows those of the plan any more. */
  async score(plan: Plan, state: ScoringState, signal: AbortSignal): Promise<Shared | undefined> {
    const { dataset, size } = plan;
    const scores = sharedScores(size);
    const grades = dataset.columns.propertyType === 'ios' ? new Uint8Array(size) : undefined;
    const missing = new Map(chunksOf(plan, state.logId).map((chunk) => [chunk.chunk, chunk]));
    const shares: Record<string, number> = {};
    const take = (chunk: Chunk, bytes: Uint8Array, scoredBy: string) => {
      place(bytes, chunk, scores, grades);
      missing.delete(chunk.chunk);
      shares[scoredBy] = (shares[scoredBy] ?? 0) + 1;
    };
    let isSent = true;
    this.#send([...missing.values()]).catch((error) => {
      isSent = false;
      this.#log.warn({ err: error, run: plan.need.runId }, 'a run cannot be shared');
    });
    let heardAt = performance.now();
    while (missing.size > 0) {
      signal.throwIfAborted();
      for (const { chunk, scores: bytes, scored_by } of await readChunks(this.#pool, [...missing.values()])) {
        const asked = missing.get(chunk);
        if (asked === undefined) continue;
        take(asked, bytes, scored_by);
        heardAt = performance.now();
      }
      if (dataset.featuresAt !== plan.featuresAt) return undefined;
      if (isSent && performance.now() - heardAt < PATIENCE_MS) {
        if (missing.size > 0) await pause(POLL_MS, signal);
        continue;
      }
      for (const asked of missing.values()) {
        const bytes = scoreChunk(state, asked);
        if (typeof bytes === 'string') return undefined;
        take(asked, bytes, this.#engineId);
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
        timeout: SEND_MS,
        compression: CompressionTypes.GZIP,
        messages: chunks.map((chunk) => ({
          key: String(chunk.chunk),
          value: JSON.stringify(chunk),
        })),
      });
    } catch (error) {
      const broken = this.#producer;
      this.#producer = undefined;
      void broken.then((producer) => producer.disconnect()).catch(() => undefined); // it is given up either way
      throw error;
    }
  }

  async #connect(): Promise<Producer> {
    await ensureTopic(this.#kafka);
    const producer = this.#kafka.producer({
      createPartitioner: () => inTurn,
      allowAutoTopicCreation: false,
      retry: { retries: 1, initialRetryTime: 100 },
    });
    await producer.connect();
    return producer;
  }
}

/** One chunk after the other to each partition: the engines have as many each, whatever the run. */
const inTurn = ({ message, partitionMetadata }: PartitionerArgs): number =>
  Number(message.key) % partitionMetadata.length;

function chunksOf({ need, dataset, model, asOf, featuresAt, size, judged }: Plan, logId: string): Chunk[] {
  return Array.from({ length: Math.ceil(size / CHUNK_ROWS) }, (_, chunk) => {
    const from = chunk * CHUNK_ROWS;
    const to = Math.min(from + CHUNK_ROWS, size);
    return {
      log_id: logId,
      run_id: need.runId,
      dataset_key: dataset.key,
      scope: need.scope,
      model_hash: model.hash,
      as_of: String(asOf),
      features_at: String(featuresAt),
      chunk,
      from,
      to,
      judged: judged
        .filter(({ index }) => index >= from && index < to)
        .map(({ index, tenths }) => [index, tenths]),
    };
  });
}
