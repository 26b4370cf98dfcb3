import {
  END,
  type EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  jsonEvent,
  NO_STREAM,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  connect,
  newEvent,
  newEvents,
  newStream,
  numberIn,
  readAllOf,
  watch,
} from '../testing/event-store-fixture.ts';
import { startTestServices, type TestServices } from '../testing/services.ts';

let services: TestServices;
let client: EventStoreDBClient;
const opened: { unsubscribe(): Promise<void> }[] = [];

beforeAll(async () => {
  services = await startTestServices();
  client = connect(services.eventStoreUrl);
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((subscription) => subscription.unsubscribe()));
});

afterAll(async () => {
  await client?.dispose();
  await services?.stop();
});

function all(...args: Parameters<EventStoreDBClient['subscribeToAll']>) {
  const subscription = client.subscribeToAll(...args);
  opened.push(subscription);
  return watch(subscription);
}

function stream(...args: Parameters<EventStoreDBClient['subscribeToStream']>) {
  const subscription = client.subscribeToStream(...args);
  opened.push(subscription);
  return watch(subscription);
}

describe('a subscription to a stream', () => {
  test('delivers existing events, reports caught up, and continues live', async () => {
    const name = newStream();
    await client.appendToStream(name, newEvents(3));
    const subscriber = stream(name);
    await subscriber.until(({ caughtUp }) => caughtUp === 1);
    expect(subscriber.events.map(({ revision }) => Number(revision))).toEqual([0, 1, 2]);
    await client.appendToStream(name, newEvents(2));
    await client.appendToStream(newStream(), newEvent());
    await client.appendToStream(name, newEvent());
    await subscriber.until(({ events }) => events.length === 6);
    expect(subscriber.events.map(({ revision }) => Number(revision))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(subscriber).toMatchObject({ confirmed: 1, caughtUp: 1, fellBehind: 0, error: undefined });
  });

  test('starts after the given revision', async () => {
    const name = newStream();
    await client.appendToStream(name, newEvents(5));
    const subscriber = stream(name, { fromRevision: 2n });
    await subscriber.until(({ caughtUp }) => caughtUp === 1);
    expect(subscriber.events.map(({ revision }) => Number(revision))).toEqual([3, 4]);
  });

  test('starts at the end, or beyond it', async () => {
    const name = newStream();
    await client.appendToStream(name, newEvents(2));
    const [end, beyond] = [stream(name, { fromRevision: END }), stream(name, { fromRevision: 3n })];
    await Promise.all([end, beyond].map((subscriber) => subscriber.until(({ caughtUp }) => caughtUp === 1)));
    await client.appendToStream(name, newEvents(3));
    await Promise.all([
      end.until(({ events }) => events.length === 3),
      beyond.until(({ events }) => events.length === 1),
    ]);
    expect(end.events.map(({ revision }) => Number(revision))).toEqual([2, 3, 4]);
    expect(beyond.events.map(({ revision }) => Number(revision))).toEqual([4]);
  });

  test('waits for a stream that does not exist', async () => {
    const name = newStream();
    const subscriber = stream(name);
    await subscriber.until(({ caughtUp }) => caughtUp === 1);
    await client.appendToStream(name, newEvent(), { expectedRevision: NO_STREAM });
    await subscriber.until(({ events }) => events.length === 1);
  });

  test('survives a soft delete and ends with a tombstone', async () => {
    const name = newStream();
    const subscriber = stream(name);
    await client.appendToStream(name, newEvents(2));
    await subscriber.until(({ events }) => events.length === 2);
    await client.deleteStream(name);
    await client.appendToStream(name, newEvent());
    await subscriber.until(({ events }) => events.length === 3);
    await client.tombstoneStream(name);
    await subscriber.until(({ error }) => error !== undefined);
    expect(subscriber.error).toMatchObject({ type: 'stream-deleted', streamName: name });
    expect(subscriber.events.map(({ revision }) => Number(revision))).toEqual([0, 1, 2]);
  });

  test('respects stream metadata while catching up', async () => {
    const name = newStream();
    await client.appendToStream(name, newEvents(5));
    await client.setStreamMetadata(name, { truncateBefore: 3 });
    const subscriber = stream(name);
    await subscriber.until(({ caughtUp }) => caughtUp === 1);
    expect(subscriber.events.map(({ revision }) => Number(revision))).toEqual([3, 4]);
  });

  test('reads more than a page during concurrent writes', async () => {
    const name = newStream();
    for (let batch = 0; batch < 4; batch++) await client.appendToStream(name, newEvents(500));
    const subscriber = stream(name);
    for (let number = 0; number < 100; number++) await client.appendToStream(name, newEvent());
    await subscriber.until(({ events }) => events.length === 2_100);
    expect(subscriber.events.map(({ revision }) => Number(revision))).toEqual([...Array(2_100).keys()]);
  });
});

describe('a subscription to $all', () => {
  test('delivers the whole log and continues live', async () => {
    await client.appendToStream(newStream(), newEvents(3));
    const subscriber = all();
    await subscriber.until(({ caughtUp }) => caughtUp === 1);
    const name = newStream();
    for (let number = 0; number < 50; number++) await client.appendToStream(name, newEvent());
    await subscriber.until(
      ({ events }) => events.at(-1)?.revision === 49n && events.at(-1)?.streamId === name,
    );
    expect(subscriber.events.map(({ position }) => Number(position.commit))).toEqual([
      ...subscriber.events.keys(),
    ]);
    expect(subscriber).toMatchObject({ confirmed: 1, caughtUp: 1, error: undefined });
  });

  test('starts after the given position', async () => {
    const { position } = await client.appendToStream(newStream(), newEvents(2));
    if (position === undefined) throw new Error('no position');
    const { position: next } = await client.appendToStream(newStream(), newEvent());
    const subscriber = all({ fromPosition: position });
    await subscriber.until(({ events }) => events.length >= 1);
    expect(subscriber.events[0]?.position).toEqual(next);
  });

  test('starts at the end', async () => {
    const subscriber = all({ fromPosition: END });
    await subscriber.until(({ caughtUp }) => caughtUp === 1);
    const { position } = await client.appendToStream(newStream(), newEvent());
    await subscriber.until(({ events }) => events.length === 1);
    expect(subscriber.events[0]?.position).toEqual(position);
  });

  test('misses nothing between catching up and going live', async () => {
    const category = newStream('race');
    let writing = true;
    const writer = (async () => {
      let number = 0;
      for (; writing; number++)
        await client.appendToStream(`${category}-${number % 7}`, newEvent('Step', { number }));
      return number;
    })();
    const subscriptions: ReturnType<typeof all>[] = [];
    for (let round = 0; round < 10; round++) {
      const subscriber = all({ filter: streamNameFilter({ prefixes: [category] }) });
      await subscriber.until(({ caughtUp }) => caughtUp === 1);
      subscriptions.push(subscriber);
    }
    writing = false;
    const written = await writer;
    for (const subscriber of subscriptions) {
      await subscriber.until(({ events }) => events.length === written);
      expect(subscriber.events.map((event) => numberIn(event, 'number'))).toEqual([...Array(written).keys()]);
    }
  });
});

describe('filters', () => {
  const category = newStream('filtered');
  const type = `Sort${category.replaceAll('-', '')}`;

  beforeAll(async () => {
    for (let number = 0; number < 6; number++) {
      await client.appendToStream(
        `${category}-${number % 2 === 0 ? 'even' : 'odd'}`,
        newEvent(`${type}${number}`),
      );
    }
    await client.appendToStream(newStream('other'), newEvents(5));
  });

  test.each([
    ['stream name by prefix', () => streamNameFilter({ prefixes: [`${category}-odd`] }), [1, 3, 5]],
    [
      'stream name by prefixes',
      () => streamNameFilter({ prefixes: [`${category}-o`, `${category}-e`] }),
      [0, 1, 2, 3, 4, 5],
    ],
    ['stream name by regex', () => streamNameFilter({ regex: `^${category}-.*en$` }), [0, 2, 4]],
    ['event type by prefix', () => eventTypeFilter({ prefixes: [`${type}2`, `${type}5`] }), [2, 5]],
    ['event type by regex', () => eventTypeFilter({ regex: `^${type}[0-2]$` }), [0, 1, 2]],
  ] as const)('on %s', async (_, filter, expected) => {
    const subscriber = all({ filter: filter() });
    await subscriber.until(({ caughtUp }) => caughtUp === 1);
    expect(subscriber.events.map((event) => Number(event.type.slice(type.length)))).toEqual(expected);
    await client.appendToStream(newStream('noise'), newEvents(3));
    await client.appendToStream(`${category}-none`, newEvent('Unwanted'));
    const { position } = await client.appendToStream(newStream(), newEvent());
    const everything = all({ fromPosition: START });
    await everything.until(({ events }) => events.at(-1)?.position.commit === position?.commit);
    expect(subscriber.events.length).toBeLessThan(everything.events.length);
  });

  test('can exclude system events', async () => {
    await client.setStreamMetadata(newStream(), { a: 1 });
    const subscriber = all({ filter: excludeSystemEvents() });
    await subscriber.until(({ caughtUp }) => caughtUp === 1);
    expect(subscriber.events.length).toBeGreaterThan(0);
    expect(subscriber.events.filter((event) => event.type.startsWith('$'))).toEqual([]);
  });

  test('emit checkpoints at the requested interval even if nothing matches', async () => {
    const before = (await readAllOf(client.readAll())).length;
    await client.appendToStream(newStream(), newEvents(300));
    const checkpoints: bigint[] = [];
    const subscriber = all({
      filter: eventTypeFilter({
        prefixes: ['NothingIsCalledThis'],
        checkpointInterval: 2,
        checkpointReached: async (_, position) => {
          expect(position.commit).toBe(position.prepare);
          checkpoints.push(position.commit);
        },
      }),
    });
    await subscriber.until(({ caughtUp }) => caughtUp === 1);
    const expected = Array.from({ length: Math.floor((before + 300) / 64) }, (_, index) =>
      BigInt(64 * (index + 1) - 1),
    );
    expect(checkpoints).toEqual(expected);
    await client.appendToStream(newStream(), newEvents(64));
    const { position } = await client.appendToStream(newStream(), newEvent('NothingIsCalledThis'));
    await subscriber.until(({ events }) => events.length === 1);
    expect(checkpoints).toHaveLength(expected.length + 1);
    expect(checkpoints.at(-1)).toBeLessThan(position?.commit ?? 0n);
  });

  test('with an invalid regex are rejected', async () => {
    const subscriber = all({ filter: streamNameFilter({ regex: '(' }) });
    await subscriber.until(({ error }) => error !== undefined);
    expect(subscriber.error).toMatchObject({ type: 'unknown', code: 3 });
  });
});

describe('subscribers', () => {
  test('get every event even if slow, without delaying others', async () => {
    const name = newStream('slow');
    const slow = client.subscribeToStream(name, {}, { highWaterMark: 1 });
    const slowAll = client.subscribeToAll(
      { filter: streamNameFilter({ prefixes: [name] }) },
      { highWaterMark: 1 },
    );
    opened.push(slow, slowAll);
    const fast = stream(name);
    const pad = 'x'.repeat(20_000);
    for (let batch = 0; batch < 60; batch++) {
      const events = Array.from({ length: 40 }, (_, index) =>
        jsonEvent({ type: 'Pad', data: { number: batch * 40 + index, pad } }),
      );
      await client.appendToStream(name, events);
    }
    await fast.until(({ events }) => events.length === 2_400);
    for (const subscription of [slow, slowAll]) {
      let expected = 0;
      for await (const { event } of subscription) {
        expect(numberIn(event, 'number')).toBe(expected);
        if (++expected === 2_400) break;
      }
    }
  });

  test('get every event even in the hundreds', async () => {
    // One client stalls at about a hundred subscriptions, because they share the flow-control window of its
    // connection.
    const clients = Array.from({ length: 6 }, () => connect(services.eventStoreUrl));
    const names = Array.from({ length: 20 }, () => newStream('crowd'));
    const subscribers = clients.flatMap((each) =>
      Array.from({ length: 60 }, (_, index) =>
        index % 3 === 0
          ? watch(each.subscribeToAll({ fromPosition: END, filter: streamNameFilter({ prefixes: names }) }))
          : watch(each.subscribeToStream(names[index % 20] ?? '')),
      ),
    );
    await Promise.all(subscribers.map((each) => each.until(({ caughtUp }) => caughtUp === 1)));
    for (let round = 0; round < 5; round++) {
      await Promise.all(names.map((name) => client.appendToStream(name, newEvent('Round', { round }))));
    }
    await Promise.all(
      subscribers.map((each, index) =>
        each.until(({ events }) => events.length === (index % 3 === 0 ? 100 : 5)),
      ),
    );
    for (const each of subscribers) expect(each.error).toBeUndefined();
    await Promise.all(clients.map((each) => each.dispose()));
  });

  test('receive nothing after unsubscribing', async () => {
    const name = newStream();
    const subscription = client.subscribeToStream(name);
    const subscriber = watch(subscription);
    await subscriber.until(({ caughtUp }) => caughtUp === 1);
    const ended = new Promise((resolve) => subscription.once('end', resolve));
    await subscription.unsubscribe();
    await ended;
    await client.appendToStream(name, newEvent());
    expect(await readAllOf(client.readStream(name))).toHaveLength(1);
    expect(subscriber).toMatchObject({ events: [], error: undefined });
  });
});
