import { randomUUID } from 'node:crypto';
import {
  type AllStreamRecordedEvent,
  type AllStreamSubscription,
  EventStoreDBClient,
  jsonEvent,
  type StreamSubscription,
} from '@eventstore/db-client';

/** Test helpers for the event store; all tests use the real client. */

let numbers = 0;

/** Returns an unused stream name. */
export function newStream(category = 'test'): string {
  return `${category}-${randomUUID()}`;
}

/** Returns a numbered JSON event. */
export function newEvent(type = 'SomethingHappened', data: Record<string, unknown> = {}) {
  return jsonEvent({ type, data: { number: numbers++, ...data } });
}

export function newEvents(count: number, type?: string) {
  return Array.from({ length: count }, () => newEvent(type));
}

export function connect(url: string, options = ''): EventStoreDBClient {
  return EventStoreDBClient.connectionString(url + options);
}

/** Returns the error that a promise rejects with. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  const nothing = Symbol();
  const error = await promise.then(
    () => nothing,
    (reason: unknown) => reason,
  );
  if (error === nothing) throw new Error('it did not fail');
  return error;
}

export async function readAllOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function revisionsOf(client: EventStoreDBClient, stream: string): Promise<number[]> {
  const events = await readAllOf(client.readStream(stream));
  return events.map(({ event }) => Number(event?.revision));
}

/** Returns a number in the data of a JSON event. */
export function numberIn(event: { readonly data: unknown } | undefined, key: string): number {
  return (event?.data as Record<string, number> | undefined)?.[key] ?? Number.NaN; // created by these tests
}

export interface Seen {
  readonly events: AllStreamRecordedEvent[];
  readonly checkpoints: bigint[];
  confirmed: number;
  caughtUp: number;
  fellBehind: number;
  error: unknown;
  /** Resolves when `condition` holds; checked on each arrival. */
  until(condition: (seen: Seen) => boolean): Promise<void>;
}

/** Collects the events of a subscription. */
export function watch(subscription: AllStreamSubscription | StreamSubscription): Seen {
  const waiting: { condition: (seen: Seen) => boolean; resolve: () => void }[] = [];
  const seen: Seen = {
    events: [],
    checkpoints: [],
    confirmed: 0,
    caughtUp: 0,
    fellBehind: 0,
    error: undefined,
    until: (condition) =>
      condition(seen) ? Promise.resolve() : new Promise((resolve) => waiting.push({ condition, resolve })),
  };
  const look = () => {
    for (const { condition, resolve } of waiting) if (condition(seen)) resolve();
  };
  const on = (event: string, listener: (value: never) => void) => {
    (subscription as NodeJS.EventEmitter).on(event, (value) => {
      listener(value as never);
      look();
    });
  };
  on('data', ({ event }: { event?: AllStreamRecordedEvent }) => {
    if (event !== undefined) seen.events.push(event);
  });
  on('confirmation', () => seen.confirmed++);
  on('caughtUp', () => seen.caughtUp++);
  on('fellBehind', () => seen.fellBehind++);
  on('error', (error: unknown) => {
    seen.error = error;
  });
  return seen;
}
