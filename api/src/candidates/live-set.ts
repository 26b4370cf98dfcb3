import { EVERYONE, type PropertyType, propertyType } from '@landline/event-schemas';
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';

/** The score set that a scope reads for a dataset: its own, or everyone's when it has none (DESIGN §5). */
export interface LiveSet {
  readonly setId: number;
  readonly scope: string;
  readonly modelHash: string;
}

const row = z.object({ set_id: z.number(), scope: z.string(), model_hash: z.string() });

const SETS = (datasetKey: FragmentSqlToken, scope: string) => sql.fragment`
  SELECT set_id, scope, model_hash
  FROM scoring.live_set
  WHERE dataset_key = ${datasetKey} AND scope IN (${scope}, ${EVERYONE})
  ORDER BY scope = ${EVERYONE}
  LIMIT 1
`;

/**
 * Looked up first and then queried by its id: with the id known the planner goes straight to one partition, and
 * an answer never mixes two models. A superseded set stays readable for a minute.
 */
export async function liveSetOf(
  db: CommonQueryMethods,
  datasetKey: string,
  scope: string,
): Promise<LiveSet | undefined> {
  const found = await db.maybeOne(sql.type(row)`${SETS(sql.fragment`${datasetKey}`, scope)}`);
  return found ? { setId: found.set_id, scope: found.scope, modelHash: found.model_hash } : undefined;
}

/** What a list of a dataset is made from. */
export interface Listing {
  readonly datasetKey: string;
  readonly propertyType: PropertyType;
  readonly scope: string;
  /** Undefined until the dataset is scored for the first time. */
  readonly setId: number | undefined;
}

const listing = z.object({ property_type: propertyType, set_id: z.number().nullable() });

/** Undefined when there is no dataset of that key. */
export async function listingOf(
  db: CommonQueryMethods,
  datasetKey: string,
  scope: string,
): Promise<Listing | undefined> {
  const found = await db.maybeOne(sql.type(listing)`
    SELECT d.property_type, l.set_id
    FROM read.dataset d LEFT JOIN LATERAL (${SETS(sql.fragment`d.dataset_key`, scope)}) l ON true
    WHERE d.generation = (SELECT live_generation FROM read.projector WHERE name = 'datasets')
      AND d.dataset_key = ${datasetKey}
  `);
  if (!found) return undefined;
  return { datasetKey, scope, propertyType: found.property_type, setId: found.set_id ?? undefined };
}
