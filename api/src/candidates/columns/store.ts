import { setImmediate } from 'node:timers/promises';
import type { ScoresWritten } from '@landline/scoring-engine/scores-written';
import type pg from 'pg';
import type { Listing } from '../listing.ts';
import type { FeatureColumns } from './feature-columns.ts';
import type { Columns, Judgements } from './keep.ts';
import {
  type Loaded,
  loadCorrections,
  loadFeatures,
  loadJudgements,
  loadScores,
  loadScoresAhead,
  SupersededError,
} from './load.ts';
import { ScoreColumns } from './score-columns.ts';

/** What is read of a dataset: which state of which rows a list is asked of, and what all of them share. */
export type Wanted = Pick<
  Listing,
  'datasetKey' | 'propertyType' | 'scope' | 'setId' | 'ownScores' | 'versions' | 'candidateCount'
>;

interface KeptScores {
  readonly of: ScoreColumns;
  version: bigint;
  /** Of those that were read ahead: the set before. */
  readonly replaces?: number;
}

interface Kept {
  readonly generation: number;
  readonly features: FeatureColumns;
  readonly version: bigint;
  /** By the set's id; those of no set at all have none. */
  readonly scores: Map<number | undefined, KeptScores>;
  /** By generation and scope. */
  readonly judgements: Map<string, Loaded<Judgements>>;
  usedAt: number;
}

const scoresKey = (datasetKey: string, setId: number | undefined, { version }: Kept) =>
  `scores ${datasetKey} ${setId} ${version}`;

/**
 * The columns that a set has replaced, which nobody is sent to any more: their memory serves again. New memory for every
 * run is what makes the collector stop this thread.
 */
function spentBy({ replaces }: KeptScores, { scores }: Kept): ScoreColumns | undefined {
  if (replaces === undefined) return undefined;
  const spent = scores.get(replaces);
  scores.delete(replaces);
  return spent?.of;
}

/** More than a candidate takes in memory, its scores in two scopes included. */
const BYTES_A_CANDIDATE = 360;
/** Of a dataset: everyone's, and those of the clients that were here last. */
const MOST_SETS = 16;
const MOST_SCOPES = 64;
/** A dataset that changes all the time is read again no more often than every so many times as long as that takes. */
const REST = 3;

/**
 * Columns of datasets, read when they are asked for and again when they have changed. The least recently used give way
 * where memory would not do for all of them; what is too large for it is never read.
 */
export class ColumnStore {
  readonly #pool: pg.Pool;
  readonly #maxBytes: number;
  readonly #kept = new Map<string, Kept>();
  readonly #loading = new Map<string, Promise<unknown>>();
  readonly #restUntil = new Map<string, number>();

  constructor(pool: pg.Pool, maxBytes: number) {
    this.#pool = pool;
    this.#maxBytes = maxBytes;
  }

  /** Columns of at least that state; undefined while they are not to be had at once. Rejects when they cannot be read. */
  async columnsOf(wanted: Wanted, patienceMs: number): Promise<Columns | undefined> {
    return await this.#atHand(wanted, patienceMs, () => this.#read(wanted));
  }

  /** The same of what candidates are, whatever their scores. */
  async featuresOf(wanted: Wanted, patienceMs: number): Promise<FeatureColumns | undefined> {
    const kept = await this.#atHand(wanted, patienceMs, () => this.#featuresOf(wanted));
    return kept?.features;
  }

  async #atHand<T>(
    wanted: Wanted,
    patienceMs: number,
    read: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (wanted.candidateCount * BYTES_A_CANDIDATE > this.#maxBytes) return undefined;
    let result: T | undefined;
    const found = read().then((found) => {
      result = found;
    });
    found.catch(() => undefined); // told to whoever still waits
    await Promise.race([found, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
    return result;
  }

  /** Reads a set that readers are about to be sent to, where the one before is kept. */
  async readAhead({ datasetKey, setId, replaces }: ScoresWritten): Promise<void> {
    const kept = this.#kept.get(datasetKey);
    const before = kept?.scores.get(replaces);
    if (kept === undefined || before === undefined) return;
    await this.#once(scoresKey(datasetKey, setId, kept), async () => {
      const of = new ScoreColumns(kept.features, true, spentBy(before, kept));
      const ready = () => of.sortLike(before.of, setImmediate);
      const version = await loadScoresAhead(this.#pool, setId, of, ready);
      if (version === undefined) return;
      kept.scores.set(setId, { of, version, replaces });
      this.#makeRoom(datasetKey);
    });
  }

  async #read(wanted: Wanted): Promise<Columns | undefined> {
    const kept = await this.#featuresOf(wanted);
    if (kept === undefined) return undefined;
    kept.usedAt = performance.now();
    const [scores, judgements] = await Promise.all([
      this.#scoresOf(kept, wanted),
      this.#judgementsOf(kept, wanted),
    ]);
    // While judgements were read, the memory of the scores may have been given to another set.
    if (scores === undefined || kept.scores.get(wanted.setId)?.of !== scores) return undefined;
    const { ownScores } = wanted;
    return {
      features: kept.features,
      scores: ownScores.length > 0 ? scores.with(ownScores) : scores,
      judgements,
    };
  }

  async #featuresOf(wanted: Wanted): Promise<Kept | undefined> {
    const { datasetKey, versions } = wanted;
    const isFresh = (kept: Kept | undefined) =>
      kept?.generation === versions.generation && kept.version >= versions.candidates;
    const kept = this.#kept.get(datasetKey);
    if (isFresh(kept)) return kept;
    if ((this.#restUntil.get(datasetKey) ?? 0) > performance.now()) return undefined;
    await this.#once(`features ${datasetKey}`, async () => {
      const startedAt = performance.now();
      const maxRows = Math.floor(this.#maxBytes / BYTES_A_CANDIDATE);
      const loading = loadFeatures(this.#pool, { datasetKey, generation: versions.generation, maxRows });
      const { of, version } = await loading.finally(() => {
        const now = performance.now();
        this.#restUntil.set(datasetKey, now + REST * (now - startedAt));
      });
      const now = performance.now();
      this.#kept.set(datasetKey, {
        generation: versions.generation,
        features: of,
        version,
        scores: new Map(),
        judgements: new Map(),
        usedAt: now,
      });
      this.#makeRoom(datasetKey);
    });
    const read = this.#kept.get(datasetKey);
    return isFresh(read) ? read : undefined;
  }

  async #scoresOf(kept: Kept, { datasetKey, setId, versions }: Wanted): Promise<ScoreColumns | undefined> {
    const { features, scores } = kept;
    if (!scores.has(setId)) {
      await this.#once(scoresKey(datasetKey, setId, kept), async () => {
        const of = new ScoreColumns(features, setId !== undefined);
        try {
          const version = setId === undefined ? 0n : await loadScores(this.#pool, setId, of);
          of.orderBy('score', 'desc');
          scores.set(setId, { of, version });
        } catch (error) {
          if (!(error instanceof SupersededError)) throw error;
        }
        this.#makeRoom(datasetKey);
      });
    }
    const found = scores.get(setId);
    if (found) {
      // The last one used is the last one in the map.
      scores.delete(setId);
      scores.set(setId, found);
    }
    if (found === undefined || setId === undefined || found.version >= versions.corrections) return found?.of;
    await this.#once(`corrections ${datasetKey} ${setId} ${kept.version}`, async () => {
      const { of: corrections, version } = await loadCorrections(this.#pool, setId, found.version);
      if (scores.get(setId) !== found) return; // its memory may serve another set by now
      found.of.correct(corrections);
      found.version = version;
    });
    return found.version >= versions.corrections ? found.of : undefined;
  }

  async #judgementsOf(kept: Kept, { datasetKey, scope, versions }: Wanted): Promise<Judgements> {
    const key = `${versions.judgedGeneration} ${scope}`;
    const known = kept.judgements.get(key);
    if (known && known.version >= versions.judged) return known.of;
    const wanted = { datasetKey, scope, judgedGeneration: versions.judgedGeneration };
    const read = await loadJudgements(this.#pool, wanted, kept.features);
    if (kept.judgements.size >= MOST_SCOPES) kept.judgements.clear();
    kept.judgements.set(key, read);
    return read.of;
  }

  /** Several who want the same wait for the same. */
  async #once(key: string, load: () => Promise<void>): Promise<void> {
    let loading = this.#loading.get(key);
    if (loading === undefined) {
      loading = load().finally(() => this.#loading.delete(key));
      this.#loading.set(key, loading);
    }
    await loading;
  }

  /** Sets that nobody is sent to any more go first, then other datasets, the least recently used before others. */
  #makeRoom(except: string): void {
    for (const { scores } of this.#kept.values()) {
      for (const setId of [...scores.keys()].slice(0, -MOST_SETS)) scores.delete(setId);
    }
    const leastUsed = [...this.#kept].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [datasetKey] of leastUsed) {
      if (this.#bytes() <= this.#maxBytes) return;
      if (datasetKey !== except) this.#kept.delete(datasetKey);
    }
  }

  #bytes(): number {
    let bytes = 0;
    for (const { features, scores, judgements } of this.#kept.values()) {
      bytes += features.byteLength;
      for (const { of } of scores.values()) bytes += of.byteLength;
      for (const { of } of judgements.values()) bytes += of.size * 40;
    }
    return bytes;
  }
}
