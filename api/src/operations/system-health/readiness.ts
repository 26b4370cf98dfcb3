import { missingTables } from '@landline/projections/admin';
import { PermanentError } from '@landline/runtime/process/permanent-error';
import { within } from '@landline/runtime/process/within';
import { DomainError, SERVER_ERROR } from '../../platform/errors.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import { type ProcessState, readProcessStates } from '../../platform/metrics/process-states.ts';
import { lagsOf, readModelFollowers } from '../../platform/metrics/projection-lag.ts';
import type { OperationsPorts } from '../ports.ts';
import type { Health } from './contract.ts';

const TIMEOUT_MS = 3_000;

/** Read models that the dashboards need, besides the scores. */
const PROJECTORS = ['staff', 'clients', 'datasets', 'candidates', 'classifications', 'scoring'];
const READ_MODELS = `
  SELECT count(*)::int AS live, to_regclass('scoring.live_set') IS NOT NULL AS scores
  FROM read.projector WHERE name = ANY($1)`;

/** Selects datasets without scores whose first import ended more than `$1` seconds ago. */
const UNSCORED = `
  SELECT dataset_key AS dataset, round(extract(epoch FROM now() - min(finished_at)))::int AS "waitingSeconds"
  FROM read.dataset JOIN read.dataset_import USING (generation, dataset_key)
  WHERE generation = ${liveGeneration('datasets').sql} AND NOT scored AND imported > 0
  GROUP BY dataset_key HAVING min(finished_at) < now() - make_interval(secs => $1)`;

interface Readiness {
  /**
   * Returns how each process follows the event log. Throws `NOT_HEALTHY` unless the database, event store and read models
   * respond; the error names the cause if a retry cannot help, and the processes that hang.
   */
  health(): Promise<Health>;
  /**
   * Throws `NOT_HEALTHY`, or `NOT_READY` while a process does not follow the log, or a read model or the first scores
   * of a dataset are late by more than READY_LAG_MS.
   */
  isUpToDate(): Promise<void>;
}

export function createReadiness({ pg, eventStore, logId, log, config }: OperationsPorts): Readiness {
  let wasHealthy = false;

  async function checkReadModels(): Promise<void> {
    const { rows } = await pg.query<{ live: number; scores: boolean }>(READ_MODELS, [PROJECTORS]);
    if (rows[0]?.live !== PROJECTORS.length || !rows[0].scores) throw new Error('Read models are missing');
    const tables = await missingTables(pg);
    if (tables.length > 0) throw new TablesMissingError(tables);
  }

  /** Returns the processes' states if the database, event store and read models respond. */
  async function checkServices(): Promise<ProcessState[]> {
    // Started with the checks, so that naming the processes that hang does not delay a failed check.
    const processes = withTimeout(readProcessStates(pg, config.EMBEDDED));
    try {
      const [states] = await withTimeout(Promise.all([processes, checkReadModels(), eventStore.head()]));
      if (!wasHealthy)
        log.info({ event: 'health.healthy' }, 'The database, event store and read models respond');
      wasHealthy = true;
      return states;
    } catch (error) {
      if (wasHealthy)
        log.warn(
          { event: 'health.unhealthy', err: error },
          'The database, event store or read models do not respond',
        );
      wasHealthy = false;
      throw notReady('NOT_HEALTHY', {
        cause: error,
        details: [...causesOf(error), ...(await stuckOf(processes))],
      });
    }
  }

  async function lateReadModels(): Promise<object[]> {
    const [head, models] = await Promise.all([eventStore.head(), readModelFollowers(pg, logId)]);
    const lags = await lagsOf(eventStore, head, models);
    return [...lags]
      .filter(([, lag]) => lag === null || lag.seconds * 1_000 > config.READY_LAG_MS)
      .map(([readModel, lag]) => ({ readModel, lagSeconds: lag && Math.round(lag.seconds) }));
  }

  function lateOf(states: readonly ProcessState[]): object[] {
    return states
      .filter(({ state, stuckSeconds }) =>
        state === 'stuck' ? (stuckSeconds ?? 0) * 1_000 > config.READY_LAG_MS : state !== 'following',
      )
      .map(publicState);
  }

  async function unscoredDatasets(): Promise<object[]> {
    return (await pg.query<object>(UNSCORED, [config.READY_LAG_MS / 1_000])).rows;
  }

  return {
    async health() {
      const states = await checkServices();
      const allFollow = states.every(({ state }) => state === 'following');
      return { status: allFollow ? 'ok' : 'degraded', processes: states.map(publicState) };
    },
    async isUpToDate() {
      const states = await checkServices();
      const behind = await withTimeout(Promise.all([lateReadModels(), unscoredDatasets()])).catch((cause) => {
        throw notReady('NOT_HEALTHY', { cause });
      });
      const late = [...lateOf(states), ...behind.flat()];
      if (late.length > 0) throw notReady('NOT_READY', { details: late });
    },
  };
}

/** Tables that projectors declare and the database lacks. */
class TablesMissingError extends Error {
  readonly code = 'TABLES_MISSING';
  readonly missing: Awaited<ReturnType<typeof missingTables>>;
  constructor(missing: TablesMissingError['missing']) {
    super(`Tables are missing: ${missing.map(({ table }) => `read.${table}`).join(', ')}`);
    this.missing = missing;
  }
}

function causesOf(error: unknown): object[] {
  if (error instanceof PermanentError) return [{ cause: error.code, message: error.message }];
  if (error instanceof TablesMissingError)
    return error.missing.map(({ projector, table }) => ({ cause: error.code, readModel: projector, table }));
  return [];
}

/** Returns the processes that hang; one of them, such as the event store's, can be the cause of a failed check. */
async function stuckOf(processes: Promise<ProcessState[]>): Promise<object[]> {
  try {
    return (await processes).filter(({ state }) => state === 'stuck').map(publicState);
  } catch {
    return []; // the database does not respond, which is the cause
  }
}

/** Returns the state without the error's message, which only staff may read. */
const publicState = ({ process, state, stuckSeconds, errorCode }: ProcessState) => ({
  process,
  state,
  ...(stuckSeconds !== null && { stuckSeconds: Math.round(stuckSeconds) }),
  ...(errorCode !== null && { lastError: errorCode }),
});

const notReady = (code: string, more: { cause?: unknown; details?: readonly unknown[] }) =>
  new DomainError('unavailable', code, SERVER_ERROR, { retryAfter: 1, ...more });

const withTimeout = <T>(work: Promise<T>): Promise<T> =>
  within(TIMEOUT_MS, work, () => new Error('Timed out'));
