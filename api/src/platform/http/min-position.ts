import type { ReadModel } from '@landline/event-schemas/read-models';
import type { Context } from 'koa';
import { DomainError, unavailable } from '../errors.ts';
import type { ReadModelPositions } from '../live/read-model-positions.ts';

/** Maximum wait for the read models. */
const TIMEOUT_MS = 5_000;

const TOKEN = /^([0-9a-f-]{36}):(\d{1,19})$/;

/** Token that a command returns as `X-Event-Position` and a query sends back as `X-Min-Position`. */
export const positionToken = (logId: string, position: bigint) => `${logId}:${position}`;

/**
 * Waits until the read models have passed the caller's `X-Min-Position`. Synchronous if there is nothing to wait for; a
 * token of another log is ignored. Throws `READ_MODEL_BEHIND` on timeout.
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
  const reached = positions.waitFor(reads, BigInt(position), TIMEOUT_MS);
  if (reached === true) return undefined;
  return reached.then((isReached) => {
    if (!isReached) throw unavailable(1, 'READ_MODEL_BEHIND');
  });
}
