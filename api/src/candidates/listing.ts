import { EVERYONE, type PropertyType } from '@landline/event-schemas';
import type { Deps } from '../deps.ts';
import { gather } from '../gather.ts';
import type { DatasetView } from '../grants/access.ts';
import type { StoredScore } from './columns/score-columns.ts';
import { ownScoresOf } from './own-scores.ts';

/** What a list of a dataset is made from. */
export interface Listing extends DatasetView {
  readonly propertyType: PropertyType;
  readonly scope: string;
  /** Since when candidates are new to who asks, in milliseconds since 1970; undefined: nothing is. */
  readonly newSince?: number;
  /** Undefined until the dataset is scored for the first time. */
  readonly setId: number | undefined;
  /** What is shown instead of the set's scores. */
  readonly ownScores: readonly StoredScore[];
  /** As many as were scored last, or a few more or less. */
  readonly candidateCount: number;
  /** Of which state these are: what is read later is of this or of a later one. */
  readonly versions: Versions;
}

/** How far what a list is made from has come; copies of it that have not come so far are out of date. */
export interface Versions {
  readonly generation: number;
  readonly candidates: bigint;
  readonly corrections: bigint;
  readonly judgedGeneration: number;
  readonly judged: bigint;
}

interface Stored {
  n: number;
  property_type: PropertyType;
  candidate_count: number;
  set_id: number | null;
  set_scope: string | null;
  model_hash: string | null;
  corrections: string | null;
  generation: number;
  candidates: string | null;
  judged_generation: number;
  judged: string | null;
}

const LISTINGS = `
  SELECT asked.n::int, d.property_type, d.candidate_count, l.set_id, l.scope AS set_scope, l.model_hash,
    (SELECT max(n) FROM scoring.correction WHERE correction.set_id = l.set_id) AS corrections,
    c.live_generation AS generation, v.position AS candidates,
    k.live_generation AS judged_generation, j.position AS judged
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked(dataset_key, scope, n)
  JOIN read.dataset d
    ON d.generation = (SELECT live_generation FROM read.projector WHERE name = 'datasets')
    AND d.dataset_key = asked.dataset_key
  JOIN read.projector c ON c.name = 'candidates'
  LEFT JOIN read.candidate_version v
    ON v.generation = c.live_generation AND v.dataset_key = asked.dataset_key
  JOIN read.projector k ON k.name = 'classifications'
  LEFT JOIN read.classification_version j
    ON j.generation = k.live_generation AND j.scope = asked.scope AND j.dataset_key = asked.dataset_key
  LEFT JOIN LATERAL (
    SELECT set_id, scope, model_hash FROM scoring.live_set
    WHERE live_set.dataset_key = asked.dataset_key AND live_set.scope IN (asked.scope, '${EVERYONE}')
    ORDER BY live_set.scope = '${EVERYONE}'
    LIMIT 1
  ) l ON true
`;

/** Looks listings up, those that are asked for at one time together; undefined when there is no dataset of that key. */
export function listings({
  pg,
  pool,
}: Pick<Deps, 'pg' | 'pool'>): (view: DatasetView, scope: string) => Promise<Listing | undefined> {
  const find = gather<Stored>(async (keys) => {
    const asked = keys.map((key) => JSON.parse(key) as [datasetKey: string, scope: string]); // made below
    const values = [asked.map(([datasetKey]) => datasetKey), asked.map(([, scope]) => scope)];
    const { rows } = await pg.query<Stored>({ name: 'listings', text: LISTINGS, values });
    return new Map(rows.map((row) => [keys[row.n - 1] ?? '', row]));
  });
  return async (view, scope) => {
    const { datasetKey } = view;
    const found = await find(JSON.stringify([datasetKey, scope]));
    if (!found) return undefined;
    const { set_scope, model_hash: modelHash, judged } = found;
    const readsOthers = set_scope !== scope && modelHash !== null && judged !== null;
    const ownScores = readsOthers ? await ownScoresOf(pool, { datasetKey, scope, modelHash }) : [];
    return { scope, ownScores, ...listingOf(found), ...view };
  };
}

function listingOf(row: Stored): Omit<Listing, 'datasetKey' | 'scope' | 'ownScores' | 'zips'> {
  return {
    propertyType: row.property_type,
    setId: row.set_id ?? undefined,
    candidateCount: row.candidate_count,
    versions: {
      generation: row.generation,
      candidates: BigInt(row.candidates ?? 0),
      corrections: BigInt(row.corrections ?? 0),
      judgedGeneration: row.judged_generation,
      judged: BigInt(row.judged ?? 0),
    },
  };
}
