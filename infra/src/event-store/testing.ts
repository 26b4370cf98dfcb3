import { randomUUID } from 'node:crypto';
import {
  type AllStreamRecordedEvent,
  type AllStreamSubscription,
  EventStoreDBClient,
  jsonEvent,
  type StreamSubscription,
} from '@eventstore/db-client';

/** Small words for the tests of the event store, which all speak through the real client. */

let numbers = 0;

/** A stream name that no other test uses. */
export function newStream(category = 'test'): string {
  return `${category}-${randomUUID()}`;
}

/** A JSON event, numbered through the test file. */
export function newEvent(type = 'SomethingHappened', data: Record<string, unknown> = {}) {
  return jsonEvent({ type, data: { number: numbers++, ...data } });
}

export function newEvents(count: number, type?: string) {
  return Array.from({ length: count }, () => newEvent(type));
}

export function connect(url: string, options = ''): EventStoreDBClient {
  return EventStoreDBClient.connectionString(url + options);
}

/** The error that a promise rejects with. */
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

/** A number in the data of a JSON event. */
export function numberIn(event: { readonly data: unknown } | undefined, key: string): number {
  return (event?.data as Record<string, number> | undefined)?.[key] ?? Number.NaN; // of our own making
}

export interface Seen {
  readonly events: AllStreamRecordedEvent[];
  readonly checkpoints: bigint[];
  confirmed: number;
  caughtUp: number;
  fellBehind: number;
  error: unknown;
  /** Resolves when `condition` holds, looked at each time something arrives. */
  until(condition: (seen: Seen) => boolean): Promise<void>;
}

/** Collects what a subscription brings. */
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
