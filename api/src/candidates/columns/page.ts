import { gradeOf } from '@landline/event-schemas';
import type { CandidateRow } from '../contract.ts';
import type { Criteria } from '../criteria.ts';
import { type Hit, hitsFrom } from '../hits.ts';
import type { Page } from '../page.ts';
import type { Window } from '../window.ts';
import type { FeatureColumns } from './feature-columns.ts';
import { findIn } from './find.ts';
import type { Columns } from './keep.ts';
import type { Wanted } from './store.ts';

/** What all rows of a page share. */
type Shared = Pick<Wanted, 'datasetKey' | 'propertyType'>;

/** What `selectPage` finds in the database. */
export function pageIn(columns: Columns, shared: Shared, criteria: Criteria, window: Window): Page {
  const { features } = columns;
  const hits = findIn(columns, criteria, window);
  const ids = new DataView(hits.ids.buffer, hits.ids.byteOffset, hits.ids.byteLength);
  const rows = Array.from(hitsFrom(hits), (hit, at) =>
    rowOf(features, features.ids.rowOf(ids, at * 16), hit, shared),
  );
  return { total: hits.total, rows };
}

function rowOf(
  features: FeatureColumns,
  row: number,
  hit: Hit,
  { datasetKey, propertyType }: Shared,
): CandidateRow {
  return {
    ...hit,
    grade: gradeOf(hit.score),
    dataset_key: datasetKey,
    property_type: propertyType,
    apn: features.text('apn', row) as string, // never null
    street_address: features.text('street_address', row),
    city: features.text('city', row),
    zip_code: features.text('zip_code', row),
    units: features.number('units', row),
    parcel_area: features.number('parcel_area', row),
    open_area: features.number('open_area', row),
    open_ratio: features.number('open_ratio', row),
    building_area: features.number('building_area', row),
    year_built: features.number('year_built', row),
    latitude: features.number('latitude', row),
    longitude: features.number('longitude', row),
    zoning_code: features.text('zoning_code', row),
    building_data_quality: features.text('building_data_quality', row),
    data_quality_flag: features.text('data_quality_flag', row),
    first_imported_at: features.number('first_imported_at', row),
  };
}
