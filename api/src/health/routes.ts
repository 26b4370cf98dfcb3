import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { type Route, route } from '../http/route.ts';
import { databaseHealth } from './contract.ts';
import { readDatabaseHealth } from './database-health.ts';

const ANSWER_MS = 3_000;

/** The read models that screens cannot do without, each with its live generation; and the scoring engine's. */
const PROJECTORS = ['staff', 'clients', 'datasets', 'candidates', 'classifications', 'scoring'];
const READ_MODELS = `
  SELECT count(*)::int AS live, to_regclass('scoring.live_set') IS NOT NULL AS scores
  FROM read.projector WHERE name = ANY($1)`;

/** GET /api/health: 200 only when database, event store and read models answer; and what a SuperAdmin sees of them. */
export function healthRoutes({ pg, eventStore, log }: Deps): Route[] {
  let healthy = false;

  async function readModelsAnswer(): Promise<void> {
    const { rows } = await pg.query<{ live: number; scores: boolean }>(READ_MODELS, [PROJECTORS]);
    if (rows[0]?.live !== PROJECTORS.length || !rows[0].scores) throw new Error('Read models are missing');
  }

  return [
    route({
      method: 'GET',
      path: '/api/health',
      may: 'anyone',
      summary: 'Whether everything that Landline stands on answers',
      response: z.object({ status: z.literal('ok') }),
      async handle() {
        const checks = Promise.all([readModelsAnswer(), eventStore.head()]);
        const late = Promise.withResolvers<never>();
        const timer = setTimeout(() => late.reject(new Error('No answer in time')), ANSWER_MS);
        try {
          await Promise.race([checks, late.promise]);
          if (!healthy) log.info('Healthy');
          healthy = true;
          return { status: 'ok' };
        } catch (error) {
          if (healthy) log.warn({ err: error }, 'Not healthy any more');
          healthy = false;
          throw new DomainError('unavailable', 'NOT_HEALTHY', 'Server error. Please try again later.', {
            retryAfter: 1,
            cause: error,
          });
        } finally {
          clearTimeout(timer);
          checks.catch(() => undefined);
        }
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/database-health',
      may: ['SuperAdmin'],
      summary: 'The database, how far each read model is, and the events that could not be applied',
      response: databaseHealth,
      handle: async () => ({ success: true, data: await readDatabaseHealth(pg) }),
    }),
  ];
}
