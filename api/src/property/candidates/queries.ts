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
import { liveGeneration } from '../../platform/live-generation.ts';
import { type Access, canSee, type DatasetView } from '../dataset-access/access.ts';
import { assessmentOf } from '../environment/queries.ts';
import { type CandidateFacts, candidateFacts } from './contract.ts';
import type { DatasetSnapshot } from './dataset-snapshot.ts';
import { type LiveSet, liveSetOf } from './live-score-set.ts';
import { conditionsOf } from './sql-conditions.ts';

/** Columns of `candidateFeatures`. */
export const FEATURES = sql.join(
  CANDIDATE_FIELDS.map((field) => sql.identifier(['c', field])),
  sql.fragment`, `,
);

const storedLocation = z.object({
  id: z.string(),
  dataset_key: z.string(),
  property_type: propertyType,
  zip_code: z.string().nullable(),
});

/** Returns undefined when the candidate does not exist or the caller has no access to it. */
export async function findCandidate(db: CommonQueryMethods, id: string, access: Access) {
  const found = await db.maybeOne(sql.type(storedLocation)`
    SELECT c.id, c.dataset_key, c.property_type, c.zip_code FROM read.candidate c
    WHERE c.generation = ${liveGeneration('candidates')} AND c.id = ${id}
  `);
  return found && canSee(access, found) ? found : undefined;
}

const storedDetail = candidateFacts
  .omit({ grade: true, source: true, environment: true })
  .extend(candidateFacts.shape.source.shape);

/**
 * Returns a candidate as a scope sees it, and the score set of its score; undefined when it does not exist or the caller has
 * no access to it.
 */
export async function candidateOf(
  db: CommonQueryMethods,
  id: string,
  scope: string,
  access: Access,
): Promise<{ facts: CandidateFacts; set: LiveSet | undefined } | undefined> {
  const location = await findCandidate(db, id, access);
  if (!location) return undefined;
  const set = await liveSetOf(db, location.dataset_key, scope);
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
  const stored = await assessmentOf(db, rest);
  const facts = {
    ...withAssessment(rest, stored?.assessment),
    environment: stored?.environment ?? null,
    grade: gradeOf(rest.score),
    source: { import_id, file_name, profile, imported_at },
  };
  return { facts, set };
}

const zoningRow = z.object({ zoning_code: z.string() });

const gradeRow = z.object({ environmental_grade: environmentalGrade });

const inView = ({ zips }: DatasetView) =>
  sql.join([sql.fragment`true`, ...conditionsOf(zips ? { zips } : {}).candidate], sql.fragment` AND `);

/** Returns the environmental grades in a view, A first. */
export async function gradeOptions(
  db: CommonQueryMethods,
  listing: DatasetView & DatasetSnapshot,
): Promise<EnvironmentalGrade[]> {
  if (listing.setId === undefined || listing.propertyType !== 'ios') return [];
  const rows = await db.any(sql.type(gradeRow)`
    SELECT DISTINCT s.environmental_grade FROM scoring.score s JOIN read.candidate c
      ON c.generation = ${liveGeneration('candidates')} AND c.id = s.candidate_id AND c.dataset_key = ${listing.datasetKey}
    WHERE s.set_id = ${listing.setId} AND s.environmental_grade IS NOT NULL
      AND ${inView(listing)}
    ORDER BY s.environmental_grade
  `);
  return rows.map((row) => row.environmental_grade);
}

/** Returns the zoning codes in a view in alphabetical order. */
export async function zoningOptions(db: CommonQueryMethods, view: DatasetView): Promise<string[]> {
  const rows = await db.any(sql.type(zoningRow)`
    SELECT DISTINCT c.zoning_code FROM read.candidate c
    WHERE c.generation = ${liveGeneration('candidates')} AND c.dataset_key = ${view.datasetKey} AND c.zoning_code IS NOT NULL
      AND ${inView(view)}
    ORDER BY c.zoning_code
  `);
  return rows.map((row) => row.zoning_code);
}
