import { setImmediate } from 'node:timers/promises';
import type { ScoresWritten } from '@landline/scoring-engine/scores-written';
import type pg from 'pg';
import type { DatasetSnapshot } from '../dataset-snapshot.ts';
import { byteLengthOf, type FeatureColumns } from './feature-columns.ts';
import {
  loadClassifications,
  loadCorrections,
  loadFeatures,
  loadScores,
  loadScoresAhead,
  SupersededError,
  type Versioned,
} from './load-columns.ts';
import type { Classifications, Columns } from './matching-rows.ts';
import { ScoreColumns } from './score-columns.ts';

interface CachedScores {
  readonly value: ScoreColumns;
  version: bigint;
  /** Id of the score set that this one replaced; present only when it was loaded ahead. */
  readonly replaces?: number;
}

interface CachedDataset {
  readonly generation: number;
  readonly features: FeatureColumns;
  readonly version: bigint;
  /** By score set id, least recently used first; the key is undefined for a dataset without a score set. */
  readonly scores: Map<number | undefined, CachedScores>;
  /** By generation and scope. */
  readonly classifications: Map<string, Versioned<Classifications>>;
  usedAt: number;
}

const scoresKey = (datasetKey: string, setId: number | undefined, { version }: CachedDataset) =>
  `scores ${datasetKey} ${setId} ${version}`;

/**
 * Removes the columns of the set before the previous one from the cache, so that the next set reuses their memory. New
 * memory for every run would cause long garbage collections in this thread.
 */
function takeReusableColumns(
  { replaces }: CachedScores,
  { scores }: CachedDataset,
): ScoreColumns | undefined {
  if (replaces === undefined) return undefined;
  const reusable = scores.get(replaces);
  scores.delete(replaces);
  return reusable?.value;
}

/** Upper bound of a candidate's memory, including its scores in two scopes. */
const BYTES_PER_CANDIDATE = 360;
/** Maximum number of score sets per dataset: everyone's and those of its most recent clients. */
const MAX_SETS = 16;
const MAX_SCOPES = 64;
/** Pause between two loads of a dataset that keeps changing, as a multiple of the duration of a load. */
const PAUSE_FACTOR = 3;

/**
 * Cache of dataset columns: loads them on demand, reloads changed ones and evicts the least recently used when memory
 * runs out. Never loads a dataset that alone exceeds the memory limit.
 */
export class ColumnStore {
  readonly #pool: pg.Pool;
  readonly #maxBytes: number;
  readonly #datasets = new Map<string, CachedDataset>();
  readonly #loading = new Map<string, Promise<unknown>>();
  readonly #pausedUntil = new Map<string, number>();

  constructor(pool: pg.Pool, maxBytes: number) {
    this.#pool = pool;
    this.#maxBytes = maxBytes;
  }

  /** Returns columns at least as new as the snapshot; undefined when they take too long. Rejects when loading fails. */
  async columnsOf(snapshot: DatasetSnapshot, timeoutMs: number): Promise<Columns | undefined> {
    return await this.#within(timeoutMs, snapshot, () => this.#columnsOf(snapshot));
  }

  async featuresOf(snapshot: DatasetSnapshot, timeoutMs: number): Promise<FeatureColumns | undefined> {
    const dataset = await this.#within(timeoutMs, snapshot, () => this.#datasetOf(snapshot));
    return dataset?.features;
  }

  async #within<T>(
    timeoutMs: number,
    { candidateCount }: DatasetSnapshot,
    load: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (candidateCount * BYTES_PER_CANDIDATE > this.#maxBytes) return undefined;
    const loading = load();
    loading.catch(() => undefined); // the race below rejects unless it has timed out before
    const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs, undefined));
    return await Promise.race([loading, timeout]);
  }

  /** Loads a score set that is about to go live, if its predecessor is cached. */
  async readAhead({ datasetKey, setId, replaces }: ScoresWritten): Promise<void> {
    const dataset = this.#datasets.get(datasetKey);
    const before = dataset?.scores.get(replaces);
    if (dataset === undefined || before === undefined) return;
    await this.#once(scoresKey(datasetKey, setId, dataset), async () => {
      const value = new ScoreColumns(dataset.features, true, takeReusableColumns(before, dataset));
      const ready = () => value.sortLike(before.value, setImmediate);
      const version = await loadScoresAhead(this.#pool, setId, value, ready);
      if (version === undefined) return;
      dataset.scores.set(setId, { value, version, replaces });
      this.#evict(datasetKey);
    });
  }

  async #columnsOf(snapshot: DatasetSnapshot): Promise<Columns | undefined> {
    const dataset = await this.#datasetOf(snapshot);
    if (dataset === undefined) return undefined;
    dataset.usedAt = performance.now();
    const [scores, classifications] = await Promise.all([
      this.#scoresOf(dataset, snapshot),
      this.#classificationsOf(dataset, snapshot),
    ]);
    // Another set may have reused the memory of these scores while the classifications were loaded.
    if (scores === undefined || dataset.scores.get(snapshot.setId)?.value !== scores) return undefined;
    const { ownScores } = snapshot;
    return {
      features: dataset.features,
      scores: ownScores.length > 0 ? scores.with(ownScores) : scores,
      classifications,
    };
  }

  async #datasetOf({ datasetKey, versions }: DatasetSnapshot): Promise<CachedDataset | undefined> {
    const isFresh = (dataset: CachedDataset | undefined) =>
      dataset?.generation === versions.generation && dataset.version >= versions.candidates;
    const cachedDataset = this.#datasets.get(datasetKey);
    if (isFresh(cachedDataset)) return cachedDataset;
    if ((this.#pausedUntil.get(datasetKey) ?? 0) > performance.now()) return undefined;
    await this.#once(`features ${datasetKey}`, async () => {
      const startedAt = performance.now();
      const maxRows = Math.floor(this.#maxBytes / BYTES_PER_CANDIDATE);
      const { generation } = versions;
      const { value: features, version } = await loadFeatures(this.#pool, {
        datasetKey,
        generation,
        maxRows,
      }).finally(() => {
        const now = performance.now();
        this.#pausedUntil.set(datasetKey, now + PAUSE_FACTOR * (now - startedAt));
      });
      const usedAt = performance.now();
      const empty = { scores: new Map(), classifications: new Map() };
      this.#datasets.set(datasetKey, { generation, features, version, ...empty, usedAt });
      this.#evict(datasetKey);
    });
    const loadedDataset = this.#datasets.get(datasetKey);
    return isFresh(loadedDataset) ? loadedDataset : undefined;
  }

  async #scoresOf(
    dataset: CachedDataset,
    { datasetKey, setId, versions }: DatasetSnapshot,
  ): Promise<ScoreColumns | undefined> {
    const { features, scores } = dataset;
    if (!scores.has(setId)) {
      await this.#once(scoresKey(datasetKey, setId, dataset), async () => {
        const value = new ScoreColumns(features, setId !== undefined);
        try {
          const version = setId === undefined ? 0n : await loadScores(this.#pool, setId, value);
          value.orderBy('score', 'desc');
          scores.set(setId, { value, version });
        } catch (error) {
          if (!(error instanceof SupersededError)) throw error;
        }
        this.#evict(datasetKey);
      });
    }
    const found = scores.get(setId);
    if (found) {
      scores.delete(setId);
      scores.set(setId, found); // moves it to the end: most recently used
    }
    if (found === undefined || setId === undefined || found.version >= versions.corrections)
      return found?.value;
    await this.#once(`corrections ${datasetKey} ${setId} ${dataset.version}`, async () => {
      const { value: corrections, version } = await loadCorrections(this.#pool, setId, found.version);
      if (scores.get(setId) !== found) return; // another set may have reused its memory
      found.value.correct(corrections);
      found.version = version;
    });
    return found.version >= versions.corrections ? found.value : undefined;
  }

  async #classificationsOf(
    { classifications, features }: CachedDataset,
    snapshot: DatasetSnapshot,
  ): Promise<Classifications> {
    const { scope, versions } = snapshot;
    const key = `${versions.classificationGeneration} ${scope}`;
    const cachedEntry = classifications.get(key);
    if (cachedEntry && cachedEntry.version >= versions.classifications) return cachedEntry.value;
    const loadedEntry = await loadClassifications(this.#pool, snapshot, features);
    if (classifications.size >= MAX_SCOPES) classifications.clear();
    classifications.set(key, loadedEntry);
    return loadedEntry.value;
  }

  /** Shares one load between concurrent requests for the same data. */
  async #once(key: string, load: () => Promise<void>): Promise<void> {
    let loading = this.#loading.get(key);
    if (loading === undefined) {
      loading = load().finally(() => this.#loading.delete(key));
      this.#loading.set(key, loading);
    }
    await loading;
  }

  /** Evicts surplus score sets, then other datasets, least recently used first. */
  #evict(except: string): void {
    for (const { scores } of this.#datasets.values()) {
      for (const setId of [...scores.keys()].slice(0, -MAX_SETS)) scores.delete(setId);
    }
    const leastUsed = [...this.#datasets].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [datasetKey] of leastUsed) {
      if (this.#bytes() <= this.#maxBytes) return;
      if (datasetKey !== except) this.#datasets.delete(datasetKey);
    }
  }

  #bytes(): number {
    let bytes = 0;
    for (const { features, scores, classifications } of this.#datasets.values()) {
      bytes += byteLengthOf(features);
      for (const { value } of scores.values()) bytes += value.byteLength;
      for (const { value } of classifications.values()) bytes += value.size * 40;
    }
    return bytes;
  }
}
