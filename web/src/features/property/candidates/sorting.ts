import type { SortField } from '@landline/api/property/candidates/contract';
import type { PropertyType } from '@landline/event-schemas';

/** Labels of the sort fields (spec 001 §5). */
export const SORT_LABELS: Record<SortField, string> = {
  score: 'AI score',
  property_score: 'Base score',
  parcel_area: 'Lot size',
  open_area: 'Open space',
  open_ratio: 'Open space',
  address: 'Address',
  score_na: 'Unscored first',
};

/** Sort fields by table column. */
export const SORTED_COLUMNS: Record<PropertyType, Readonly<Record<string, SortField>>> = {
  adu: { street_address: 'address', score: 'score', open_space: 'open_area', parcel_area: 'parcel_area' },
  ios: { score: 'score', open_space: 'open_ratio', parcel_area: 'parcel_area' },
};
