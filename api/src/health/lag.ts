import type { ProjectorStatus } from '@landline/projections/admin';
import type { Deps } from '../deps.ts';

/** How old the oldest event is that each read model does not show, in seconds; null where none was built yet. */
export async function lagsOf(
  eventStore: Pick<Deps['eventStore'], 'head' | 'readAfter'>,
  projectors: readonly ProjectorStatus[],
): Promise<Map<string, number | null>> {
  const head = await eventStore.head();
  // Those that stand at one place wait for the same event.
  const ages = new Map<bigint, Promise<number>>();
  const lags = projectors.map(async ({ name, live }) => {
    if (live === null) return [name, null] as const;
    if (live.position >= head) return [name, 0] as const;
    const age = ages.get(live.position) ?? ageAfter(eventStore, live.position);
    ages.set(live.position, age);
    return [name, await age] as const;
  });
  return new Map(await Promise.all(lags));
}

/** How long ago the first event after a position was written, in seconds. */
export async function ageAfter(
  eventStore: Pick<Deps['eventStore'], 'readAfter'>,
  position: bigint,
): Promise<number> {
  const next = await eventStore.readAfter(position);
  return next === undefined ? 0 : Math.max(0, (Date.now() - next.created.getTime()) / 1_000);
}
