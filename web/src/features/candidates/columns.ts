import type { CandidateRow } from '@landline/api/candidates/contract';
import type { PropertyType } from '@landline/event-schemas';
import { formatRatio, formatSquareFeet } from '../../shared/format.ts';

/** Open space as the list shows it: an area for dwelling units, a share of the lot for outdoor storage. */
export function openSpaceOf(row: Pick<CandidateRow, 'open_area' | 'open_ratio'>, type: PropertyType): string {
  return type === 'ios' ? formatRatio(row.open_ratio) : formatSquareFeet(row.open_area);
}
