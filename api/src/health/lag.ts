import { type ProjectorStatus, projectionStatus } from '@landline/projections/admin';
import type pg from 'pg';
import type { Deps } from '../deps.ts';

/** Somebody who follows the log, and how far they are; null before they began. */
interface Follower {
  readonly name: string;
  readonly position: bigint | null;
}

interface Lag {
  /** Places of the log. */
  readonly events: number;
  /** How old the oldest event is that it has not taken. */
  readonly seconds: number;
}

/** Who follows the log beside the projectors, and where they note how far they are. */
const OTHERS = { scores: 'scoring.checkpoint', relay: 'relay.checkpoint' };

/** The projectors, by what readers see of them. */
export const followersOf = (projectors: readonly ProjectorStatus[]): Follower[] =>
  projectors.map(({ name, live }) => ({ name, position: live?.position ?? null }));

/** The scoring engine, or the relay to Kafka. */
export async function followerOf(pool: pg.Pool, name: keyof typeof OTHERS, logId: string): Promise<Follower> {
  const table = OTHERS[name];
  const there = await pool.query<{ is_there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS is_there', [
    table,
  ]);
  if (!there.rows[0]?.is_there) return { name, position: null };
  const { rows } = await pool.query<{ position: string }>(`SELECT position FROM ${table} WHERE log_id = $1`, [
    logId,
  ]);
  return { name, position: rows[0] === undefined ? null : BigInt(rows[0].position) };
}

/** Every read model, and the scores. */
export const readModels = async (pool: pg.Pool, logId: string): Promise<Follower[]> => [
  ...followersOf(await projectionStatus(pool)),
  await followerOf(pool, 'scores', logId),
];

/** How far each is behind the log's end; null where one has not begun. */
export async function lagsOf(
  eventStore: Pick<Deps['eventStore'], 'readAfter'>,
  head: bigint,
  followers: readonly Follower[],
): Promise<Map<string, Lag | null>> {
  // Those that stand at one place wait for the same event.
  const ages = new Map<bigint, Promise<number>>();
  const lags = followers.map(async ({ name, position }) => {
    if (position === null) return [name, null] as const;
    if (position >= head) return [name, { events: 0, seconds: 0 }] as const;
    const age = ages.get(position) ?? ageAfter(eventStore, position);
    ages.set(position, age);
    return [name, { events: Number(head - position), seconds: await age }] as const;
  });
  return new Map(await Promise.all(lags));
}

/** How long ago the first event after a position was written, in seconds. */
async function ageAfter(
  eventStore: Pick<Deps['eventStore'], 'readAfter'>,
  position: bigint,
): Promise<number> {
  const next = await eventStore.readAfter(position);
  return next === undefined ? 0 : Math.max(0, (Date.now() - next.created.getTime()) / 1_000);
}
