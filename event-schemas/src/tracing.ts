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

/** What a span is to those beside it: the answer to a request, a request of ours, a job from the queue, or a step. */
const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  step: SpanKind.INTERNAL,
} as const;

interface Traced {
  readonly name: string;
  readonly kind: keyof typeof KINDS;
  /** Ids and kinds; never what people wrote. */
  readonly attributes?: Attributes;
  /** What it belongs to, when not to what runs around it. */
  readonly parent?: Context;
}

/** Does a piece of work as a span of its trace; where no traces are exported, just does it. Errors are passed on. */
export function traced<T>(
  { name, kind, attributes = {}, parent = context.active() }: Traced,
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

/** The trace that goes on here, as W3C's `traceparent` has it: events carry it. Undefined where no traces are exported. */
export function traceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Where a trace goes on that an event carries; in a trace of its own when it carries none. */
export const parentOf = (traceparent: string | undefined): Context =>
  propagation.extract(ROOT_CONTEXT, traceparent === undefined ? {} : { traceparent });

/** Of a flood of events, more spans would tell nothing more. */
const MOST_TRACES = 100;

/**
 * Does a piece of work that many events asked for at once: a span in the trace of each. Just does it for events that carry
 * none, and where no traces are exported.
 */
export async function tracedForEach<T>(
  name: string,
  events: Iterable<{ readonly metadata: unknown } | undefined>,
  work: () => Promise<T>,
): Promise<T> {
  if (propagation.fields().length === 0) return await work();
  const parents = new Set<string>();
  for (const event of events) {
    if (parents.size === MOST_TRACES) break;
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

/** Its name and no more: messages may say whose data it is about. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' });
}
