import type { ProjectorHealth } from '@landline/api/operations/system-health/contract';
import { MISSING } from '../../../shared/format.ts';

type Progress = NonNullable<ProjectorHealth['live']>;

/** Returns whether a read model has events left to apply. */
export const isBehind = ({ live }: Pick<ProjectorHealth, 'live'>): boolean =>
  live === null || BigInt(live.head) > BigInt(live.position);

/** Formats the number of log positions that are not applied yet. */
export function formatLag(live: Progress | null): string {
  if (live === null) return MISSING;
  const lag = BigInt(live.head) - BigInt(live.position);
  return (lag > 0n ? lag : 0n).toLocaleString('en-US');
}

/** Formats the progress of a rebuild as a whole percentage. */
export function formatProgress({ position, head }: Progress): string {
  if (BigInt(head) <= 0n) return '0%';
  return `${(BigInt(position) * 100n) / BigInt(head)}%`;
}
