import { traced } from '@landline/runtime/tracing/tracing';
import { context, propagation, SpanStatusCode } from '@opentelemetry/api';
import type { Context, Middleware, Next } from 'koa';
import type { Logger } from 'pino';
import { httpSeconds } from '../metrics/process-metrics.ts';
import { recordRequest } from '../metrics/record-request.ts';
import type { RequestCounter } from '../metrics/request-counts.ts';
import { logRequest } from './log-request.ts';

/** Measures, logs and traces requests by route path; raw paths contain ids. Continues the caller's trace. */
export function measure(requestCounter: RequestCounter, log: Logger): Middleware {
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
        recordRequest(requestCounter, ctx, milliseconds);
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
