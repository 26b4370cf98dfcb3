import { classification, propertyType } from '@landline/event-schemas';
import { z } from 'zod';
import { dataResponse } from '../../platform/http/response-contract.ts';

/** Maximum length of a classification's reasoning, in characters (spec 001 §5). */
export const REASONING_MAX = 500;

const trainingFactor = z.object({
  id: z.string(),
  factor_name: z.string(),
  description: z.string(),
  /** Points added to or subtracted from the score. */
  adjustment_value: z.number(),
});
export type TrainingFactor = z.infer<typeof trainingFactor>;

export const factorsResponse = dataResponse(
  z.object({
    grouped: z.object({ positive: z.array(trainingFactor), negative: z.array(trainingFactor) }),
  }),
);

export const classificationRecord = z.object({
  candidateId: z.string(),
  classification,
  notes: z.string(),
  factorIds: z.array(z.string()),
  originalScore: z.number().nullable(),
  created_at: z.string(),
});
export type ClassificationRecord = z.infer<typeof classificationRecord>;

/** `data` is null for an unclassified candidate. */
export const classificationResponse = dataResponse(classificationRecord.nullable());

export const classifyBody = z.object({
  candidateId: z.uuid(),
  classification,
  notes: z.string().max(REASONING_MAX, `Reasoning cannot exceed ${REASONING_MAX} characters`).default(''),
  factorIds: z.array(z.string()).max(50).default([]),
  originalScore: z.number().min(0).max(100).nullable().optional(),
  propertyType: propertyType.optional(),
});
export type ClassifyBody = z.infer<typeof classifyBody>;

export const classifyResponse = dataResponse(classificationRecord).extend({ message: z.string() });

/** Classification counts of a training scope: everyone or one client. */
export const trainingScope = z.object({
  scope: z.string(),
  name: z.string(),
  good: z.int(),
  bad: z.int(),
});
export type TrainingScope = z.infer<typeof trainingScope>;

/** A factor, and the number of the scope's classifications that name it. */
const usedFactor = trainingFactor.extend({ property_type: propertyType, used: z.int() });
export type UsedFactor = z.infer<typeof usedFactor>;

/** GET /api/geo/training/summary; `scope` defaults to everyone. */
export const trainingSummaryResponse = dataResponse(
  z.object({ scopes: z.array(trainingScope), factors: z.array(usedFactor) }),
);
export type TrainingSummary = z.infer<typeof trainingSummaryResponse>['data'];
