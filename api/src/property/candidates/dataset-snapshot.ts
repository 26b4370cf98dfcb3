import type { PropertyType } from '@landline/event-schemas';

/** A candidate's stored score, in tenths of a point. */
export interface StoredScore {
  readonly id: string;
  readonly score_tenths: number | null;
  readonly property_score_tenths: number | null;
  readonly na_reason: string | null;
}

/** Versions of the read models that a snapshot was taken from; a cache with lower versions is stale. */
interface Versions {
  readonly generation: number;
  readonly candidates: bigint;
  readonly corrections: bigint;
  readonly classificationGeneration: number;
  readonly classifications: bigint;
}

/** Identifies a dataset snapshot as a scope sees it: feature generation plus score set. Queries may read later versions. */
export interface DatasetSnapshot {
  readonly datasetKey: string;
  readonly propertyType: PropertyType;
  readonly scope: string;
  /** Undefined until the dataset is scored for the first time. */
  readonly setId: number | undefined;
  /** Scores that replace those of the set. */
  readonly ownScores: readonly StoredScore[];
  /** Approximate number of candidates, for memory limits. */
  readonly candidateCount: number;
  readonly versions: Versions;
}
