import type { CandidateRow } from '@landline/api/candidates/contract';
import type { PropertyType } from '@landline/event-schemas';
import { formatRatio, formatSquareFeet } from '../../shared/format.ts';

/** Open space as the list shows it: an area for dwelling units, a share of the lot for outdoor storage. */
export function openSpaceOf(row: Pick<CandidateRow, 'open_area' | 'open_ratio'>, type: PropertyType): string {
  return type === 'ios' ? formatRatio(row.open_ratio) : formatSquareFeet(row.open_area);
}

/** What gives way first where there is no room for all columns. The rest is on the candidate's own page. */
const GIVING_WAY = ['year_built', 'zip_code', 'units', 'open_space', 'parcel_area', 'grade'];

/** The columns that `width` has room for, so that label and actions never leave the window. */
export function columnsWithin<C extends { colId: string; minWidth: number }>(
  width: number,
  columns: readonly C[],
  kept: string | undefined,
): C[] {
  const shown = new Set(columns);
  const room = () => [...shown].reduce((sum, { minWidth }) => sum + minWidth, 0);
  for (const colId of GIVING_WAY) {
    if (room() <= width) break;
    const column = columns.find((one) => one.colId === colId);
    if (column && colId !== kept) shown.delete(column);
  }
  return [...shown];
}
