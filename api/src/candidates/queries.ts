import {
  CANDIDATE_FIELDS,
  type EnvironmentalGrade,
  environmentalGrade,
  gradeOf,
  propertyType,
  withAssessment,
} from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { assessmentOf } from '../environment/queries.ts';
import { type Access, type DatasetView, inView, maySee } from '../grants/access.ts';
import { liveGeneration } from '../live-generation.ts';
import { type CandidateFacts, candidateFacts } from './contract.ts';
import type { Listing } from './listing.ts';
import { type LiveSet, liveSetOf } from './live-set.ts';

/** The columns of `candidateFeatures`. */
export const FEATURES = sql.join(
  CANDIDATE_FIELDS.map((field) => sql.identifier(['c', field])),
  sql.fragment`, `,
);

const location = z.object({
  id: z.string(),
  dataset_key: z.string(),
  property_type: propertyType,
  zip_code: z.string().nullable(),
});

/** Where a candidate belongs, or undefined when there is none of that id that one may see. */
export async function findCandidate(db: CommonQueryMethods, id: string, access: Access) {
  const found = await db.maybeOne(sql.type(location)`
    SELECT c.id, c.dataset_key, c.property_type, c.zip_code FROM read.candidate c
    WHERE c.generation = ${liveGeneration('candidates')} AND c.id = ${id}
  `);
  return found && maySee(access, found) ? found : undefined;
}

const storedDetail = candidateFacts.omit({ grade: true, source: true, environment: true }).extend({
  import_id: z.string(),
  file_name: z.string(),
  profile: z.string(),
  imported_at: z.number(),
});

/**
 * Everything that is known of a candidate, as a scope sees it, and the set that its score is of; undefined when there is
 * none of that id that one may see.
 */
export async function candidateOf(
  db: CommonQueryMethods,
  id: string,
  scope: string,
  access: Access,
): Promise<{ facts: CandidateFacts; set: LiveSet | undefined } | undefined> {
  const place = await findCandidate(db, id, access);
  if (!place) return undefined;
  const set = await liveSetOf(db, place.dataset_key, scope);
  const found = await db.maybeOne(sql.type(storedDetail)`
    SELECT ${FEATURES}, c.dataset_key, c.property_type, c.import_id, c.imported_at,
      s.score_tenths / 10.0::float8 AS score, s.property_score_tenths / 10.0::float8 AS property_score,
      s.na_reason, k.classification AS manual_classification,
      d.dataset_name, d.is_demo, i.file_name, i.profile
    FROM read.candidate c
    JOIN read.dataset d ON d.generation = ${liveGeneration('datasets')} AND d.dataset_key = c.dataset_key
    JOIN read.dataset_import i ON i.generation = ${liveGeneration('datasets')} AND i.import_id = c.import_id
    LEFT JOIN scoring.score s ON s.set_id = ${set?.setId ?? null} AND s.candidate_id = c.id
    LEFT JOIN read.classification k
      ON k.generation = ${liveGeneration('classifications')} AND k.scope = ${scope} AND k.candidate_id = c.id
    WHERE c.generation = ${liveGeneration('candidates')} AND c.id = ${id}
  `);
  if (!found) return undefined;
  const { import_id, file_name, profile, imported_at, ...rest } = found;
  const assessed = await assessmentOf(db, id);
  const facts = {
    ...withAssessment(rest, assessed?.assessment),
    environment: assessed?.environment ?? null,
    grade: gradeOf(rest.score),
    source: { import_id, file_name, profile, imported_at: new Date(imported_at).toISOString() },
  };
  return { facts, set };
}

const zoning = z.object({ zoning_code: z.string() });

const graded = z.object({ environmental_grade: environmentalGrade });

/** The environmental grades that occur in what one may see of a dataset, A first. */
export async function gradeOptions(db: CommonQueryMethods, listing: Listing): Promise<EnvironmentalGrade[]> {
  if (listing.setId === undefined || listing.propertyType !== 'ios') return [];
  const rows = await db.any(sql.type(graded)`
    SELECT DISTINCT s.environmental_grade FROM scoring.score s JOIN read.candidate c
      ON c.generation = ${liveGeneration('candidates')} AND c.id = s.candidate_id AND c.dataset_key = ${listing.datasetKey}
    WHERE s.set_id = ${listing.setId} AND s.environmental_grade IS NOT NULL
      AND ${inView(listing) ?? sql.fragment`true`}
    ORDER BY s.environmental_grade
  `);
  return rows.map((row) => row.environmental_grade);
}

/** The zoning codes that occur in what one may see of a dataset, in alphabetical order. */
export async function zoningOptions(db: CommonQueryMethods, view: DatasetView): Promise<string[]> {
  const rows = await db.any(sql.type(zoning)`
    SELECT DISTINCT c.zoning_code FROM read.candidate c
    WHERE c.generation = ${liveGeneration('candidates')} AND c.dataset_key = ${view.datasetKey} AND c.zoning_code IS NOT NULL
      AND ${inView(view) ?? sql.fragment`true`}
    ORDER BY c.zoning_code
  `);
  return rows.map((row) => row.zoning_code);
}
