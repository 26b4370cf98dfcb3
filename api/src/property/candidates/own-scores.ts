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
import { liveGeneration } from '../../platform/live-generation.ts';
import { modelInForce } from '../scoring/scoring-models.ts';
import type { StoredScore } from './dataset-snapshot.ts';
import { FEATURES } from './queries.ts';

const classifiedCandidate = candidateFeatures.extend({
  property_type: propertyType,
  classification,
  factor_ids: z.array(z.string()),
  assessment: z.custom<Assessment | null>(), // stored by the projector from a validated event
});

/**
 * Scores the candidates that a scope has classified while it still reads everyone's scores: without this a client would not
 * see the effect of its first classifications until its own scores are ready.
 */
export async function ownScoresOf(
  db: CommonQueryMethods,
  { datasetKey, scope, modelHash }: { datasetKey: string; scope: string; modelHash: string },
): Promise<StoredScore[]> {
  const rows = await db.any(sql.type(classifiedCandidate)`
    SELECT ${FEATURES}, c.property_type, k.classification, k.factor_ids, a.assessment
    FROM read.classification k
    JOIN read.candidate c ON c.generation = ${liveGeneration('candidates')} AND c.id = k.candidate_id
    LEFT JOIN read.candidate_assessment a ON a.generation = ${liveGeneration('environment')} AND a.candidate_id = c.id
    WHERE k.generation = ${liveGeneration('classifications')} AND k.scope = ${scope} AND k.dataset_key = ${datasetKey}
  `);
  if (rows.length === 0) return [];
  const model = await modelInForce(db, scope, modelHash);
  return rows.map(({ property_type, classification, factor_ids, assessment, ...features }) => {
    const assessedFeatures = withAssessment(features, assessment);
    const explanation = explain(
      property_type,
      assessedFeatures,
      { classification, factorIds: factor_ids },
      model,
    );
    return {
      id: features.id,
      score_tenths: tenths(explanation.score),
      property_score_tenths: tenths('property_score' in explanation ? explanation.property_score : null),
      na_reason: explanation.na_reason,
    };
  });
}

const tenths = (score: number | null): number | null => (score === null ? null : Math.round(score * 10));
