import { Registry } from 'prom-client';
import type { Deps } from '../deps.ts';
import { forbidden } from '../http/errors.ts';
import { type Route, route } from '../http/route.ts';
import { ofHouse } from './house.ts';
import { mayCollect } from './may-collect.ts';
import { ofProcess } from './measures.ts';

/** GET /metrics, for Prometheus: with METRICS_TOKEN as a bearer token, or, where none is set, from this machine alone. */
export function metricsRoutes(deps: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/metrics',
      may: 'anyone',
      quiet: 'all',
      summary: 'What Prometheus collects',
      async handle({ ctx }) {
        if (!mayCollect(ctx.req, deps.config.METRICS_TOKEN)) throw forbidden();
        const all = Registry.merge([ofProcess, await ofHouse(deps)]);
        ctx.set('Cache-Control', 'no-store');
        ctx.type = all.contentType;
        ctx.body = await all.metrics();
      },
    }),
  ];
}
