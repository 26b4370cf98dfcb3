import { EVERYONE } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { CLIENTS } from '../../clients/clients/queries.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import {
  type ClassificationRecord,
  classificationRecord,
  type TrainingScope,
  trainingScope,
} from './contract.ts';
import { scopeName } from './scope.ts';

const LIVE = liveGeneration('classifications');
const SELECT = sql.fragment`
  SELECT candidate_id AS "candidateId", classification, notes, factor_ids AS "factorIds",
    original_score AS "originalScore", created_at
  FROM read.classification
  WHERE generation = ${LIVE}
`;

export const classificationOf = (
  db: CommonQueryMethods,
  scope: string,
  candidateId: string,
): Promise<ClassificationRecord | null> =>
  db.maybeOne(sql.type(classificationRecord)`
    ${SELECT} AND scope = ${scope} AND candidate_id = ${candidateId}
  `);

/** Returns a candidate's classification in a scope, or else everyone's: the one that its score includes. */
export const scoredClassificationOf = (
  db: CommonQueryMethods,
  scope: string,
  candidateId: string,
): Promise<ClassificationRecord | null> =>
  db.maybeOne(sql.type(classificationRecord)`
    ${SELECT} AND scope IN (${scope}, ${EVERYONE}) AND candidate_id = ${candidateId}
    ORDER BY scope = ${EVERYONE}
    LIMIT 1
  `);

const namedScope = trainingScope.extend({ name: z.string().nullable() });

/** Counts classifications by scope: the shared scope first, even if it has none, then clients by name. */
export async function trainingScopes(db: CommonQueryMethods): Promise<TrainingScope[]> {
  const rows = await db.any(sql.type(namedScope)`
    SELECT k.scope, c.name, count(*) FILTER (WHERE k.classification = 'good')::int AS good,
      count(*) FILTER (WHERE k.classification = 'bad')::int AS bad
    FROM read.classification k
    LEFT JOIN ${CLIENTS} AS c ON c.client_id = k.scope
    WHERE k.generation = ${LIVE}
    GROUP BY k.scope, c.name
    ORDER BY c.name, k.scope
  `);
  const everyone = rows.find(({ scope }) => scope === EVERYONE);
  return [
    everyone ?? { scope: EVERYONE, name: null, good: 0, bad: 0 },
    ...rows.filter(({ scope }) => scope !== EVERYONE),
  ].map(({ name, ...rest }) => ({ ...rest, name: scopeName(rest.scope, name) }));
}

const factorUse = z.object({ factor_id: z.string(), used: z.number() });

/** Counts, per factor, the classifications in a scope that name it. */
export async function factorUses(
  db: CommonQueryMethods,
  scope: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.any(sql.type(factorUse)`
    SELECT factor_id, count(*)::int AS used
    FROM read.classification, unnest(factor_ids) AS factor_id
    WHERE generation = ${LIVE} AND scope = ${scope}
    GROUP BY factor_id
  `);
  return new Map(rows.map(({ factor_id, used }) => [factor_id, used]));
}
