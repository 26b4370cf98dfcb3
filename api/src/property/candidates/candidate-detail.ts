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

/** Returns a candidate as a scope sees it; undefined when it does not exist or the viewer has no access. */
export async function candidateDetailOf(
  db: CommonQueryMethods,
  id: string,
  viewer: Viewer,
): Promise<CandidateDetail | undefined> {
  const found = await explainedCandidate(db, id, viewer);
  if (!found) return undefined;
  const { facts, set, explained, needsOwnScore } = found;
  // Right after an import, the score set or its model may not be readable yet; a later response has the score fields.
  if (set === undefined || explained === undefined) return { ...facts, ...NO_SCORE_FIELDS };
  // If current features explain another score, omit the parts: they would contradict the score shown.
  if (!needsOwnScore)
    return { ...facts, ...(matchesScore(explained, facts) ? scoreFieldsOf(explained) : NO_SCORE_FIELDS) };
  const { score, na_reason, grade } = explained;
  return {
    ...facts,
    ...scoreFieldsOf(explained),
    ...('property_score' in explained && { property_score: explained.property_score }),
    score,
    na_reason,
    grade,
  };
}

/**
 * Explains the score that a scope sees; undefined when the candidate does not exist or the viewer has no access. Throws
 * `NOT_SCORED` for a candidate without a stored score.
 */
export async function breakdownOf(
  sources: Pick<PropertyPorts, 'pool' | 'eventStore'>,
  id: string,
  viewer: Viewer,
): Promise<Breakdown | undefined> {
  const { pool } = sources;
  const found = await explainedCandidate(pool, id, viewer);
  if (!found) return undefined;
  const { facts, set, model, explained, needsOwnScore } = found;
  if (model === undefined || explained === undefined) throw noModel();
  if (set === undefined) throw notScored();
  if (needsOwnScore || matchesScore(explained, facts)) return explained;
  // The shown score does not include changes since the last scoring run, so explain it with the features of that run.
  const features = await featuresAt(sources, facts, set.asOf);
  if (features === undefined) throw notScored(); // imported after that run
  return explainedBy(pool, facts, viewer.scope, model, features);
}

const notScored = () => new DomainError('not_found', 'NOT_SCORED', 'This property has not been scored yet.');

/** Returns a candidate, with its current features explained by the model of its score set. */
async function explainedCandidate(db: CommonQueryMethods, id: string, { scope, access }: Viewer) {
  const found = await candidateOf(db, id, scope, access);
  if (!found) return undefined;
  const { facts, set } = found;
  const model = await findModel(db, scope, set?.modelHash);
  return {
    facts,
    set,
    model,
    explained: model && (await explainedBy(db, facts, scope, model)),
    /** True if the scope has classified this candidate but has no score set of its own yet. */
    needsOwnScore: facts.manual_classification !== null && set?.scope !== scope,
  };
}

function matchesScore(explained: Breakdown, { score, property_score, na_reason }: CandidateFacts): boolean {
  if ('property_score' in explained && explained.property_score !== property_score) return false;
  return explained.score === score && explained.na_reason === na_reason;
}

async function explainedBy(
  db: CommonQueryMethods,
  candidate: CandidateFacts,
  scope: string,
  model: ScoringModel,
  features: CandidateFeatures = candidateFeatures.parse(candidate),
): Promise<Breakdown> {
  const classification = await scoredClassificationOf(db, scope, candidate.id);
  return explain(candidate.property_type, features, classification, model);
}
