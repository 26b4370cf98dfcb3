import type { ReadModel } from '@landline/event-schemas/read-models';
import { sql } from 'slonik';

/** Returns a fragment without bound values, so that queries outside Slonik can use its `sql` too. */
const literal = (text: string) => ({ ...sql.fragment``, sql: text });

/** Returns the subquery for a read model's live generation, the only one that queries may read. */
export const liveGeneration = (model: ReadModel) =>
  literal(`(SELECT live_generation FROM read.projector WHERE name = '${model}')`);

/**
 * Returns the live rows of a read model's table, for the FROM clause of other rooms' queries: `JOIN ${CLIENTS} AS
 * client USING (client_id)`.
 */
export const liveRows = (table: `read.${string}`, model: ReadModel) =>
  literal(`(SELECT * FROM ${table} WHERE generation = ${liveGeneration(model).sql})`);
