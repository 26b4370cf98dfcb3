import { randomUUID } from 'node:crypto';
import type { EventType, RecordedEvent } from '@landline/event-schemas';
import { z } from 'zod';

export interface Job {
  /** The name of a task in `worker-tasks.ts`. */
  task: string;
  /** JSON. Ids rather than data, so that the job reads the current state when it runs. */
  payload: Record<string, unknown>;
  /** Jobs of one queue run one at a time. */
  queue?: string;
  /**
   * Queues whose names begin with the same word take turns: each other queue runs one job before this queue runs its next.
   * Without `takesTurns`, jobs run in the order in which they were enqueued.
   */
  takesTurns?: true;
  maxAttempts?: number;
  /** Merges jobs with this key for the given time into one, with the last payload. */
  debounce?: { key: string; seconds: number };
}

/** Origin of a job, added to the payload of every job that a reactor enqueues. Jobs of earlier releases may lack it. */
export const cause = z.object({
  correlationId: z.string().default(() => randomUUID()),
  causationId: z.string().exactOptional(),
});
export type Cause = z.output<typeof cause>;
/** A job's payload without its cause, which `runReactors` adds. */
export type JobPayload<Payload extends Cause> = Omit<Payload, keyof Cause>;

/** Maps events to jobs. `on` is pure; an event's jobs are enqueued exactly once. */
export interface Reactor {
  readonly name: string;
  readonly on: { readonly [T in EventType]?: (event: RecordedEvent<T>) => Job[] };
}

/** Declares a reactor. Personal fields of the events are encrypted; a job decrypts what it needs when it runs. */
export function defineReactor(reactor: Reactor): Reactor {
  return reactor;
}
