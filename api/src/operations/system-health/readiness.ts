import { PermanentError } from '@landline/runtime/process/permanent-error';
import { DomainError, SERVER_ERROR } from '../../platform/errors.ts';
import { lagsOf, readModels } from '../../platform/metrics/projection-lag.ts';
import type { OperationsPorts } from '../ports.ts';

const TIMEOUT_MS = 3_000;

/** Read models that the dashboards need, besides the scores. */
const PROJECTORS = ['staff', 'clients', 'datasets', 'candidates', 'classifications', 'scoring'];
const READ_MODELS = `
  SELECT count(*)::int AS live, to_regclass('scoring.live_set') IS NOT NULL AS scores
  FROM read.projector WHERE name = ANY($1)`;

interface Readiness {
  /** Throws `NOT_HEALTHY`, with the cause when waiting does not mend it, unless database, event store and read models answer. */
  answers(): Promise<void>;
  /** Throws `NOT_HEALTHY`, or `NOT_READY` while a read model lags by more than READY_LAG_MS. */
  isUpToDate(): Promise<void>;
}

export function createReadiness({ pg, eventStore, logId, log, config }: OperationsPorts): Readiness {
  let wasHealthy = false;

  async function readModelsAnswer(): Promise<void> {
    const { rows } = await pg.query<{ live: number; scores: boolean }>(READ_MODELS, [PROJECTORS]);
    if (rows[0]?.live !== PROJECTORS.length || !rows[0].scores) throw new Error('Read models are missing');
  }

  async function answers(): Promise<void> {
    try {
      await withTimeout(Promise.all([readModelsAnswer(), eventStore.head()]));
      if (!wasHealthy) log.info({ event: 'health.healthy' }, 'Database, event store and read models answer');
      wasHealthy = true;
    } catch (error) {
      if (wasHealthy)
        log.warn(
          { event: 'health.unhealthy', err: error },
          'Database, event store or read models do not answer',
        );
      wasHealthy = false;
      const details = error instanceof PermanentError ? [{ cause: error.code, message: error.message }] : [];
      throw refusal('NOT_HEALTHY', { cause: error, details });
    }
  }

  /** A follower that has not started, on a fresh installation, has no lag. */
  async function readLags() {
    const [head, models] = await Promise.all([eventStore.head(), readModels(pg, logId)]);
    return await lagsOf(eventStore, head, models);
  }

  return {
    answers,
    async isUpToDate() {
      await answers();
      const lags = await withTimeout(readLags());
      const behind = [...lags].flatMap(([readModel, lag]) =>
        lag && lag.seconds * 1_000 > config.READY_LAG_MS
          ? [{ readModel, lagSeconds: Math.round(lag.seconds) }]
          : [],
      );
      if (behind.length > 0) throw refusal('NOT_READY', { details: behind });
    },
  };
}

const refusal = (code: string, more: { cause?: unknown; details?: readonly unknown[] }) =>
  new DomainError('unavailable', code, SERVER_ERROR, { retryAfter: 1, ...more });

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('Timed out')), TIMEOUT_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined); // rejects after the timeout was reported
  }
}
