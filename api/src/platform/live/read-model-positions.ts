import type { ReadModel } from '@landline/event-schemas/read-models';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { ReadModelFeed } from './read-model-feed.ts';

/** Interval of checkpoint reads while a request waits; bounds the delay after a lost NOTIFY message. */
const RECHECK_MS = 500;

/** Positions of the read models in the event log. */
export interface ReadModelPositions {
  /** Returns true, or resolves to true, once all models have reached the position; resolves to false on timeout. */
  waitFor(models: readonly ReadModel[], position: bigint, timeoutMs: number): true | Promise<boolean>;
  /** Returns whether one of the models may have parked events. */
  mayLackEvents(models: readonly ReadModel[]): boolean;
  all(): ReadonlyMap<string, bigint>;
  stop(): void;
}

/** Projectors keep a checkpoint per generation; readers see the live one. The scoring engine has its own table. */
const CHECKPOINTS = `
  SELECT checkpoint.projector AS model, checkpoint.log_id, checkpoint.position,
    EXISTS (SELECT FROM read.parked_event AS parked
      WHERE parked.projector = checkpoint.projector AND parked.generation = checkpoint.generation) AS parked
  FROM read.checkpoint
  JOIN read.projector ON projector.name = checkpoint.projector AND projector.live_generation = checkpoint.generation`;
const SCORES = `SELECT 'scores' AS model, log_id, position, false AS parked FROM scoring.checkpoint`;
const UNDEFINED_TABLE = '42P01';

interface Waiter {
  models: readonly ReadModel[];
  position: bigint;
  done: () => void;
}

/** Tracks the read models' positions by their NOTIFY messages, and by their checkpoints after each reconnection. */
export function watchReadModels(
  feed: ReadModelFeed,
  pool: pg.Pool,
  logId: string,
  log: Logger,
): ReadModelPositions {
  const positions = new Map<string, bigint>();
  /** Models that have or had parked events. */
  const modelsWithParkedEvents = new Set<string>();
  const waiters = new Set<Waiter>();
  let recheck: NodeJS.Timeout | undefined;

  const hasReached = ({ models, position }: Pick<Waiter, 'models' | 'position'>) =>
    models.every((model) => (positions.get(model) ?? -1n) >= position);

  /** A stored checkpoint can lag behind the NOTIFY messages, never the reverse. */
  function advance(model: string, position: bigint): void {
    if (position > (positions.get(model) ?? -1n)) positions.set(model, position);
  }

  function release(): void {
    for (const waiter of waiters) if (hasReached(waiter)) waiter.done();
  }

  async function readCheckpoints(): Promise<void> {
    for (const text of [CHECKPOINTS, SCORES]) {
      try {
        const { rows } = await pool.query<{
          model: string;
          log_id: string;
          position: string;
          parked: boolean;
        }>(text);
        for (const row of rows) {
          if (row.parked) modelsWithParkedEvents.add(row.model);
          if (row.log_id === logId) advance(row.model, BigInt(row.position));
        }
      } catch (error) {
        // The table's owner has not started yet.
        if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) {
          log.warn(
            { event: 'checkpoints.read_failed', err: error },
            'Could not read the checkpoints of the read models',
          );
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
    if (notice.parked) modelsWithParkedEvents.add(notice.model);
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
    mayLackEvents: (models) => models.some((model) => modelsWithParkedEvents.has(model)),
    all: () => positions,
    stop: stopRechecking,
  };
}
