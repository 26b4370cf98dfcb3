import { traced } from '@landline/event-schemas/tracing';
import { context, propagation, SpanStatusCode } from '@opentelemetry/api';
import type { Context, Middleware, Next } from 'koa';
import type { Logger } from 'pino';
import { observe } from '../health/observe.ts';
import type { Tally } from '../health/tally.ts';
import { httpSeconds } from '../metrics/measures.ts';
import { logRequest } from './request-line.ts';

/**
 * Measures, logs and traces each request under its route's path: addresses themselves are too many, and hold ids. A caller's
 * trace goes on here.
 */
export function measure(tally: Tally, log: Logger): Middleware {
  return (ctx: Context, next: Next) => {
    const parent = propagation.extract(context.active(), ctx.headers);
    return traced({ name: ctx.method, kind: 'server', parent }, async (span) => {
      const stop = httpSeconds.startTimer();
      try {
        await next();
      } finally {
        const { method, status } = ctx;
        const route: string = ctx.state.route ?? 'web';
        const milliseconds = stop({ method, route, status: String(status) }) * 1_000;
        observe(tally, ctx, milliseconds);
        logRequest(log, ctx, milliseconds);
        span.updateName(`${method} ${route}`);
        span.setAttributes({
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          'landline.correlation_id': ctx.state.correlationId,
        });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      }
    });
  };
}
