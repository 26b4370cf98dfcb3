import type { ReadModel } from '@landline/event-schemas/read-models';
import type { Context } from 'koa';
import type pg from 'pg';
import type { EventStore } from '../commands/event-store.ts';
import { DomainError, unavailable } from '../errors.ts';
import type { ReadModelPositions } from '../live/read-model-positions.ts';

/** Maximum wait for the read models. */
const TIMEOUT_MS = 5_000;

const TOKEN = /^([0-9a-f-]{36}):(\d{1,18})$/;

/** Services for the rare case that a read model has parked events. */
interface Sources {
  readonly pg: pg.Pool;
  readonly eventStore: Pick<EventStore, 'readAt'>;
}

/** Returns the token that a command returns as `X-Event-Position` and a query sends back as `X-Min-Position`. */
export const positionToken = (logId: string, position: bigint) => `${logId}:${position}`;

/**
 * Waits until the read models have applied the caller's `X-Min-Position`. Synchronous if there is nothing to wait for; a
 * token of another log is ignored. Throws `READ_MODEL_BEHIND` on timeout and `EVENT_PARKED` if the caller's change is parked.
 */
export function awaitMinPosition(
  ctx: Context,
  reads: readonly ReadModel[],
  { logId, positions, pg, eventStore }: Sources & { logId: string; positions: ReadModelPositions },
): undefined | Promise<void> {
  const token = ctx.get('X-Min-Position');
  if (token === '' || reads.length === 0) return undefined;
  const [, tokenLogId, position] = TOKEN.exec(token) ?? [];
  if (tokenLogId === undefined || position === undefined) {
    throw new DomainError('malformed', 'MALFORMED', 'X-Min-Position is not a valid position.');
  }
  if (tokenLogId !== logId) return undefined;
  const reached = positions.waitFor(reads, BigInt(position), TIMEOUT_MS);
  if (reached === true && !positions.mayLackEvents(reads)) return undefined;
  return (async () => {
    if (!(await reached)) throw unavailable(1, 'READ_MODEL_BEHIND');
    if (positions.mayLackEvents(reads)) await assertApplied(reads, BigInt(position), { pg, eventStore });
  })();
}

const PARKED = `
  SELECT stream, position FROM read.parked_event AS event
  JOIN read.projector ON projector.name = event.projector AND projector.live_generation = event.generation
  WHERE event.projector = ANY($1) AND position <= $2`;

/**
 * Throws `EVENT_PARKED` if the event at the position or an earlier event of its stream is parked. Earlier events matter
 * because a command's last event may be of a type that the read model does not handle.
 */
async function assertApplied(
  reads: readonly ReadModel[],
  position: bigint,
  { pg: pool, eventStore }: Sources,
): Promise<void> {
  const { rows } = await pool.query<{ stream: string }>(PARKED, [reads, position]);
  if (rows.length === 0) return;
  const event = await eventStore.readAt(position);
  if (rows.some(({ stream }) => stream === event?.streamId))
    throw new DomainError(
      'conflict',
      'EVENT_PARKED',
      'Your last change was saved, but it cannot be shown yet. A SuperAdmin can retry or skip its event on the Database Health page.',
    );
}
