import { Registry } from 'prom-client';
import { forbidden } from '../errors.ts';
import { type Route, route } from '../http/route.ts';
import type { PlatformPorts } from '../ports.ts';
import { mayReadMetrics } from './metrics-access.ts';
import { processMetrics } from './process-metrics.ts';
import { collectSystemMetrics } from './system-metrics.ts';

export function metricsRoutes(ports: PlatformPorts): Route[] {
  return [
    route.get('/metrics', {
      may: 'anyone',
      quiet: 'all',
      summary: 'Metrics for Prometheus',
      async handle({ ctx }) {
        if (!mayReadMetrics(ctx.req, ports.config.METRICS_TOKEN)) throw forbidden();
        const all = Registry.merge([processMetrics, await collectSystemMetrics(ports)]);
        ctx.set('Cache-Control', 'no-store');
        ctx.type = all.contentType;
        ctx.body = await all.metrics();
      },
    }),
  ];
}
