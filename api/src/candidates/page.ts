import { gradeOf } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { type CandidateRow, candidateRow } from './contract.ts';
import type { Criteria } from './criteria.ts';
import { type Hits, hitsFrom } from './hits.ts';
import type { Listing } from './listing.ts';
import { selectHits } from './select.ts';
import type { Window } from './window.ts';

/** Some of the candidates that filters keep, as they are shown, and how many there are on all pages. */
export interface Page {
  readonly total: number;
  readonly rows: CandidateRow[];
}

const LIVE = sql.fragment`(SELECT live_generation FROM read.projector WHERE name = 'candidates')`;

const storedRow = candidateRow.omit({
  grade: true,
  score: true,
  property_score: true,
  na_reason: true,
  manual_classification: true,
});

/** A page of the candidates of a dataset that the filters keep, in order, as SQL finds them. */
export async function selectPage(
  db: CommonQueryMethods,
  dataset: Listing,
  criteria: Criteria,
  window: Window,
): Promise<Page> {
  const hits = await selectHits(db, dataset, criteria, window);
  return { total: hits.total, rows: await rowsOf(db, hits) };
}

/** What a list shows of these candidates, in their order. */
async function rowsOf(db: CommonQueryMethods, hits: Hits): Promise<CandidateRow[]> {
  const found = [...hitsFrom(hits)];
  if (found.length === 0) return [];
  const rows = await db.any(sql.type(storedRow)`
    SELECT c.id, c.apn, c.street_address, c.city, c.zip_code, c.units, c.parcel_area, c.open_area,
      c.open_ratio, c.building_area, c.year_built, c.latitude, c.longitude, c.zoning_code,
      c.building_data_quality, c.data_quality_flag, c.dataset_key, c.property_type, c.first_imported_at
    FROM read.candidate c
    WHERE c.generation = ${LIVE} AND c.id = ANY(${sql.array(
      found.map(({ id }) => id),
      'uuid',
    )})
  `);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap((hit) => {
    const row = byId.get(hit.id);
    return row ? { ...row, ...hit, grade: gradeOf(hit.score) } : [];
  });
}
