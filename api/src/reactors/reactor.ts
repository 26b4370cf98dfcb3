import { randomUUID } from 'node:crypto';
import type { EventType, RecordedEvent } from '@landline/event-schemas';
import { z } from 'zod';

/** Work for the queue. */
export interface Job {
  /** The name of a task in `worker-tasks.ts`. */
  task: string;
  /** JSON; ids rather than data, so that the job reads what is true when it runs. */
  payload: Record<string, unknown>;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  maxAttempts?: number;
  /** All that is asked for under this key within so many seconds is one job, with the payload of the last. */
  gather?: { key: string; seconds: number };
}

/**
 * Which event asked for a job. It is added to the payload of every job that a reactor asks for; what the job writes down
 * carries it on. Jobs of an earlier release may lack it.
 */
export const cause = z.object({
  correlationId: z.string().default(() => randomUUID()),
  causationId: z.string().exactOptional(),
});
export type Cause = z.output<typeof cause>;
/** A job's payload as a reactor asks for it. */
export type Asked<Payload extends Cause> = Omit<Payload, keyof Cause>;

/** What has to happen because of an event (DESIGN §3). `on` is pure; an event's jobs are enqueued exactly once. */
export interface Reactor {
  readonly name: string;
  readonly on: { readonly [T in EventType]?: (event: RecordedEvent<T>) => Job[] };
}

/** Declares a reactor. Personal fields of the events are sealed: a job opens what it needs when it runs. */
export function defineReactor(reactor: Reactor): Reactor {
  return reactor;
}
