import { EVERYONE, gradeOf, propertyType } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import { liveSetOf } from '../../property/candidates/live-score-set.ts';
import { type Showcase, showcaseCandidate } from './contract.ts';

/** Positions of the shown candidates after the first ones, as shares of the list. */
const SHARES = [0.02, 0.1, 0.3, 0.6, 0.9];
const FIRST = 2;

const dataset = z.object({
  dataset_key: z.string(),
  dataset_name: z.string(),
  property_type: propertyType,
  candidate_count: z.number(),
});
const row = showcaseCandidate.omit({ grade: true });

/**
 * Selects a few candidates of a scored demo dataset from the top to the bottom of its list, scored by the shared model. Only
 * demo datasets are read; they contain no real parcels.
 */
export async function showcaseOf(db: CommonQueryMethods): Promise<Showcase['data']> {
  const shown = await db.maybeOne(sql.type(dataset)`
    SELECT dataset_key, dataset_name, property_type, candidate_count FROM read.dataset
    WHERE generation = ${liveGeneration('datasets')}
      AND is_demo AND property_type = 'adu' AND status = 'active'
    ORDER BY candidate_count DESC, dataset_key DESC LIMIT 1
  `);
  const set = shown && (await liveSetOf(db, shown.dataset_key, EVERYONE));
  if (!shown || !set) return null;
  const total = shown.candidate_count;
  const ranks = [
    ...Array.from({ length: FIRST }, (_, index) => index + 1),
    ...SHARES.map((share) => Math.max(FIRST + 1, Math.round(total * share))),
  ];
  const candidates = await db.any(sql.type(row)`
    SELECT s.rank::int AS rank, c.street_address, c.city, c.units, c.parcel_area,
      s.score_tenths / 10.0::float8 AS score
    FROM (
      SELECT candidate_id, score_tenths,
        row_number() OVER (ORDER BY score_tenths DESC NULLS LAST, candidate_id) AS rank
      FROM scoring.score WHERE set_id = ${set.setId}
    ) s
    JOIN read.candidate c ON c.id = s.candidate_id
      AND c.generation = ${liveGeneration('candidates')}
    WHERE s.rank = ANY(${sql.array(ranks, 'int8')})
    ORDER BY s.rank
  `);
  const { dataset_name, property_type } = shown;
  return {
    dataset_name,
    property_type,
    total,
    candidates: candidates.map((each) => ({ ...each, grade: gradeOf(each.score) })),
  };
}
