import {
  type Assessment,
  candidateFeatures,
  classification,
  propertyType,
  withAssessment,
} from '@landline/event-schemas';
import { explain } from '@landline/scoring-engine';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../live-generation.ts';
import { modelInForce } from '../scoring/model-in-force.ts';
import type { StoredScore } from './columns/score-columns.ts';
import { FEATURES } from './queries.ts';

const judged = candidateFeatures.extend({
  property_type: propertyType,
  classification,
  factor_ids: z.array(z.string()),
  assessment: z.custom<Assessment | null>(), // written by the projector from a checked event
});

/**
 * What the judgements of a scope make of the candidates that it judged, where it reads everyone's scores: until a scope that
 * judges for the first time has scores of its own, it would see nothing of what it did.
 */
export async function ownScoresOf(
  db: CommonQueryMethods,
  { datasetKey, scope, modelHash }: { datasetKey: string; scope: string; modelHash: string },
): Promise<StoredScore[]> {
  const rows = await db.any(sql.type(judged)`
    SELECT ${FEATURES}, c.property_type, k.classification, k.factor_ids, a.assessment
    FROM read.classification k
    JOIN read.candidate c ON c.generation = ${liveGeneration('candidates')} AND c.id = k.candidate_id
    LEFT JOIN read.candidate_assessment a ON a.generation = ${liveGeneration('environment')} AND a.candidate_id = c.id
    WHERE k.generation = ${liveGeneration('classifications')} AND k.scope = ${scope} AND k.dataset_key = ${datasetKey}
  `);
  if (rows.length === 0) return [];
  const model = await modelInForce(db, scope, modelHash);
  return rows.map(({ property_type, classification, factor_ids, assessment, ...features }) => {
    const known = withAssessment(features, assessment);
    const explained = explain(property_type, known, { classification, factorIds: factor_ids }, model);
    return {
      id: features.id,
      score_tenths: tenths(explained.score),
      property_score_tenths: tenths('property_score' in explained ? explained.property_score : null),
      na_reason: explained.na_reason,
    };
  });
}

const tenths = (score: number | null): number | null => (score === null ? null : Math.round(score * 10));
