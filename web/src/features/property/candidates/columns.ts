import type { CandidateRow } from '@landline/api/property/candidates/contract';
import type { PropertyType } from '@landline/event-schemas';
import { formatRatio, formatSquareFeet } from '../../../shared/format.ts';

/** Formats open space: an area for ADU, a share of the lot for IOS. */
export const openSpaceOf = (row: Pick<CandidateRow, 'open_area' | 'open_ratio'>, type: PropertyType) =>
  type === 'ios' ? formatRatio(row.open_ratio) : formatSquareFeet(row.open_area);

/** Returns the property address, or the parcel number if there is none. */
export const candidateName = ({ street_address, apn }: Pick<CandidateRow, 'street_address' | 'apn'>) =>
  street_address ?? `APN ${apn}`;

/** Columns that a narrow table drops, in this order; the candidate's own page shows them. */
const OPTIONAL = ['year_built', 'zip_code', 'units', 'open_space', 'parcel_area', 'grade'];

/** Returns the columns that fit; the sorted column is always kept. */
export function columnsWithin<C extends { colId: string; minWidth: number }>(
  width: number,
  columns: readonly C[],
  sortedId: string | undefined,
): C[] {
  const shown = new Set(columns);
  const neededWidth = () => [...shown].reduce((sum, { minWidth }) => sum + minWidth, 0);
  for (const colId of OPTIONAL) {
    if (neededWidth() <= width) break;
    const column = columns.find((each) => each.colId === colId);
    if (column && colId !== sortedId) shown.delete(column);
  }
  return [...shown];
}
