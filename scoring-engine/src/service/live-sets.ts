import { EVERYONE } from '@landline/event-schemas';
import type pg from 'pg';
import type { Score } from '../kernel/scores.ts';
import { NA_REASONS } from '../na-reasons.ts';
import type { PublishedModel } from './published-models.ts';
import { keyOf, type ScoringState } from './state.ts';

/** The score set of a dataset in a scope that readers currently see. */
interface LiveSet {
  readonly datasetKey: string;
  readonly scope: string;
  readonly setId: number;
  readonly modelHash: string;
  readonly position: bigint;
}

/** Returns the live sets of the given datasets, or of all datasets. */
export async function readLiveSets(
  client: pg.Pool | pg.PoolClient,
  datasetKeys?: readonly string[],
): Promise<LiveSet[]> {
  const { rows } = await client.query<Omit<LiveSet, 'position'> & { position: string }>(
    `SELECT dataset_key AS "datasetKey", scope, set_id AS "setId", model_hash AS "modelHash", position
     FROM scoring.live_set
     WHERE $1::text[] IS NULL OR dataset_key = ANY($1)`,
    [datasetKeys ?? null],
  );
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
}

/** Candidate ids by dataset key. */
export type CandidatesByDataset = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Recomputes the scores of the given candidates in every live set of their datasets, with the model of each set.
 * Returns the scopes in which any score changed.
 */
export async function correctScores(
  client: pg.PoolClient,
  state: ScoringState,
  classified: CandidatesByDataset,
): Promise<Set<string>> {
  const changedScopes = new Set<string>();
  if (classified.size === 0) return changedScopes;
  for (const set of await readLiveSets(client, [...classified.keys()])) {
    const { datasetKey, scope, setId } = set;
    const model = modelOf(state, set);
    if (model === undefined) continue;
    const candidateIds = classified.get(datasetKey) ?? [];
    if ((await writeScores(client, setId, state, { datasetKey, scope, model, candidateIds })) > 0)
      changedScopes.add(scope);
  }
  return changedScopes;
}

/**
 * Returns the model that a set was scored with. If that model is no longer remembered, returns the scope's newest model
 * for an up-to-date set, because all models published since then changed only the other property type; otherwise
 * undefined, because the set is about to be replaced.
 */
function modelOf(
  state: ScoringState,
  { datasetKey, scope, modelHash, position }: LiveSet,
): PublishedModel | undefined {
  const isOutOfDate = (state.requests.get(keyOf(datasetKey, scope))?.position ?? -1n) > position;
  return state.models.byHash(modelHash) ?? (isOutOfDate ? undefined : state.models.of(scope));
}

/** Writes the current scores of some candidates to a set; returns how many changed. */
export async function writeScores(
  client: pg.PoolClient,
  setId: number,
  state: ScoringState,
  {
    datasetKey,
    scope,
    model,
    candidateIds,
  }: { datasetKey: string; scope: string; model: PublishedModel; candidateIds: Iterable<string> },
): Promise<number> {
  const dataset = state.datasets.get(datasetKey);
  if (dataset === undefined) return 0;
  const ids: string[] = [];
  const scores: Score[] = [];
  for (const candidateId of candidateIds) {
    const score = state.scoreOf(dataset, scope, model, candidateId);
    if (score === undefined) continue;
    ids.push(candidateId);
    scores.push(score);
  }
  if (ids.length === 0) return 0;
  // Addresses the partition by name: an UPDATE through the parent would plan for, and lock, all partitions.
  const { rowCount } = await client.query(
    `WITH corrected AS (
       UPDATE scoring.${partitionOf(setId)} AS s
       SET score_tenths = v.score_tenths, property_score_tenths = v.property_score_tenths, na_reason = v.na_reason
       FROM unnest($2::uuid[], $3::smallint[], $4::smallint[], $5::text[])
         AS v(candidate_id, score_tenths, property_score_tenths, na_reason)
       WHERE s.candidate_id = v.candidate_id
         AND (s.score_tenths, s.property_score_tenths, s.na_reason)
           IS DISTINCT FROM (v.score_tenths, v.property_score_tenths, v.na_reason)
       RETURNING s.candidate_id
     )
     INSERT INTO scoring.correction (set_id, candidate_id) SELECT $1, candidate_id FROM corrected`,
    [
      setId,
      ids,
      scores.map((score) => tenthsOrNull(score.scoreTenths)),
      scores.map((score) => tenthsOrNull(score.propertyScoreTenths)),
      scores.map((score) => (score.naReason === 0 ? null : NA_REASONS[score.naReason])),
    ],
  );
  return rowCount ?? 0;
}

export const partitionOf = (setId: number): string => `score_${setId}`;

/**
 * Returns the clients affected by changes in these scopes, or null for all: clients without scores of their
 * own read everyone's.
 */
export const affectedClients = (scopes: ReadonlySet<string>): string[] | null =>
  scopes.has(EVERYONE) ? null : [...scopes];

/** Converts a score to its column value: null instead of a negative number. */
export const tenthsOrNull = (tenths: number): number | null => (tenths < 0 ? null : tenths);
