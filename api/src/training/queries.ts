import { classification } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { ClassificationRecord } from './contract.ts';

const stored = z.object({
  candidate_id: z.string(),
  classification,
  notes: z.string(),
  factor_ids: z.array(z.string()),
  original_score: z.number().nullable(),
  created_at: z.number(),
});

/** A scope's judgement of a candidate, or null when there is none. */
export async function classificationOf(
  db: CommonQueryMethods,
  scope: string,
  candidateId: string,
): Promise<ClassificationRecord | null> {
  const row = await db.maybeOne(sql.type(stored)`
    SELECT candidate_id, classification, notes, factor_ids, original_score, created_at
    FROM read.classification
    WHERE generation = (SELECT live_generation FROM read.projector WHERE name = 'classifications')
      AND scope = ${scope} AND candidate_id = ${candidateId}
  `);
  return (
    row && {
      candidateId: row.candidate_id,
      classification: row.classification,
      notes: row.notes,
      factorIds: row.factor_ids,
      originalScore: row.original_score,
      created_at: new Date(row.created_at).toISOString(),
    }
  );
}
