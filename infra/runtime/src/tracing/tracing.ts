import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** Span kinds: handling a request, calling another service, running a job, or an internal step. */
const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  step: SpanKind.INTERNAL,
} as const;

interface SpanOptions {
  readonly name: string;
  readonly kind: keyof typeof KINDS;
  /** Ids and kinds only; never user content. */
  readonly attributes?: Attributes;
  /** Parent span (default: the active one). */
  readonly parent?: Context;
}

/** Runs `work` in a span; without an exporter, runs it without one. Errors propagate. */
export function traced<T>(
  { name, kind, attributes = {}, parent = context.active() }: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const tracer = trace.getTracer('landline');
  return tracer.startActiveSpan(name, { kind: KINDS[kind], attributes }, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Returns the current trace as W3C `traceparent`, which events carry. Undefined without an exporter. */
export function traceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Returns the context of the trace that an event carries, or a new one. */
export const parentOf = (traceparent: string | undefined): Context =>
  propagation.extract(ROOT_CONTEXT, traceparent === undefined ? {} : { traceparent });

/** Limit on spans per batch of events. */
const MAX_TRACES = 100;

/**
 * Runs `work` once for several events, with a span in the trace of each event. Without an exporter, or for events
 * without a trace, runs it without a span.
 */
export async function tracedForEach<T>(
  name: string,
  events: Iterable<{ readonly metadata: unknown } | undefined>,
  work: () => Promise<T>,
): Promise<T> {
  if (propagation.fields().length === 0) return await work();
  const parents = new Set<string>();
  for (const event of events) {
    if (parents.size === MAX_TRACES) break;
    const { traceparent } = (event?.metadata ?? {}) as { traceparent?: string };
    if (traceparent !== undefined) parents.add(traceparent);
  }
  const tracer = trace.getTracer('landline');
  const spans = [...parents].map((parent) =>
    tracer.startSpan(name, { kind: SpanKind.CONSUMER }, parentOf(parent)),
  );
  try {
    return await work();
  } catch (error) {
    for (const span of spans) fail(span, error);
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
}

/** Records only the error's name: messages may contain personal data. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' });
}
