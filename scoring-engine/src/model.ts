import { hash } from 'node:crypto';
import type { Classification, PropertyType } from '@landline/event-schemas';
import type { ScoringModel, TrainingFactor } from './model/document.ts';
import { MAX_ADJUSTMENT } from './model/weights.ts';

export { DEFAULT_MODEL, SHARE_TAKEN_MODEL } from './model/default.ts';
export {
  type ScoringModel,
  scoringModel,
  type TrainingFactor,
} from './model/document.ts';

/** Returns the SHA-256 of the document as canonical JSON (sorted keys): equal hashes mean equal scores. */
export function modelHash(model: ScoringModel): string {
  return hash('sha256', canonical(model));
}

/**
 * Returns the SHA-256 of the rules for one property type: models that differ only in the other type, their name or their
 * training parameters give the same scores.
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

/** A candidate's classification with the factors picked for it. */
export interface CandidateClassification {
  readonly classification: Classification;
  readonly factorIds: readonly string[];
}

interface ClassificationAdjustment {
  /** Tenths of a point, within ±300. */
  readonly tenths: number;
  readonly baseTenths: number;
  readonly factors: readonly TrainingFactor[];
}

/** Returns the adjustment from a candidate's own classification. Factors unknown to the model add nothing. */
export function classificationAdjustment(
  model: ScoringModel,
  propertyType: PropertyType,
  { classification, factorIds }: CandidateClassification,
): ClassificationAdjustment {
  const { base, positive, negative } = model[propertyType].training;
  const factors = [...positive, ...negative].filter(({ id }) => factorIds.includes(id));
  const baseTenths = Math.round(base[classification] * 10);
  const sum = factors.reduce((total, factor) => total + Math.round(factor.adjustment_value * 10), baseTenths);
  const bound = MAX_ADJUSTMENT * 10;
  return { tenths: Math.max(-bound, Math.min(bound, sum)), baseTenths, factors };
}

/** Returns the factors to pick from when classifying a candidate of this type. */
export function trainingFactors(
  model: ScoringModel,
  propertyType: PropertyType,
): { positive: TrainingFactor[]; negative: TrainingFactor[] } {
  const { positive, negative } = model[propertyType].training;
  return { positive, negative };
}
