import { EVERYONE } from '@landline/event-schemas';
import type pg from 'pg';
import { NA_REASONS, type Score } from '../kernel/score.ts';
import type { PublishedModel } from './published-models.ts';
import { keyOf, type ScoringState } from './state.ts';

/** Where readers find the scores of a dataset in a scope. */
export interface LiveSet {
  readonly datasetKey: string;
  readonly scope: string;
  readonly setId: number;
  readonly modelHash: string;
  readonly position: bigint;
}

/** The live sets of these datasets, of all when none are named. */
export async function readLiveSets(
  client: pg.Pool | pg.PoolClient,
  datasetKeys?: readonly string[],
): Promise<LiveSet[]> {
  const { rows } = await client.query<{
    dataset_key: string;
    scope: string;
    set_id: number;
    model_hash: string;
    position: string;
  }>(
    `SELECT dataset_key, scope, set_id, model_hash, position FROM scoring.live_set
     WHERE $1::text[] IS NULL OR dataset_key = ANY($1)`,
    [datasetKeys ?? null],
  );
  return rows.map((row) => ({
    datasetKey: row.dataset_key,
    scope: row.scope,
    setId: row.set_id,
    modelHash: row.model_hash,
    position: BigInt(row.position),
  }));
}

/** Candidates whose scores may have changed, by dataset. */
export type Judged = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Corrects the scores of these candidates in every live set of their datasets, each by the model that its set was scored
 * with. Returns the scopes in which anything changed.
 */
export async function correctInPlace(
  client: pg.PoolClient,
  state: ScoringState,
  judged: Judged,
): Promise<Set<string>> {
  const changed = new Set<string>();
  if (judged.size === 0) return changed;
  for (const set of await readLiveSets(client, [...judged.keys()])) {
    const { datasetKey, scope, setId } = set;
    const model = modelOf(state, set);
    if (model === undefined) continue;
    const candidateIds = judged.get(datasetKey) ?? [];
    if ((await writeScores(client, setId, state, { datasetKey, scope, model, candidateIds })) > 0)
      changed.add(scope);
  }
  return changed;
}

/**
 * The model that a set was scored with, or one that scores its type the same: a set that is not out of date follows the
 * scope's newest, however many were published since that concern another type. Undefined for one of a model forgotten
 * since, which is about to be replaced.
 */
function modelOf(
  state: ScoringState,
  { datasetKey, scope, modelHash, position }: LiveSet,
): PublishedModel | undefined {
  const isOutOfDate = (state.needs.get(keyOf(datasetKey, scope))?.position ?? -1n) > position;
  return state.models.byHash(modelHash) ?? (isOutOfDate ? undefined : state.models.of(scope));
}

/** Writes the present scores of some candidates into a set; how many of them changed. */
export async function writeScores(
  client: pg.PoolClient,
  setId: number,
  state: ScoringState,
  what: { datasetKey: string; scope: string; model: PublishedModel; candidateIds: Iterable<string> },
): Promise<number> {
  const dataset = state.datasets.get(what.datasetKey);
  if (dataset === undefined) return 0;
  const ids: string[] = [];
  const scores: Score[] = [];
  for (const candidateId of what.candidateIds) {
    const score = state.scoreOf(dataset, what.scope, what.model, candidateId);
    if (score === undefined) continue;
    ids.push(candidateId);
    scores.push(score);
  }
  if (ids.length === 0) return 0;
  // The partition by its own name: an UPDATE through the table would plan for, and lock, all of them.
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
      scores.map((score) => orNull(score.scoreTenths)),
      scores.map((score) => orNull(score.propertyScoreTenths)),
      scores.map((score) => (score.naReason === 0 ? null : NA_REASONS[score.naReason])),
    ],
  );
  return rowCount ?? 0;
}

/** The table of a set. */
export const partitionOf = (setId: number): string => `score_${setId}`;

/** Whom a change in these scopes concerns. Everyone's scores are read by every client without its own. */
export const audienceOf = (scopes: ReadonlySet<string>): string[] | null =>
  scopes.has(EVERYONE) ? null : [...scopes];

/** A score as it is stored. */
export const orNull = (tenths: number): number | null => (tenths < 0 ? null : tenths);
