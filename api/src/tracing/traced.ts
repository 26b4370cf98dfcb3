import {
  type Attributes,
  type Context,
  context,
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
      // Its name and no more: messages may say whose data it is about.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' });
      throw error;
    } finally {
      span.end();
    }
  });
}
