import type { ProjectorHealth } from '@landline/api/health/contract';

type Progress = NonNullable<ProjectorHealth['live']>;

/** Whether a read model does not show everything that has happened. */
export const isBehind = ({ live }: Pick<ProjectorHealth, 'live'>): boolean =>
  live === null || BigInt(live.head) > BigInt(live.position);

/** How many log positions lie between what is shown and what has happened. */
export function lagOf(live: Progress | null): string {
  if (live === null) return '–';
  const lag = BigInt(live.head) - BigInt(live.position);
  return (lag > 0n ? lag : 0n).toLocaleString('en-US');
}

/** How far a rebuild is. */
export function shareOf({ position, head }: Progress): string {
  if (BigInt(head) <= 0n) return '0 %';
  return `${(BigInt(position) * 100n) / BigInt(head)} %`;
}
