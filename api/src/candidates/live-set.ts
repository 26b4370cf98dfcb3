import { EVERYONE, type PropertyType } from '@landline/event-schemas';
import type pg from 'pg';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { gather } from '../gather.ts';
import type { DatasetView } from '../grants/access.ts';

/** The score set that a scope reads for a dataset: its own, or everyone's when it has none (DESIGN §5). */
export interface LiveSet {
  readonly setId: number;
  readonly scope: string;
  readonly modelHash: string;
}

const row = z.object({ set_id: z.number(), scope: z.string(), model_hash: z.string() });

/**
 * Looked up first and then queried by its id: with the id known the planner goes straight to one partition, and
 * an answer never mixes two models. A superseded set stays readable for a minute.
 */
export async function liveSetOf(
  db: CommonQueryMethods,
  datasetKey: string,
  scope: string,
): Promise<LiveSet | undefined> {
  const found = await db.maybeOne(sql.type(row)`
    SELECT set_id, scope, model_hash
    FROM scoring.live_set
    WHERE dataset_key = ${datasetKey} AND scope IN (${scope}, ${EVERYONE})
    ORDER BY scope = ${EVERYONE}
    LIMIT 1
  `);
  return found ? { setId: found.set_id, scope: found.scope, modelHash: found.model_hash } : undefined;
}

/** What a list of a dataset is made from. */
export interface Listing extends DatasetView {
  readonly propertyType: PropertyType;
  readonly scope: string;
  /** Undefined until the dataset is scored for the first time. */
  readonly setId: number | undefined;
}

const LISTINGS = `
  SELECT asked.n::int, d.property_type, l.set_id
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked(dataset_key, scope, n)
  JOIN read.dataset d
    ON d.generation = (SELECT live_generation FROM read.projector WHERE name = 'datasets')
    AND d.dataset_key = asked.dataset_key
  LEFT JOIN LATERAL (
    SELECT set_id FROM scoring.live_set
    WHERE live_set.dataset_key = asked.dataset_key AND live_set.scope IN (asked.scope, '${EVERYONE}')
    ORDER BY live_set.scope = '${EVERYONE}'
    LIMIT 1
  ) l ON true
`;

/** Looks listings up, those that are asked for at one time together; undefined when there is no dataset of that key. */
export function listings(pg: pg.Pool): (view: DatasetView, scope: string) => Promise<Listing | undefined> {
  const find = gather<Omit<Listing, 'zips'>>(async (keys) => {
    const asked = keys.map((key) => JSON.parse(key) as [datasetKey: string, scope: string]); // made below
    const values = [asked.map(([datasetKey]) => datasetKey), asked.map(([, scope]) => scope)];
    const { rows } = await pg.query<{ n: number; property_type: PropertyType; set_id: number | null }>({
      name: 'listings',
      text: LISTINGS,
      values,
    });
    return new Map(
      rows.map(({ n, property_type, set_id }) => {
        const [datasetKey = '', scope = ''] = asked[n - 1] ?? [];
        const listing = { datasetKey, scope, propertyType: property_type, setId: set_id ?? undefined };
        return [keys[n - 1] ?? '', listing];
      }),
    );
  });
  return async (view, scope) => {
    const found = await find(JSON.stringify([view.datasetKey, scope]));
    return found && { ...found, ...view };
  };
}
