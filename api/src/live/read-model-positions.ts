import type pg from 'pg';
import type { Logger } from 'pino';
import type { ReadModel } from '../http/route.ts';
import type { ReadModelFeed } from './read-model-feed.ts';

/** While somebody waits, the checkpoints are read again so often: a lost notice costs no more than this. */
const RECHECK_MS = 500;

/** How far each read model has come, in this process's log. */
export interface ReadModelPositions {
  /** True at once, or as soon as all these models have reached the position; false when the time is up. */
  waitFor(models: readonly ReadModel[], position: bigint, timeoutMs: number): true | Promise<boolean>;
  /** Models with their positions. */
  all(): ReadonlyMap<string, bigint>;
  stop(): void;
}

/** Projectors keep a checkpoint for each generation; readers see the live one. The scoring engine keeps its own. */
const CHECKPOINTS = `
  SELECT checkpoint.projector AS model, checkpoint.log_id, checkpoint.position
  FROM read.checkpoint
  JOIN read.projector ON projector.name = checkpoint.projector AND projector.live_generation = checkpoint.generation`;
const SCORES = `SELECT 'scores' AS model, log_id, position FROM scoring.checkpoint`;
const UNDEFINED_TABLE = '42P01';

interface Waiter {
  models: readonly ReadModel[];
  position: bigint;
  done: () => void;
}

/** Follows the positions of the read models: by their notices, and by their checkpoints after each reconnection. */
export function watchReadModels(
  feed: ReadModelFeed,
  pool: pg.Pool,
  logId: string,
  log: Logger,
): ReadModelPositions {
  const positions = new Map<string, bigint>();
  const waiters = new Set<Waiter>();
  let recheck: NodeJS.Timeout | undefined;

  const hasReached = ({ models, position }: Pick<Waiter, 'models' | 'position'>) =>
    models.every((model) => (positions.get(model) ?? -1n) >= position);

  /** A stored checkpoint may lag behind what was notified, never the other way round. */
  function advance(model: string, position: bigint): void {
    if (position > (positions.get(model) ?? -1n)) positions.set(model, position);
  }

  function release(): void {
    for (const waiter of waiters) if (hasReached(waiter)) waiter.done();
  }

  async function readCheckpoints(): Promise<void> {
    for (const text of [CHECKPOINTS, SCORES]) {
      try {
        const { rows } = await pool.query<{ model: string; log_id: string; position: string }>(text);
        for (const row of rows) if (row.log_id === logId) advance(row.model, BigInt(row.position));
      } catch (error) {
        // Whoever owns the table has not started yet.
        if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) {
          log.warn({ err: error }, 'The checkpoints of the read models cannot be read');
        }
      }
    }
    release();
  }

  function stopRechecking(): void {
    clearInterval(recheck);
    recheck = undefined;
  }

  feed.events.on('connected', readCheckpoints);
  feed.events.on('moved', (notice) => {
    if (notice.logId !== logId) return;
    advance(notice.model, BigInt(notice.position));
    release();
  });

  return {
    waitFor(models, position, timeoutMs) {
      if (hasReached({ models, position })) return true;
      return new Promise((resolve) => {
        const waiter: Waiter = { models, position, done: () => finish(true) };
        const timer = setTimeout(() => finish(false), timeoutMs);
        waiters.add(waiter);
        recheck ??= setInterval(readCheckpoints, RECHECK_MS);
        function finish(reached: boolean) {
          clearTimeout(timer);
          waiters.delete(waiter);
          if (waiters.size === 0) stopRechecking();
          resolve(reached);
        }
      });
    },
    all: () => positions,
    stop: stopRechecking,
  };
}
