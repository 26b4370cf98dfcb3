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
  if (error === nothing) throw new Error('The promise did not reject');
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

/** State of a subscription in a test. */
export interface Subscriber {
  readonly events: AllStreamRecordedEvent[];
  readonly checkpoints: bigint[];
  confirmed: number;
  caughtUp: number;
  fellBehind: number;
  error: unknown;
  /** Resolves when `condition` holds; checked on each arrival. */
  until(condition: (subscriber: Subscriber) => boolean): Promise<void>;
}

/** Collects the events and notifications of a subscription. */
export function watch(subscription: AllStreamSubscription | StreamSubscription): Subscriber {
  const waiting: { condition: (subscriber: Subscriber) => boolean; resolve: () => void }[] = [];
  const subscriber: Subscriber = {
    events: [],
    checkpoints: [],
    confirmed: 0,
    caughtUp: 0,
    fellBehind: 0,
    error: undefined,
    until: (condition) =>
      condition(subscriber)
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ condition, resolve })),
  };
  const notifyWaiting = () => {
    for (const { condition, resolve } of waiting) if (condition(subscriber)) resolve();
  };
  const on = (event: string, listener: (value: never) => void) => {
    (subscription as NodeJS.EventEmitter).on(event, (value) => {
      listener(value as never);
      notifyWaiting();
    });
  };
  on('data', ({ event }: { event?: AllStreamRecordedEvent }) => {
    if (event !== undefined) subscriber.events.push(event);
  });
  on('confirmation', () => subscriber.confirmed++);
  on('caughtUp', () => subscriber.caughtUp++);
  on('fellBehind', () => subscriber.fellBehind++);
  on('error', (error: unknown) => {
    subscriber.error = error;
  });
  return subscriber;
}
