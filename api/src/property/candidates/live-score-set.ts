import { EVERYONE } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';

/** The score set that a scope reads for a dataset: its own, or else everyone's. */
export interface LiveSet {
  readonly setId: number;
  readonly scope: string;
  readonly modelHash: string;
  /** Commit position of the scored features. */
  readonly asOf: bigint;
}

const row = z.object({ set_id: z.number(), scope: z.string(), model_hash: z.string(), position: z.bigint() });

/**
 * Returns the live set, to be queried by its id: the planner then reads a single partition, and a response never mixes
 * two models. A superseded set stays readable for a minute.
 */
export async function liveSetOf(
  db: CommonQueryMethods,
  datasetKey: string,
  scope: string,
): Promise<LiveSet | undefined> {
  const found = await db.maybeOne(sql.type(row)`
    SELECT set_id, scope, model_hash, position
    FROM scoring.live_set
    WHERE dataset_key = ${datasetKey} AND scope IN (${scope}, ${EVERYONE})
    ORDER BY scope = ${EVERYONE}
    LIMIT 1
  `);
  if (found === null) return undefined;
  return {
    setId: found.set_id,
    scope: found.scope,
    modelHash: found.model_hash,
    asOf: found.position,
  };
}
