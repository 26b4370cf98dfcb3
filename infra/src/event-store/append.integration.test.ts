import { randomUUID } from 'node:crypto';
import {
  ANY,
  type AppendToStreamOptions,
  binaryEvent,
  type EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  connect,
  errorOf,
  newEvent,
  newEvents,
  newStream,
  numberIn,
  readAllOf,
  revisionsOf,
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

/** With credentials, even ignored ones, the client uses the older call. */
const CALLS: readonly (readonly [string, AppendToStreamOptions])[] = [
  ['BatchAppend', {}],
  ['Append', { credentials: { username: 'admin', password: 'changeit' } }],
];

describe.each(CALLS)('%s', (_, call) => {
  const append = (
    stream: string,
    events: Parameters<EventStoreDBClient['appendToStream']>[1],
    expectedRevision: AppendToStreamOptions['expectedRevision'] = ANY,
  ) => client.appendToStream(stream, events, { ...call, expectedRevision });

  test('returns the last revision and an increasing position', async () => {
    const stream = newStream();
    const first = await append(stream, newEvents(2), NO_STREAM);
    const second = await append(stream, newEvent(), 1n);
    expect(first).toMatchObject({ success: true, nextExpectedRevision: 1n });
    expect(second).toMatchObject({ success: true, nextExpectedRevision: 2n });
    expect(first.position?.commit).toBe(first.position?.prepare);
    expect(second.position?.commit).toBeGreaterThan(first.position?.commit ?? 0n);
  });

  test('any accepts a stream in any state', async () => {
    const stream = newStream();
    await append(stream, newEvent(), ANY);
    await append(stream, newEvent(), ANY);
    expect(await revisionsOf(client, stream)).toEqual([0, 1]);
  });

  test('no_stream conflicts with a stream that has events', async () => {
    const stream = newStream();
    await append(stream, newEvents(3), NO_STREAM);
    const error = await errorOf(append(stream, newEvent(), NO_STREAM));
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ streamName: stream, expectedVersion: 'no_stream', actualVersion: 2n });
  });

  test('stream_exists conflicts with an empty stream', async () => {
    const stream = newStream();
    const error = await errorOf(append(stream, newEvent(), STREAM_EXISTS));
    expect(error).toMatchObject({
      type: 'wrong-expected-version',
      expectedVersion: 'stream_exists',
      actualVersion: 'no_stream',
    });
    await append(stream, newEvent(), NO_STREAM);
    expect(await append(stream, newEvent(), STREAM_EXISTS)).toMatchObject({ nextExpectedRevision: 1n });
  });

  test('stream_exists accepts a stream with metadata only', async () => {
    const stream = newStream();
    await client.setStreamMetadata(stream, { purpose: 'kept for later' });
    expect(await append(stream, newEvent(), STREAM_EXISTS)).toMatchObject({ nextExpectedRevision: 0n });
  });

  test.each([0n, 1n, 4n])('the exact revision %d conflicts with a stream at 2', async (expected) => {
    const stream = newStream();
    await append(stream, newEvents(3), NO_STREAM);
    const error = await errorOf(append(stream, newEvent(), expected));
    expect(error).toMatchObject({
      type: 'wrong-expected-version',
      streamName: stream,
      expectedVersion: expected,
      actualVersion: 2n,
    });
    expect(await revisionsOf(client, stream)).toEqual([0, 1, 2]);
  });

  test('an exact revision conflicts with a stream that does not exist', async () => {
    expect(await errorOf(append(newStream(), newEvent(), 0n))).toMatchObject({
      expectedVersion: 0n,
      actualVersion: 'no_stream',
    });
  });

  test('returns a conflict as a result when the client does not want it thrown', async () => {
    const quiet = connect(services.eventStoreUrl, '&throwOnAppendFailure=false');
    const stream = newStream();
    await quiet.appendToStream(stream, newEvent(), call);
    const result = await quiet.appendToStream(stream, newEvent(), { ...call, expectedRevision: NO_STREAM });
    expect(result.success).toBe(false);
    expect(result.position).toBeUndefined();
    await quiet.dispose();
  });

  test('accepts an empty append after checking the expected revision', async () => {
    const stream = newStream();
    expect(await append(stream, [], ANY)).toMatchObject({ success: true });
    await append(stream, newEvents(2), NO_STREAM);
    expect(await append(stream, [], 1n)).toMatchObject({ success: true, nextExpectedRevision: 1n });
    expect(await errorOf(append(stream, [], 7n))).toMatchObject({ actualVersion: 1n });
    expect(await revisionsOf(client, stream)).toEqual([0, 1]);
  });

  describe('repeating the same events', () => {
    test.each([
      ['no_stream', NO_STREAM, 0],
      ['an exact revision', 0n, 1],
      ['any', ANY, 1],
      ['stream_exists', STREAM_EXISTS, 1],
    ] as const)('with %s succeeds at the original position', async (__, expected, before) => {
      const stream = newStream();
      if (before > 0) await append(stream, newEvents(before), NO_STREAM);
      const events = newEvents(3);
      const original = await append(stream, events, expected);
      await append(stream, newEvents(2), BigInt(before + 2));
      expect(await append(stream, events, expected)).toEqual(original);
      expect(await append(stream, events.slice(0, 2), expected)).toMatchObject({
        success: true,
        nextExpectedRevision: BigInt(before + 1),
      });
      expect(await revisionsOf(client, stream)).toHaveLength(before + 5);
    });

    test('succeeds wherever they are in a long stream', async () => {
      const stream = newStream();
      const events = newEvents(200);
      await append(stream, events, NO_STREAM);
      for (const at of [0, 62, 63, 64, 198]) {
        const again = events.slice(at, at + 2);
        expect(await append(stream, again, ANY), `at ${at}`).toMatchObject({
          nextExpectedRevision: BigInt(at + 1),
        });
      }
      expect(await append(stream, newEvents(2), ANY)).toMatchObject({ nextExpectedRevision: 201n });
    });

    test('many times concurrently writes them once', async () => {
      const stream = newStream();
      const events = newEvents(2);
      const results = await Promise.all(Array.from({ length: 20 }, () => append(stream, events, ANY)));
      expect(new Set(results.map((result) => result.position?.commit)).size).toBe(1);
      expect(await revisionsOf(client, stream)).toEqual([0, 1]);
    });

    test('many times concurrently with an exact revision writes them once', async () => {
      const stream = newStream();
      const events = newEvents(2);
      const results = await Promise.all(Array.from({ length: 20 }, () => append(stream, events, NO_STREAM)));
      expect(new Set(results.map((result) => result.position?.commit)).size).toBe(1);
      expect(await revisionsOf(client, stream)).toEqual([0, 1]);
    });

    test('in part, followed by others, is a conflict', async () => {
      const stream = newStream();
      const [first, second] = newEvents(2);
      if (first === undefined || second === undefined) throw new Error('two events');
      await append(stream, [first, second], NO_STREAM);
      expect(await errorOf(append(stream, [first, newEvent()], NO_STREAM))).toMatchObject({
        actualVersion: 1n,
      });
      expect(await errorOf(append(stream, [first, newEvent()], ANY))).toMatchObject({ actualVersion: 1n });
      expect(await errorOf(append(stream, [first, second, newEvent()], NO_STREAM))).toMatchObject({
        actualVersion: 1n,
      });
    });

    test('in another stream writes them', async () => {
      const event = newEvent();
      const [first, second] = [newStream(), newStream()];
      await append(first, event, ANY);
      await append(second, event, ANY);
      expect(await revisionsOf(client, second)).toEqual([0]);
    });

    test('at the current revision writes them again, as the client requests', async () => {
      const stream = newStream();
      const event = newEvent();
      await append(stream, event, NO_STREAM);
      expect(await append(stream, event, 0n)).toMatchObject({ nextExpectedRevision: 1n });
      expect(await append(stream, event, 1n)).toMatchObject({ nextExpectedRevision: 2n });
      expect(await append(stream, event, ANY)).toMatchObject({ nextExpectedRevision: 0n });
      expect(await revisionsOf(client, stream)).toEqual([0, 1, 2]);
    });

    test('within one append writes two events', async () => {
      const stream = newStream();
      const event = newEvent();
      expect(await append(stream, [event, event], NO_STREAM)).toMatchObject({ nextExpectedRevision: 1n });
      expect(await revisionsOf(client, stream)).toEqual([0, 1]);
    });
  });

  test('lets one of many appends at the same exact revision win', async () => {
    const stream = newStream();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => append(stream, newEvent(), NO_STREAM)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ type: 'wrong-expected-version' });
    }
    expect(await revisionsOf(client, stream)).toEqual([0]);
  });

  test('does not disturb appends grouped with a failing one', async () => {
    const existing = newStream();
    await append(existing, newEvent(), NO_STREAM);
    const streams = Array.from({ length: 60 }, (__, index) => (index % 3 === 0 ? existing : newStream()));
    const results = await Promise.allSettled(streams.map((stream) => append(stream, newEvent(), NO_STREAM)));
    expect(results.map(({ status }) => status)).toEqual(
      streams.map((stream) => (stream === existing ? 'rejected' : 'fulfilled')),
    );
  });

  test('keeps JSON, bytes, metadata, ids and the time', async () => {
    const stream = newStream();
    const id = randomUUID();
    const bytes = Uint8Array.from([0, 255, 128, 10, 0]);
    const before = Date.now();
    await append(stream, [
      jsonEvent({
        id,
        type: 'Größe',
        data: { text: 'π ≈ 3.14 \u0000 😀', nested: [{ a: null }] },
        metadata: { who: 'me' },
      }),
      binaryEvent({ type: 'Bytes', data: bytes, metadata: Uint8Array.from([1, 2, 254]) }),
      jsonEvent({ type: 'Bare', data: {} }),
    ]);
    const [json, binary, bare] = (await readAllOf(client.readStream(stream))).map(({ event }) => event);
    expect(json).toMatchObject({
      id,
      type: 'Größe',
      streamId: stream,
      isJson: true,
      data: { text: 'π ≈ 3.14 \u0000 😀', nested: [{ a: null }] },
      metadata: { who: 'me' },
    });
    expect(binary).toMatchObject({ type: 'Bytes', isJson: false });
    expect(Buffer.from(binary?.data as Uint8Array)).toEqual(Buffer.from(bytes));
    expect(Buffer.from(binary?.metadata as Uint8Array)).toEqual(Buffer.from([1, 2, 254]));
    expect(bare?.metadata).toBeUndefined();
    expect(json?.created.getTime()).toBeGreaterThanOrEqual(before);
    expect(json?.created.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test('accepts an append of the maximum size and no larger one', async () => {
    const stream = newStream();
    const half = binaryEvent({ type: 'Half', data: new Uint8Array(512 * 1024) });
    await append(stream, [half, binaryEvent({ type: 'Half', data: new Uint8Array(512 * 1024) })]);
    const over = binaryEvent({ type: 'Over', data: new Uint8Array(512 * 1024), metadata: new Uint8Array(1) });
    const error = await errorOf(append(stream, [over, half]));
    expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
    expect(error).toMatchObject({ maxAppendSize: 1_048_576 });
    expect(await revisionsOf(client, stream)).toEqual([0, 1]);
    await append(stream, newEvent(), 1n); // the connection still works
  });

  test('rejects an invalid stream name without affecting other appends', async () => {
    const good = append(newStream(), newEvent());
    for (const bad of ['', '$$', 'a\u0000b', 'x'.repeat(2_001)]) {
      expect(await errorOf(append(bad, newEvent()))).toMatchObject({ type: 'unknown' });
    }
    expect(await errorOf(append(newStream(), newEvent('nul\u0000')))).toMatchObject({ type: 'unknown' });
    expect(await good).toMatchObject({ success: true });
    const long = newStream('ü'.repeat(981));
    await append(long, newEvent(), NO_STREAM);
    expect(await revisionsOf(client, long)).toEqual([0]);
  });

  test('keeps each stream in order and the log without gaps under concurrency', async () => {
    const streams = Array.from({ length: 40 }, () => newStream('order'));
    const results = await Promise.all(
      Array.from({ length: 400 }, (__, index) =>
        append(streams[index % 40] ?? '', newEvent('Step', { index })),
      ),
    );
    for (const stream of streams) {
      const events = await readAllOf(client.readStream(stream));
      const steps = events.map(({ event }) => numberIn(event, 'index'));
      expect(steps).toEqual(steps.toSorted((a, b) => a - b));
      expect(events.map(({ event }) => Number(event?.revision))).toEqual([...Array(10).keys()]);
    }
    const positions = results.map((result) => Number(result.position?.commit)).toSorted((a, b) => a - b);
    expect(new Set(positions).size).toBe(400);
    const all = await readAllOf(client.readAll());
    expect(all.map(({ event }) => Number(event?.position?.commit))).toEqual([...all.keys()]);
  });
});

test('assembles an append from many parts', async () => {
  const stream = newStream();
  const events = Array.from({ length: 300 }, (_, index) =>
    jsonEvent({ type: 'Piece', data: { index, pad: 'x'.repeat(2_000) } }),
  );
  const [result] = await Promise.all([
    client.appendToStream(stream, events, { batchAppendSize: 10_000, expectedRevision: NO_STREAM }),
    ...Array.from({ length: 20 }, () =>
      client.appendToStream(newStream(), newEvents(3), { batchAppendSize: 100 }),
    ),
  ]);
  expect(result).toMatchObject({ nextExpectedRevision: 299n });
  const indices = (await readAllOf(client.readStream(stream))).map(({ event }) => numberIn(event, 'index'));
  expect(indices).toEqual([...Array(300).keys()]);
});

test('rejects an oversized append in many parts once', async () => {
  const stream = newStream();
  const events = Array.from({ length: 12 }, () =>
    binaryEvent({ type: 'Piece', data: new Uint8Array(100_000) }),
  );
  const error = await errorOf(client.appendToStream(stream, events, { batchAppendSize: 150_000 }));
  expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
  expect(await errorOf(readAllOf(client.readStream(stream)))).toMatchObject({ type: 'stream-not-found' });
});
