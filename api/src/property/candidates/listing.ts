import { EVERYONE, type PropertyType } from '@landline/event-schemas';
import { createBatchLoader } from '../../platform/batch-loader.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import type { DatasetView } from '../dataset-access/access.ts';
import type { PropertyPorts } from '../ports.ts';
import type { DatasetSnapshot } from './dataset-snapshot.ts';
import { ownScoresOf } from './own-scores.ts';

/** A caller's view of a dataset snapshot: the source of lists, maps and exports. */
export interface Listing extends DatasetView, DatasetSnapshot {
  /** Candidates first imported after this time are new, in milliseconds since 1970; when undefined, none are. */
  readonly newSince?: number;
}

interface StoredListing {
  n: number;
  property_type: PropertyType;
  candidate_count: number;
  set_id: number | null;
  set_scope: string | null;
  model_hash: string | null;
  corrections: string | null;
  generation: number;
  candidates: string | null;
  classification_generation: number;
  classifications: string | null;
}

const LISTINGS = `
  SELECT requested.n::int, d.property_type, d.candidate_count, l.set_id, l.scope AS set_scope, l.model_hash,
    (SELECT max(n) FROM scoring.correction WHERE correction.set_id = l.set_id) AS corrections,
    c.live_generation AS generation, v.position AS candidates,
    k.live_generation AS classification_generation, j.position AS classifications
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS requested(dataset_key, scope, n)
  JOIN read.dataset d
    ON d.generation = ${liveGeneration('datasets').sql}
    AND d.dataset_key = requested.dataset_key
  JOIN read.projector c ON c.name = 'candidates'
  LEFT JOIN read.candidate_version v
    ON v.generation = c.live_generation AND v.dataset_key = requested.dataset_key
  JOIN read.projector k ON k.name = 'classifications'
  LEFT JOIN read.classification_version j
    ON j.generation = k.live_generation AND j.scope = requested.scope AND j.dataset_key = requested.dataset_key
  LEFT JOIN LATERAL (
    SELECT set_id, scope, model_hash FROM scoring.live_set
    WHERE live_set.dataset_key = requested.dataset_key AND live_set.scope IN (requested.scope, '${EVERYONE}')
    ORDER BY live_set.scope = '${EVERYONE}'
    LIMIT 1
  ) l ON true
`;

/** Returns a function that looks up a dataset, batching concurrent lookups; undefined for an unknown dataset. */
export function listings({
  pg,
  pool,
}: Pick<PropertyPorts, 'pg' | 'pool'>): (view: DatasetView, scope: string) => Promise<Listing | undefined> {
  const find = createBatchLoader<StoredListing>(async (keys) => {
    const requests = keys.map((key) => JSON.parse(key) as [datasetKey: string, scope: string]); // encoded below
    const values = [requests.map(([datasetKey]) => datasetKey), requests.map(([, scope]) => scope)];
    const { rows } = await pg.query<StoredListing>({ name: 'listings', text: LISTINGS, values });
    return new Map(rows.map((row) => [keys[row.n - 1] ?? '', row]));
  });
  return async (view, scope) => {
    const { datasetKey } = view;
    const row = await find(JSON.stringify([datasetKey, scope]));
    if (!row) return undefined;
    const { set_scope, model_hash: modelHash, classifications } = row;
    const usesSharedScores = set_scope !== scope && modelHash !== null && classifications !== null;
    const ownScores = usesSharedScores ? await ownScoresOf(pool, { datasetKey, scope, modelHash }) : [];
    return { scope, ownScores, ...listingOf(row), ...view };
  };
}

function listingOf(row: StoredListing): Omit<Listing, 'datasetKey' | 'scope' | 'ownScores' | 'zips'> {
  return {
    propertyType: row.property_type,
    setId: row.set_id ?? undefined,
    candidateCount: row.candidate_count,
    versions: {
      generation: row.generation,
      candidates: BigInt(row.candidates ?? 0),
      corrections: BigInt(row.corrections ?? 0),
      classificationGeneration: row.classification_generation,
      classifications: BigInt(row.classifications ?? 0),
    },
  };
}
