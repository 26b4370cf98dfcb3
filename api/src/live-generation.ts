import { sql } from 'slonik';
import type { ReadModel } from './http/route.ts';

/** The generation of a read model that readers are pointed at, as part of a query (DESIGN §4). */
export const liveGeneration = (model: ReadModel) =>
  sql.fragment`(SELECT live_generation FROM read.projector WHERE name = ${model})`;

/** The same, in the text of a query that no template makes. */
export const liveGenerationSql = (model: ReadModel) =>
  `(SELECT live_generation FROM read.projector WHERE name = '${model}')`;
