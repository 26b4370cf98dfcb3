import { type CandidateFeatures, candidateFeatures, EVERYONE } from '@landline/event-schemas';
import { type Breakdown, explain, type ScoringModel } from '@landline/scoring-engine';
import type { CommonQueryMethods } from 'slonik';
import type { Deps } from '../deps.ts';
import type { Access } from '../grants/access.ts';
import { findModel, noModel } from '../scoring/model-in-force.ts';
import { classificationOf } from '../training/queries.ts';
import type { CandidateDetail, CandidateFacts } from './contract.ts';
import { featuresAt } from './history.ts';
import { candidateOf } from './queries.ts';
import { NO_SCORE_FIELDS, scoreFieldsOf } from './score-fields.ts';

/** Somebody who looks at candidates. */
interface Viewer {
  readonly scope: string;
  readonly access: Access;
}

/** A candidate as a scope sees it; undefined when there is none of that id that one may see. */
export async function shownCandidate(
  db: CommonQueryMethods,
  id: string,
  viewer: Viewer,
): Promise<CandidateDetail | undefined> {
  const found = await explainedCandidate(db, id, viewer);
  if (!found) return undefined;
  const { facts, set, explained, isJudgedFirst } = found;
  // A candidate is shown before its model can be read: what its score is made of follows.
  if (set === undefined || explained === undefined) return { ...facts, ...NO_SCORE_FIELDS };
  if (!isJudgedFirst)
    return { ...facts, ...(endsAt(explained, facts) ? scoreFieldsOf(explained) : NO_SCORE_FIELDS) };
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

/** How the score that a scope sees came about; undefined when there is no candidate of that id that one may see. */
export async function breakdownOf(
  sources: Pick<Deps, 'pool' | 'eventStore'>,
  id: string,
  viewer: Viewer,
): Promise<Breakdown | undefined> {
  const { pool } = sources;
  const found = await explainedCandidate(pool, id, viewer);
  if (!found) return undefined;
  const { facts, set, model, explained, isJudgedFirst } = found;
  if (model === undefined || explained === undefined) throw noModel();
  if (set === undefined || isJudgedFirst || endsAt(explained, facts)) return explained;
  // What was imported or assessed since waits for its run: the score is of what was known before.
  const before = await featuresAt(sources, facts, set.asOf);
  return before ? await explainedBy(pool, facts, viewer.scope, model, before) : explained;
}

/** A candidate, and how the model of the very set that its score is of explains what is known of it now. */
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
    /** Until a scope that judges for the first time has scores of its own, it would see nothing of what it did. */
    isJudgedFirst: facts.manual_classification !== null && set?.scope !== scope,
  };
}

function endsAt(explained: Breakdown, { score, property_score, na_reason }: CandidateFacts): boolean {
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
  const judgement =
    (await classificationOf(db, scope, candidate.id)) ?? (await classificationOf(db, EVERYONE, candidate.id));
  return explain(candidate.property_type, features, judgement, model);
}
