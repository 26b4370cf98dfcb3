import {
  BACKWARDS,
  binaryEvent,
  END,
  type EventStoreDBClient,
  FORWARDS,
  NO_STREAM,
  START,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  connect,
  errorOf,
  newEvent,
  newEvents,
  newStream,
  readAllOf,
} from '../testing/event-store-fixture.ts';
import { startTestServices, type TestServices } from '../testing/services.ts';

let services: TestServices;
let client: EventStoreDBClient;

beforeAll(async () => {
  services = await startTestServices();
  client = connect(services.eventStoreUrl);
});

afterAll(async () => {
  await client?.dispose();
  await services?.stop();
});

describe('a stream', () => {
  const stream = newStream();
  const revisions = async (options: Parameters<EventStoreDBClient['readStream']>[1]) =>
    (await readAllOf(client.readStream(stream, options))).map(({ event }) => Number(event?.revision));

  beforeAll(async () => {
    await client.appendToStream(stream, newEvents(10), { expectedRevision: NO_STREAM });
  });

  test.each([
    ['all of it', {}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['forwards from a revision, which it includes', { fromRevision: 7n }, [7, 8, 9]],
    ['forwards, so many', { fromRevision: 2n, maxCount: 3 }, [2, 3, 4]],
    ['forwards from beyond the end', { fromRevision: 10n }, []],
    ['forwards from far beyond the end', { fromRevision: 2n ** 63n - 1n }, []],
    ['forwards from the end', { fromRevision: END }, []],
    ['backwards', { direction: BACKWARDS, fromRevision: END }, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]],
    ['backwards, so many', { direction: BACKWARDS, fromRevision: END, maxCount: 2 }, [9, 8]],
    ['backwards from a revision, which it includes', { direction: BACKWARDS, fromRevision: 2n }, [2, 1, 0]],
    ['backwards from beyond the end', { direction: BACKWARDS, fromRevision: 99n, maxCount: 1 }, [9]],
    ['backwards from the start', { direction: BACKWARDS, fromRevision: START }, [0]],
  ] as const)('reads %s', async (_, options, expected) => {
    expect(await revisions(options)).toEqual(expected);
  });

  test('that does not exist is not found', async () => {
    const missing = newStream();
    for (const direction of [FORWARDS, BACKWARDS] as const) {
      const error = await errorOf(readAllOf(client.readStream(missing, { direction })));
      expect(error).toBeInstanceOf(StreamNotFoundError);
      expect(error).toMatchObject({ streamName: missing });
    }
  });

  test('carries the position of each event', async () => {
    const { position } = await client.appendToStream(newStream(), newEvent());
    const other = newStream();
    await client.appendToStream(other, newEvents(2));
    const [first, second] = await readAllOf(client.readStream(other));
    const commit = position?.commit ?? 0n;
    expect(first?.event?.position).toEqual({ commit: commit + 1n, prepare: commit + 1n });
    expect(second?.event?.position).toEqual({ commit: commit + 2n, prepare: commit + 2n });
  });

  test('longer than a page is read completely in both directions', async () => {
    const long = newStream();
    for (let batch = 0; batch < 3; batch++) await client.appendToStream(long, newEvents(500));
    const forwards = await readAllOf(client.readStream(long));
    expect(forwards.map(({ event }) => Number(event?.revision))).toEqual([...Array(1_500).keys()]);
    const backwards = await readAllOf(client.readStream(long, { direction: BACKWARDS, fromRevision: END }));
    expect(backwards).toEqual(forwards.toReversed());
    const part = await readAllOf(client.readStream(long, { fromRevision: 100n, maxCount: 1_000 }));
    expect(part).toEqual(forwards.slice(100, 1_100));
  });

  test('of large events is read in pages of bounded size', async () => {
    const heavy = newStream();
    for (let number = 0; number < 12; number++) {
      await client.appendToStream(heavy, binaryEvent({ type: 'Heavy', data: new Uint8Array(1_000_000) }));
    }
    const events = await readAllOf(client.readStream(heavy));
    expect(events.map(({ event }) => (event?.data as Uint8Array | undefined)?.length)).toEqual(
      Array(12).fill(1_000_000),
    );
  });
});

describe('$all', () => {
  test('begins with a system event and holds appended events in order', async () => {
    const category = newStream('order');
    for (let number = 0; number < 5; number++)
      await client.appendToStream(`${category}-${number % 2}`, newEvent());
    const all = (await readAllOf(client.readAll())).map(({ event }) => event);
    expect(all[0]?.type.startsWith('$')).toBe(true);
    expect(
      all.filter((event) => event?.streamId.startsWith(category)).map((event) => event?.streamId),
    ).toEqual([0, 1, 0, 1, 0].map((number) => `${category}-${number}`));
    expect(all.map((event) => Number(event?.position?.commit))).toEqual([...all.keys()]);
  });

  test('reads forwards from a position, inclusive', async () => {
    const { position } = await client.appendToStream(newStream(), newEvent());
    await client.appendToStream(newStream(), newEvents(2));
    if (position === undefined) throw new Error('no position');
    const events = await readAllOf(client.readAll({ fromPosition: position, maxCount: 2 }));
    expect(events.map(({ event }) => event?.position?.commit)).toEqual([
      position.commit,
      position.commit + 1n,
    ]);
  });

  test('reads backwards from a position, exclusive', async () => {
    const { position } = await client.appendToStream(newStream(), newEvents(3));
    if (position === undefined) throw new Error('no position');
    const events = await readAllOf(
      client.readAll({ direction: BACKWARDS, fromPosition: position, maxCount: 2 }),
    );
    expect(events.map(({ event }) => event?.position?.commit)).toEqual([
      position.commit - 1n,
      position.commit - 2n,
    ]);
  });

  test('reads backwards from the end, completely or in part', async () => {
    const forwards = await readAllOf(client.readAll());
    const backwards = await readAllOf(client.readAll({ direction: BACKWARDS, fromPosition: END }));
    expect(backwards).toEqual(forwards.toReversed());
    const some = await readAllOf(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 3 }));
    expect(some).toEqual(backwards.slice(0, 3));
  });

  test('is empty before the start, after the end, and for a count of zero', async () => {
    expect(await readAllOf(client.readAll({ direction: BACKWARDS, fromPosition: START }))).toEqual([]);
    expect(await readAllOf(client.readAll({ fromPosition: END }))).toEqual([]);
    const beyond = { commit: 10_000_000n, prepare: 10_000_000n };
    expect(await readAllOf(client.readAll({ fromPosition: beyond }))).toEqual([]);
    expect(await readAllOf(client.readAll({ maxCount: 0 }))).toEqual([]);
  });

  test('never shows a gap under concurrent writes', async () => {
    const writers = Promise.all(
      Array.from({ length: 30 }, async () => {
        for (let count = 0; count < 20; count++) await client.appendToStream(newStream(), newEvents(2));
      }),
    );
    let isWriting = true;
    void writers.finally(() => {
      isWriting = false;
    });
    while (isWriting) {
      const positions = (await readAllOf(client.readAll())).map(({ event }) =>
        Number(event?.position?.commit),
      );
      expect(positions).toEqual([...positions.keys()]);
    }
    await writers;
  });

  test('allows a reader to stop early', async () => {
    for (let batch = 0; batch < 4; batch++) await client.appendToStream(newStream(), newEvents(500));
    const read = client.readAll();
    let count = 0;
    for await (const _ of read) if (++count === 10) break;
    expect(count).toBe(10);
    expect(await readAllOf(client.readAll({ maxCount: 5 }))).toHaveLength(5);
  });
});
