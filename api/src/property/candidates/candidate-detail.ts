import { type CandidateFeatures, candidateFeatures } from '@landline/event-schemas';
import { type Breakdown, explain, type ScoringModel } from '@landline/scoring-engine';
import type { CommonQueryMethods } from 'slonik';
import { DomainError } from '../../platform/errors.ts';
import { scoredClassificationOf } from '../classification/queries.ts';
import type { Access } from '../dataset-access/access.ts';
import type { PropertyPorts } from '../ports.ts';
import { findModel, noModel } from '../scoring/scoring-models.ts';
import type { CandidateDetail, CandidateFacts } from './contract.ts';
import { featuresAt } from './history.ts';
import { candidateOf } from './queries.ts';
import { NO_SCORE_FIELDS, scoreFieldsOf } from './score-fields.ts';

interface Viewer {
  readonly scope: string;
  readonly access: Access;
}

/**
 * Returns a candidate with the score that a scope sees; undefined if the candidate does not exist or the viewer has no
 * access.
 */
export async function candidateDetailOf(
  db: CommonQueryMethods,
  id: string,
  viewer: Viewer,
): Promise<CandidateDetail | undefined> {
  const found = await loadCandidate(db, id, viewer);
  if (!found) return undefined;
  const { facts, set, breakdown, needsOwnScore } = found;
  // Right after an import, the score set or its model may not be readable yet; a later response has the score fields.
  if (set === undefined || breakdown === undefined) return { ...facts, ...NO_SCORE_FIELDS };
  // If the current features give a different score than the stored one, omit the score fields: they would contradict it.
  if (!needsOwnScore)
    return { ...facts, ...(matchesScore(breakdown, facts) ? scoreFieldsOf(breakdown) : NO_SCORE_FIELDS) };
  const { score, na_reason, grade } = breakdown;
  return {
    ...facts,
    ...scoreFieldsOf(breakdown),
    ...('property_score' in breakdown && { property_score: breakdown.property_score }),
    score,
    na_reason,
    grade,
  };
}

/**
 * Returns the breakdown of a candidate's score in a scope; undefined if the candidate does not exist or the viewer has no
 * access. Throws `NOT_SCORED` for a candidate without a score, and `NO_MODEL` until its model is readable.
 */
export async function breakdownOf(
  sources: Pick<PropertyPorts, 'pool' | 'eventStore'>,
  id: string,
  viewer: Viewer,
): Promise<Breakdown | undefined> {
  const { pool } = sources;
  const found = await loadCandidate(pool, id, viewer);
  if (!found) return undefined;
  const { facts, set, model, breakdown, needsOwnScore } = found;
  if (model === undefined || breakdown === undefined) throw noModel();
  if (set === undefined) throw notScored();
  if (needsOwnScore || matchesScore(breakdown, facts)) return breakdown;
  // The stored score uses the features of the last scoring run, so compute the breakdown from those.
  const features = await featuresAt(sources, facts, set.asOf);
  if (features === undefined) throw notScored(); // imported after that run
  return explainCandidate(pool, facts, viewer.scope, model, features);
}

const notScored = () => new DomainError('not_found', 'NOT_SCORED', 'This property has not been scored yet.');

/**
 * Loads a candidate, its score set, the model of that set (or else the newest one) and the breakdown of its current
 * features by that model; undefined if the candidate does not exist or the viewer has no access.
 */
async function loadCandidate(db: CommonQueryMethods, id: string, { scope, access }: Viewer) {
  const found = await candidateOf(db, id, scope, access);
  if (!found) return undefined;
  const { facts, set } = found;
  const model = await findModel(db, scope, set?.modelHash);
  return {
    facts,
    set,
    model,
    breakdown: model && (await explainCandidate(db, facts, scope, model)),
    /** True if the scope has classified this candidate but has no score set of its own yet. */
    needsOwnScore: facts.manual_classification !== null && set?.scope !== scope,
  };
}

function matchesScore(breakdown: Breakdown, { score, property_score, na_reason }: CandidateFacts): boolean {
  if ('property_score' in breakdown && breakdown.property_score !== property_score) return false;
  return breakdown.score === score && breakdown.na_reason === na_reason;
}

async function explainCandidate(
  db: CommonQueryMethods,
  candidate: CandidateFacts,
  scope: string,
  model: ScoringModel,
  features: CandidateFeatures = candidateFeatures.parse(candidate),
): Promise<Breakdown> {
  const classification = await scoredClassificationOf(db, scope, candidate.id);
  return explain(candidate.property_type, features, classification, model);
}
