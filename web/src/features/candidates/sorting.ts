import type { SortField } from '@landline/api/candidates/contract';
import type { PropertyType } from '@landline/event-schemas';

/** What the orders of a list are called (spec 001 §5). */
export const SORT_LABELS: Record<SortField, string> = {
  score: 'AI score',
  property_score: 'Base score',
  parcel_area: 'Lot size',
  open_area: 'Open space',
  open_ratio: 'Open space',
  address: 'Address',
  score_na: 'Not scored first',
};

/** The columns of the table that its list can be sorted by. */
export const SORTED_COLUMNS: Record<PropertyType, Readonly<Record<string, SortField>>> = {
  adu: { street_address: 'address', score: 'score', open_space: 'open_area', parcel_area: 'parcel_area' },
  ios: { score: 'score', open_space: 'open_ratio', parcel_area: 'parcel_area' },
};
