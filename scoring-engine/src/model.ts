import { hash } from 'node:crypto';
import type { Classification, PropertyType } from '@landline/event-schemas';
import type { ScoringModel, TrainingFactor } from './model/document.ts';
import { MAX_ADJUSTMENT } from './model/weights.ts';

export { DEFAULT_MODEL, SHARE_TAKEN_MODEL } from './model/default.ts';
export {
  type LearnedFactor,
  type ScoringModel,
  scoringModel,
  type TrainingFactor,
} from './model/document.ts';

/** SHA-256 of the document as canonical JSON (keys sorted): two models with one hash give the same scores. */
export function modelHash(model: ScoringModel): string {
  return hash('sha256', canonical(model));
}

/**
 * SHA-256 of what the scores of one property type follow from: models that differ in what another type reads, in their
 * name, or in how they learn, give the same scores here.
 */
export function rulesHash(model: ScoringModel, propertyType: PropertyType): string {
  const { name: _name, learning: _learning, adu, ios, ...shared } = model;
  return hash('sha256', canonical(propertyType === 'adu' ? { ...shared, adu } : { ...shared, ios }));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`;
}

/** A judgement as far as scoring knows it. */
export interface Judgement {
  readonly classification: Classification;
  readonly factorIds: readonly string[];
}

export interface DirectAdjustment {
  /** Tenths of a point, within ±300: the input beside a candidate's features. */
  readonly tenths: number;
  readonly baseTenths: number;
  readonly factors: readonly TrainingFactor[];
}

/** What being judged adds to a candidate's own score. Factors that the model does not know add nothing. */
export function directAdjustment(
  model: ScoringModel,
  propertyType: PropertyType,
  { classification, factorIds }: Judgement,
): DirectAdjustment {
  const { base, positive, negative } = model[propertyType].training;
  const factors = [...positive, ...negative].filter(({ id }) => factorIds.includes(id));
  const baseTenths = Math.round(base[classification] * 10);
  const sum = factors.reduce((total, factor) => total + Math.round(factor.adjustment_value * 10), baseTenths);
  const bound = MAX_ADJUSTMENT * 10;
  return { tenths: Math.max(-bound, Math.min(bound, sum)), baseTenths, factors };
}

/** The factors to pick from when a candidate of this type is judged. */
export function trainingFactors(
  model: ScoringModel,
  propertyType: PropertyType,
): { positive: TrainingFactor[]; negative: TrainingFactor[] } {
  const { positive, negative } = model[propertyType].training;
  return { positive, negative };
}
