import { PROPERTY_TYPES } from '@landline/event-schemas';
import type { z } from 'zod';
import { CandidateColumns } from '../columns.ts';
import { compileModel } from '../kernel/compile.ts';
import { scoringModel as document, type ScoringModel } from './document.ts';

/** A scoring model that is sound: one that does what it says to every candidate, in the kernel too. */
export const scoringModel = document.superRefine((model, context) => {
  for (const propertyType of PROPERTY_TYPES) {
    try {
      compileModel(model).tablesFor(CandidateColumns.create(propertyType));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      context.addIssue({ code: 'custom', path: [propertyType], message: error.message });
    }
  }
}) satisfies z.ZodType<ScoringModel>;
