import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { lagsOf, readModels } from './lag.ts';

const ANSWER_MS = 3_000;

/** The read models that screens cannot do without, each with its live generation; and the scoring engine's. */
const PROJECTORS = ['staff', 'clients', 'datasets', 'candidates', 'classifications', 'scoring'];
const READ_MODELS = `
  SELECT count(*)::int AS live, to_regclass('scoring.live_set') IS NOT NULL AS scores
  FROM read.projector WHERE name = ANY($1)`;

interface Readiness {
  /** Throws `NOT_HEALTHY` unless database, event store and read models answer. */
  answers(): Promise<void>;
  /** Throws `NOT_HEALTHY` as well, and `NOT_READY` while a read model is further behind than READY_LAG_MS. */
  isUpToDate(): Promise<void>;
}

export function createReadiness({ pg, eventStore, logId, log, config }: Deps): Readiness {
  let wasHealthy = false;

  async function readModelsAnswer(): Promise<void> {
    const { rows } = await pg.query<{ live: number; scores: boolean }>(READ_MODELS, [PROJECTORS]);
    if (rows[0]?.live !== PROJECTORS.length || !rows[0].scores) throw new Error('Read models are missing');
  }

  async function answers(): Promise<void> {
    try {
      await inTime(Promise.all([readModelsAnswer(), eventStore.head()]));
      if (!wasHealthy) log.info('Healthy');
      wasHealthy = true;
    } catch (error) {
      if (wasHealthy) log.warn({ err: error }, 'Not healthy any more');
      wasHealthy = false;
      throw refusal('NOT_HEALTHY', { cause: error });
    }
  }

  /** What has not begun, on a fresh installation, is not behind. */
  async function readLags() {
    const [head, models] = await Promise.all([eventStore.head(), readModels(pg, logId)]);
    return await lagsOf(eventStore, head, models);
  }

  return {
    answers,
    async isUpToDate() {
      await answers();
      const lags = await inTime(readLags());
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
  new DomainError('unavailable', code, 'Server error. Please try again later.', { retryAfter: 1, ...more });

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('No answer in time')), ANSWER_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
