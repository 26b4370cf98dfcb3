import { streams } from '@landline/event-schemas';
import { projectionStatus, replayParked, requestRebuild } from '@landline/projections/admin';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { notFound } from '../http/errors.ts';
import { type Route, route } from '../http/route.ts';
import { databaseHealth, done, ready } from './contract.ts';
import { readDatabaseHealth } from './database-health.ts';
import { projection } from './projection.ts';
import { createReadiness } from './readiness.ts';

const byName = z.object({ name: z.string().max(100) });

/** Whether everything answers, whether it is up to date, what a SuperAdmin sees of it, and what can be done about read models. */
export function healthRoutes(deps: Deps): Route[] {
  const { pg } = deps;
  const readiness = createReadiness(deps);

  async function known(name: string): Promise<string> {
    const projectors = await projectionStatus(pg);
    if (!projectors.some((each) => each.name === name)) throw notFound();
    return name;
  }

  return [
    route({
      method: 'GET',
      path: '/api/health',
      may: 'anyone',
      quiet: 'all',
      summary: 'Whether everything that Landline stands on answers',
      response: z.object({ status: z.literal('ok') }),
      async handle() {
        await readiness.answers();
        return { status: 'ok' };
      },
    }),
    route({
      method: 'GET',
      path: '/api/ready',
      may: 'anyone',
      quiet: 'all',
      summary: 'Whether it also shows what has happened: 503 while a read model is far behind',
      response: ready,
      async handle() {
        await readiness.isUpToDate();
        return { status: 'ready' };
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/database-health',
      may: ['SuperAdmin'],
      summary:
        'How requests, processes, the database and each read model are, and the events that could not be applied',
      response: databaseHealth,
      handle: async () => ({ success: true, data: await readDatabaseHealth(deps) }),
    }),
    route({
      method: 'POST',
      path: '/api/admin/projections/:name/rebuild',
      may: ['SuperAdmin'],
      summary: 'Build a read model anew from the log, beside the one that serves',
      params: byName,
      response: done,
      async handle({ params: { name }, execute }) {
        const projector = await known(name);
        await execute(projection, {
          stream: streams.projection(projector),
          command: { type: 'rebuild', projector },
        });
        await requestRebuild(pg, projector);
        return { success: true as const, message: `${projector} is being rebuilt` };
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/projections/:name/replay',
      may: ['SuperAdmin'],
      summary: 'Try the parked events of a read model again',
      params: byName,
      response: done,
      async handle({ params: { name }, execute }) {
        const projector = await known(name);
        await execute(projection, {
          stream: streams.projection(projector),
          command: { type: 'replay', projector },
        });
        await replayParked(pg, projector);
        return { success: true as const, message: `The parked events of ${projector} are tried again` };
      },
    }),
  ];
}
