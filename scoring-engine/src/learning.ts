import type { CandidateFeatures, Classification, PropertyType } from '@landline/event-schemas';
import { explain } from './explain.ts';
import { LEARNING } from './model/default.ts';
import type { LearnedFactor, Learning, ScoringModel } from './model/document.ts';
import { MAX_ADJUSTMENT } from './model/weights.ts';
import { kindsOf } from './traits.ts';

/** A candidate that a scope has judged. */
export interface Judged {
  readonly features: CandidateFeatures;
  readonly classification: Classification;
}

/** A candidate as far as learning reads it: what it scores untrained, and the kind that it is of by each trait. */
export interface Lesson {
  readonly score: number;
  /** `trait` and `kind`, with a line break between them. */
  readonly kinds: readonly string[];
}

/** What a candidate has to teach, however it is judged; undefined when it has no score. Nothing learned counts. */
export function lessonOf(
  model: ScoringModel,
  propertyType: PropertyType,
  features: CandidateFeatures,
): Lesson | undefined {
  const { score } = explain(propertyType, features, null, withLearned(model, propertyType, []));
  if (score === null) return undefined;
  const kinds = Object.entries(kindsOf(model, propertyType, features));
  return { score, kinds: kinds.flatMap(([trait, kind]) => (kind ? [`${trait}\n${kind.label}`] : [])) };
}

const MOST_ROUNDS = 100;
const SETTLED = 1e-6;

/**
 * The model with what these judgements teach about kinds of candidates, in place of what it had learned: an additive
 * logistic model of what the score leaves unexplained, held at zero by a ridge and by how few judgements a kind has. The
 * same judgements give the same model, in whatever order; none give the model without anything learned.
 */
export function learn(
  model: ScoringModel,
  propertyType: PropertyType,
  judged: Iterable<Judged>,
): ScoringModel {
  const lessons: [Lesson, Classification][] = [];
  for (const { features, classification } of judged) {
    const lesson = lessonOf(model, propertyType, features);
    if (lesson) lessons.push([lesson, classification]);
  }
  return learnFrom(model, propertyType, lessons);
}

/** The same from what the judged candidates have to teach by this model. */
export function learnFrom(
  model: ScoringModel,
  propertyType: PropertyType,
  lessons: Iterable<readonly [Lesson, Classification]>,
): ScoringModel {
  const { learning = LEARNING } = model; // documents of before it was said in them
  const kinds = new Map<string, LearnableKind>();
  const learnableOf = (key: string): LearnableKind => {
    let learnable = kinds.get(key);
    if (learnable === undefined) {
      const [trait = '', kind = ''] = key.split('\n');
      learnable = { trait, kind, weight: 0, good: 0, bad: 0, examples: [] };
      kinds.set(key, learnable);
    }
    return learnable;
  };
  const examples = Array.from(lessons, ([lesson, classification]): Example => {
    const own = lesson.kinds.map(learnableOf);
    return {
      key: `${lesson.score}\n${classification}\n${own.map((learnable) => learnable.kind).join('\n')}`,
      isGood: classification === 'good',
      score: lesson.score,
      logit: 0,
      kinds: own,
    };
  });
  // Sums of fractions depend on their order: it is that of the content.
  for (const example of examples.sort((a, b) => compare(a.key, b.key))) {
    for (const learnable of example.kinds) {
      learnable.examples.push(example);
      if (example.isGood) learnable.good++;
      else learnable.bad++;
    }
  }
  const learnables = [...kinds.values()].sort((a, b) => compare(a.trait, b.trait) || compare(a.kind, b.kind));
  fit(examples, learnables, learning);
  return withLearned(
    model,
    propertyType,
    learnables.flatMap((learnable) => factorOf(learnable, learning)),
  );
}

interface Example {
  readonly key: string;
  readonly isGood: boolean;
  readonly score: number;
  /** Log-odds of being good, by what the weights are at the time. */
  logit: number;
  readonly kinds: readonly LearnableKind[];
}

interface LearnableKind {
  readonly trait: string;
  readonly kind: string;
  weight: number;
  good: number;
  bad: number;
  readonly examples: Example[];
}

/**
 * Newton steps on one weight after the other until none moves: the ridge makes the optimum the only one. A candidate's
 * log-odds are its score above the others', its kinds' weights, and a base that takes up how often a scope says good: it is
 * no candidate's merit and is not learned.
 */
function fit(
  examples: readonly Example[],
  kinds: readonly LearnableKind[],
  { points_per_logit, background_judgements, ridge }: Learning,
): void {
  const mean = examples.reduce((sum, { score }) => sum + score, 0) / examples.length;
  for (const example of examples) example.logit = (example.score - mean) / points_per_logit;
  let base = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const usual = likelihood(base);
    const background = {
      gradient: background_judgements * (0.5 - usual),
      curvature: background_judgements * usual * (1 - usual),
    };
    let largest = moveAll(examples, background);
    base += largest;
    for (const kind of kinds) {
      const step = moveAll(kind.examples, { gradient: -ridge * kind.weight, curvature: ridge });
      kind.weight += step;
      largest = Math.max(Math.abs(largest), Math.abs(step));
    }
    if (Math.abs(largest) < SETTLED) return;
  }
}

/** The Newton step of what these examples have in common, with what holds it; their log-odds are moved by it. */
function moveAll(examples: readonly Example[], held: { gradient: number; curvature: number }): number {
  let { gradient, curvature } = held;
  for (const { logit, isGood } of examples) {
    const likely = likelihood(logit);
    gradient += (isGood ? 1 : 0) - likely;
    curvature += likely * (1 - likely);
  }
  // Far from the optimum a full step overshoots.
  const step = Math.max(-1, Math.min(1, gradient / curvature));
  for (const example of examples) example.logit += step;
  return step;
}

const likelihood = (logit: number): number => 1 / (1 + Math.exp(-logit));

function factorOf(
  { trait, kind, weight, good, bad }: LearnableKind,
  { points_per_logit, half_trusted_at }: Learning,
): LearnedFactor[] {
  const count = good + bad;
  const points = weight * points_per_logit * (count / (count + half_trusted_at));
  const bounded = Math.max(-MAX_ADJUSTMENT, Math.min(MAX_ADJUSTMENT, points));
  const adjustment_value = Math.round(bounded * 10) / 10;
  return adjustment_value === 0 ? [] : [{ trait, kind, adjustment_value, good, bad }];
}

/** The model without anything learned. */
export const untaught = (model: ScoringModel): ScoringModel =>
  withLearned(withLearned(model, 'adu', []), 'ios', []);

function withLearned(
  model: ScoringModel,
  propertyType: PropertyType,
  learned: LearnedFactor[],
): ScoringModel {
  return propertyType === 'adu'
    ? { ...model, adu: { ...model.adu, learned } }
    : { ...model, ios: { ...model.ios, learned } };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
