import type { CandidateFeatures, Classification, PropertyType } from '@landline/event-schemas';
import { explain } from './explain.ts';
import { kindsOf } from './kinds.ts';
import { TRAINING_PARAMETERS } from './model/default.ts';
import type { ScoringModel, TrainedFactor, TrainingParameters } from './model/document.ts';
import { MAX_ADJUSTMENT } from './model/weights.ts';

/** Training input derived from a candidate. */
export interface TrainingExample {
  /** Score from the model without trained factors. */
  readonly score: number;
  /** The candidate's kinds, each as its trait and its label, joined by a line break. */
  readonly kinds: readonly string[];
}

/** Returns a candidate's training example, or undefined if it has no score. */
export function exampleOf(
  model: ScoringModel,
  propertyType: PropertyType,
  features: CandidateFeatures,
): TrainingExample | undefined {
  const { score } = explain(propertyType, features, null, withTrainedFactors(model, propertyType, []));
  if (score === null) return undefined;
  const kinds = Object.entries(kindsOf(model, propertyType, features));
  return { score, kinds: kinds.flatMap(([trait, kind]) => (kind ? [`${trait}\n${kind.label}`] : [])) };
}

const MAX_ROUNDS = 100;
const TOLERANCE = 1e-6;

/**
 * Returns the model trained on examples made with the same model; earlier training is replaced. Fits an additive logistic
 * model with the score as an offset, a ridge penalty, and shrinkage for kinds with few classifications. The order of the
 * examples does not matter. Without examples, the model has no trained factors.
 */
export function trainFrom(
  model: ScoringModel,
  propertyType: PropertyType,
  examples: Iterable<readonly [TrainingExample, Classification]>,
): ScoringModel {
  const { learning = TRAINING_PARAMETERS } = model; // missing in older documents
  const kinds = new Map<string, TrainedKind>();
  const kindFor = (key: string): TrainedKind => {
    let trainedKind = kinds.get(key);
    if (trainedKind === undefined) {
      const [trait = '', kind = ''] = key.split('\n');
      trainedKind = { trait, kind, weight: 0, good: 0, bad: 0, observations: [] };
      kinds.set(key, trainedKind);
    }
    return trainedKind;
  };
  const observations = Array.from(examples, ([example, classification]): Observation => {
    return {
      key: [example.score, classification, ...example.kinds].join('\n'),
      isGood: classification === 'good',
      score: example.score,
      logit: 0,
      kinds: example.kinds.map(kindFor),
    };
  });
  // Floating-point sums depend on the order of their terms; sorting by content makes the result reproducible.
  for (const observation of observations.sort((a, b) => compare(a.key, b.key))) {
    for (const kind of observation.kinds) {
      kind.observations.push(observation);
      if (observation.isGood) kind.good++;
      else kind.bad++;
    }
  }
  const sorted = [...kinds.values()].sort((a, b) => compare(a.trait, b.trait) || compare(a.kind, b.kind));
  fit(observations, sorted, learning);
  return withTrainedFactors(
    model,
    propertyType,
    sorted.flatMap((kind) => factorOf(kind, learning)),
  );
}

interface Observation {
  readonly key: string;
  readonly isGood: boolean;
  readonly score: number;
  /** Log-odds of being good under the current weights. */
  logit: number;
  readonly kinds: readonly TrainedKind[];
}

interface TrainedKind {
  readonly trait: string;
  readonly kind: string;
  weight: number;
  good: number;
  bad: number;
  readonly observations: Observation[];
}

/**
 * Fits the weights by coordinate-wise Newton steps until none changes; the ridge penalty makes the optimum unique. A
 * candidate's log-odds are the sum of its score above the mean, its kinds' weights, and an intercept. The intercept
 * absorbs the scope's overall share of good classifications, which describes no candidate, so it is not trained.
 */
function fit(
  observations: readonly Observation[],
  kinds: readonly TrainedKind[],
  { points_per_logit, background_judgements, ridge }: TrainingParameters,
): void {
  const mean = observations.reduce((sum, { score }) => sum + score, 0) / observations.length;
  for (const observation of observations) observation.logit = (observation.score - mean) / points_per_logit;
  let intercept = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const baseRate = sigmoid(intercept);
    const background = {
      gradient: background_judgements * (0.5 - baseRate),
      curvature: background_judgements * baseRate * (1 - baseRate),
    };
    let largest = newtonStep(observations, background);
    intercept += largest;
    for (const kind of kinds) {
      const step = newtonStep(kind.observations, { gradient: -ridge * kind.weight, curvature: ridge });
      kind.weight += step;
      largest = Math.max(Math.abs(largest), Math.abs(step));
    }
    if (Math.abs(largest) < TOLERANCE) return;
  }
}

/** Computes the Newton step of a weight that these observations share, adds it to their log-odds and returns it. */
function newtonStep(
  observations: readonly Observation[],
  prior: { gradient: number; curvature: number },
): number {
  let { gradient, curvature } = prior;
  for (const { logit, isGood } of observations) {
    const probability = sigmoid(logit);
    gradient += (isGood ? 1 : 0) - probability;
    curvature += probability * (1 - probability);
  }
  // Far from the optimum a full step overshoots.
  const step = Math.max(-1, Math.min(1, gradient / curvature));
  for (const observation of observations) observation.logit += step;
  return step;
}

const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

function factorOf(
  { trait, kind, weight, good, bad }: TrainedKind,
  { points_per_logit, half_trusted_at }: TrainingParameters,
): TrainedFactor[] {
  const count = good + bad;
  const points = weight * points_per_logit * (count / (count + half_trusted_at));
  const bounded = Math.max(-MAX_ADJUSTMENT, Math.min(MAX_ADJUSTMENT, points));
  const adjustment_value = Math.round(bounded * 10) / 10;
  return adjustment_value === 0 ? [] : [{ trait, kind, adjustment_value, good, bad }];
}

export const withoutTraining = (model: ScoringModel): ScoringModel =>
  withTrainedFactors(withTrainedFactors(model, 'adu', []), 'ios', []);

function withTrainedFactors(
  model: ScoringModel,
  propertyType: PropertyType,
  learned: TrainedFactor[],
): ScoringModel {
  return propertyType === 'adu'
    ? { ...model, adu: { ...model.adu, learned } }
    : { ...model, ios: { ...model.ios, learned } };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
