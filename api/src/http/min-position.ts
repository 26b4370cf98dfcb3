import type { Context } from 'koa';
import { DomainError } from '../errors.ts';
import type { ReadModelPositions } from '../live/read-model-positions.ts';
import type { ReadModel } from './route.ts';

/** A reader waits for its read models so long (DESIGN §3). */
const PATIENCE_MS = 5_000;

const TOKEN = /^([0-9a-f-]{36}):(\d{1,19})$/;

/** What a command answers in `X-Event-Position`, and a query sends back in `X-Min-Position`. */
export const positionToken = (logId: string, position: bigint) => `${logId}:${position}`;

/**
 * Waits until these read models have passed the position that the caller has seen. Returns at once when there is
 * nothing to wait for; a token of another log is ignored. Throws `READ_MODEL_BEHIND` when patience runs out.
 */
export function awaitMinPosition(
  ctx: Context,
  reads: readonly ReadModel[],
  logId: string,
  positions: ReadModelPositions,
): undefined | Promise<void> {
  const token = ctx.get('X-Min-Position');
  if (token === '' || reads.length === 0) return undefined;
  const [, ofLog, position] = TOKEN.exec(token) ?? [];
  if (ofLog === undefined || position === undefined) {
    throw new DomainError('malformed', 'MALFORMED', 'X-Min-Position is not a position.');
  }
  if (ofLog !== logId) return undefined;
  const reached = positions.waitFor(reads, BigInt(position), PATIENCE_MS);
  return reached === true ? undefined : reached.then(refuseUnless);
}

function refuseUnless(reached: boolean): void {
  if (reached) return;
  throw new DomainError('unavailable', 'READ_MODEL_BEHIND', 'Server error. Please try again later.', {
    retryAfter: 1,
  });
}
