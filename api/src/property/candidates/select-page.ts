import { gradeOf } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { liveGeneration } from '../../platform/live-generation.ts';
import { type CandidateRow, candidateRow } from './contract.ts';
import type { Criteria, ListWindow } from './criteria.ts';
import type { DatasetSnapshot } from './dataset-snapshot.ts';
import { type Hits, hitsFrom, type Page } from './hits.ts';
import { selectHits } from './select-hits.ts';

const LIVE = liveGeneration('candidates');

const storedRow = candidateRow.omit({
  grade: true,
  score: true,
  property_score: true,
  na_reason: true,
  manual_classification: true,
});

/** Reads a page of matching candidates from the database. */
export async function selectPage(
  db: CommonQueryMethods,
  dataset: DatasetSnapshot,
  criteria: Criteria,
  window: ListWindow,
): Promise<Page> {
  const hits = await selectHits(db, dataset, criteria, window);
  return { total: hits.total, rows: await rowsOf(db, hits) };
}

async function rowsOf(db: CommonQueryMethods, hits: Hits): Promise<CandidateRow[]> {
  const pageHits = [...hitsFrom(hits)];
  if (pageHits.length === 0) return [];
  const rows = await db.any(sql.type(storedRow)`
    SELECT c.id, c.apn, c.street_address, c.city, c.zip_code, c.units, c.parcel_area, c.open_area,
      c.open_ratio, c.building_area, c.year_built, c.latitude, c.longitude, c.zoning_code,
      c.building_data_quality, c.data_quality_flag, c.dataset_key, c.property_type, c.first_imported_at
    FROM read.candidate c
    WHERE c.generation = ${LIVE} AND c.id = ANY(${sql.array(
      pageHits.map(({ id }) => id),
      'uuid',
    )})
  `);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return pageHits.flatMap((hit) => {
    const row = byId.get(hit.id);
    return row ? { ...hit, grade: gradeOf(hit.score), ...row } : [];
  });
}
