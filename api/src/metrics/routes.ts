import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { Registry } from 'prom-client';
import type { Deps } from '../deps.ts';
import { forbidden } from '../http/errors.ts';
import { type Route, route } from '../http/route.ts';
import { ofHouse } from './house.ts';
import { ofProcess } from './measures.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** GET /metrics, for Prometheus: with METRICS_TOKEN as a bearer token, or, where none is set, from this machine alone. */
export function metricsRoutes(deps: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/metrics',
      may: 'anyone',
      summary: 'What Prometheus collects',
      async handle({ ctx }) {
        if (!mayCollect(ctx, deps.config.METRICS_TOKEN)) throw forbidden();
        const all = Registry.merge([ofProcess, await ofHouse(deps)]);
        ctx.set('Cache-Control', 'no-store');
        ctx.type = all.contentType;
        ctx.body = await all.metrics();
      },
    }),
  ];
}

function mayCollect(ctx: Context, token: string | undefined): boolean {
  // Who came through a proxy on this machine is not of this machine.
  if (token === undefined)
    return LOOPBACK.has(ctx.req.socket.remoteAddress ?? '') && ctx.get('X-Forwarded-For') === '';
  return timingSafeEqual(digest(ctx.get('Authorization')), digest(`Bearer ${token}`));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
