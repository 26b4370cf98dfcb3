import {
  ANY,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  connect,
  errorOf,
  newEvent,
  newEvents,
  newStream,
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

async function streamOf(count: number): Promise<string> {
  const stream = newStream();
  await client.appendToStream(stream, newEvents(count), { expectedRevision: NO_STREAM });
  return stream;
}

describe('a soft-deleted stream', () => {
  test('is not found, and continues its revisions when written to again', async () => {
    const stream = await streamOf(3);
    const deleted = await client.deleteStream(stream);
    expect(deleted.position?.commit).toBeGreaterThan(0n);
    expect(await errorOf(readAllOf(client.readStream(stream)))).toBeInstanceOf(StreamNotFoundError);
    const again = await client.appendToStream(stream, newEvents(2), { expectedRevision: NO_STREAM });
    expect(again.nextExpectedRevision).toBe(4n);
    expect(await revisionsOf(client, stream)).toEqual([3, 4]);
    expect(
      await readAllOf(client.readStream(stream, { direction: BACKWARDS, fromRevision: END })),
    ).toHaveLength(2);
  });

  test.each([
    ['any', ANY],
    ['its last revision', 2n],
  ] as const)('is restored by an append that expects %s', async (_, expectedRevision) => {
    const stream = await streamOf(3);
    await client.deleteStream(stream, { expectedRevision: 2n });
    await client.appendToStream(stream, newEvent(), { expectedRevision });
    expect(await revisionsOf(client, stream)).toEqual([3]);
    await client.appendToStream(stream, newEvent(), { expectedRevision: 3n });
    expect(await revisionsOf(client, stream)).toEqual([3, 4]);
  });

  test('rejects an append that expects it to exist', async () => {
    const stream = await streamOf(1);
    await client.deleteStream(stream);
    const error = await errorOf(
      client.appendToStream(stream, newEvent(), { expectedRevision: STREAM_EXISTS }),
    );
    expect(error).toBeInstanceOf(StreamDeletedError);
    expect(error).toMatchObject({ streamName: stream });
  });

  test('conflicts with an earlier revision', async () => {
    const stream = await streamOf(3);
    await client.deleteStream(stream);
    expect(await errorOf(client.appendToStream(stream, newEvent(), { expectedRevision: 0n }))).toMatchObject({
      type: 'wrong-expected-version',
      actualVersion: 2n,
    });
  });

  test('still recognizes events written before the deletion', async () => {
    const stream = newStream();
    const events = newEvents(2);
    const original = await client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
    await client.deleteStream(stream);
    expect(await client.appendToStream(stream, events, { expectedRevision: NO_STREAM })).toEqual(original);
    expect(await errorOf(readAllOf(client.readStream(stream)))).toBeInstanceOf(StreamNotFoundError);
  });

  test('can be deleted twice, and tombstoned', async () => {
    const stream = await streamOf(1);
    await client.deleteStream(stream);
    await client.deleteStream(stream);
    await client.tombstoneStream(stream);
    expect(await errorOf(readAllOf(client.readStream(stream)))).toBeInstanceOf(StreamDeletedError);
  });

  test('keeps the metadata that was set before it is restored', async () => {
    const stream = await streamOf(2);
    await client.deleteStream(stream);
    await client.setStreamMetadata(stream, { maxCount: 7, owner: 'someone' });
    expect(await client.getStreamMetadata(stream)).toMatchObject({
      metadata: { truncateBefore: 2, maxCount: 7, owner: 'someone' },
    });
    await client.appendToStream(stream, newEvent());
    expect(await revisionsOf(client, stream)).toEqual([2]);
  });

  test('stays in $all', async () => {
    const stream = await streamOf(2);
    await client.deleteStream(stream);
    const all = (await readAllOf(client.readAll())).map(({ event }) => event?.streamId);
    expect(all.filter((id) => id === stream)).toHaveLength(2);
    expect(all.filter((id) => id === `$$${stream}`)).toHaveLength(1);
  });
});

describe('deletion', () => {
  test.each(['deleteStream', 'tombstoneStream'] as const)('%s checks the expected revision', async (kind) => {
    const stream = await streamOf(3);
    const error = await errorOf(client[kind](stream, { expectedRevision: 1n }));
    expect(error).toBeInstanceOf(WrongExpectedVersionError);
    expect(error).toMatchObject({ streamName: stream, expectedVersion: 1n, actualVersion: 2n });
    expect(await errorOf(client[kind](stream, { expectedRevision: NO_STREAM }))).toMatchObject({
      expectedVersion: -1n,
      actualVersion: 2n,
    });
    await client[kind](stream, { expectedRevision: 2n });
  });

  test('of a missing stream conflicts with any and succeeds with no_stream', async () => {
    const stream = newStream();
    expect(await errorOf(client.deleteStream(stream))).toMatchObject({
      type: 'wrong-expected-version',
      expectedVersion: -2n,
      actualVersion: 'no_stream',
    });
    await client.deleteStream(stream, { expectedRevision: NO_STREAM });
    expect(await errorOf(readAllOf(client.readStream(stream)))).toBeInstanceOf(StreamNotFoundError);
    await client.appendToStream(stream, newEvent(), { expectedRevision: NO_STREAM });
    expect(await revisionsOf(client, stream)).toEqual([0]);
  });
});

describe('a tombstoned stream', () => {
  test('rejects every write and read', async () => {
    const stream = await streamOf(2);
    await client.tombstoneStream(stream, { expectedRevision: 1n });
    const attempts = [
      () => client.appendToStream(stream, newEvent()),
      () => client.appendToStream(stream, newEvent(), { expectedRevision: 1n }),
      () => client.appendToStream(stream, newEvent(), { credentials: { username: 'a', password: 'b' } }),
      () => readAllOf(client.readStream(stream)),
      () => readAllOf(client.readStream(stream, { direction: BACKWARDS, fromRevision: END })),
      () => client.deleteStream(stream),
      () => client.tombstoneStream(stream),
      () => client.setStreamMetadata(stream, { maxCount: 1 }),
      () => readAllOf(client.subscribeToStream(stream)),
    ];
    for (const attempt of attempts)
      expect(await errorOf(attempt())).toMatchObject({ type: 'stream-deleted' });
  });

  test('need not have existed', async () => {
    const stream = newStream();
    await client.tombstoneStream(stream);
    expect(await errorOf(client.appendToStream(stream, newEvent()))).toMatchObject({
      type: 'stream-deleted',
      streamName: stream,
    });
  });

  test('is readable in $all', async () => {
    const stream = await streamOf(1);
    const { position } = await client.tombstoneStream(stream);
    if (position === undefined) throw new Error('no position');
    const [last] = await readAllOf(client.readAll({ fromPosition: position, maxCount: 1 }));
    expect(last?.event).toMatchObject({ streamId: stream, type: '$streamDeleted', revision: 2n ** 63n - 1n });
  });
});

describe('stream metadata', () => {
  test('keeps custom keys', async () => {
    const stream = await streamOf(1);
    expect(await client.getStreamMetadata(stream)).toEqual({ streamName: stream });
    const metadata = { maxCount: 10, maxAge: 3_600, acl: { readRoles: ['$all'] }, nested: { a: [1, 'b'] } };
    await client.setStreamMetadata(stream, metadata, { expectedRevision: NO_STREAM });
    expect(await client.getStreamMetadata(stream)).toMatchObject({ streamName: stream, metadata });
    expect(
      await errorOf(client.setStreamMetadata(stream, {}, { expectedRevision: NO_STREAM })),
    ).toBeInstanceOf(WrongExpectedVersionError);
  });

  test('maxCount keeps the last events', async () => {
    const stream = await streamOf(10);
    await client.setStreamMetadata(stream, { maxCount: 3 });
    expect(await revisionsOf(client, stream)).toEqual([7, 8, 9]);
    await client.appendToStream(stream, newEvents(2));
    expect(await revisionsOf(client, stream)).toEqual([9, 10, 11]);
    const backwards = await readAllOf(client.readStream(stream, { direction: BACKWARDS, fromRevision: END }));
    expect(backwards.map(({ event }) => Number(event?.revision))).toEqual([11, 10, 9]);
  });

  test('truncateBefore hides earlier events only', async () => {
    const stream = await streamOf(10);
    await client.setStreamMetadata(stream, { truncateBefore: 8 });
    expect(await revisionsOf(client, stream)).toEqual([8, 9]);
    expect(await readAllOf(client.readStream(stream, { fromRevision: 3n, maxCount: 1 }))).toMatchObject([
      { event: { revision: 8n } },
    ]);
    await client.setStreamMetadata(stream, { truncateBefore: 10 });
    expect(await revisionsOf(client, stream)).toEqual([]);
    await client.setStreamMetadata(stream, {});
    expect(await revisionsOf(client, stream)).toHaveLength(10);
  });

  test('maxAge hides older events', async () => {
    const stream = await streamOf(3);
    await client.setStreamMetadata(stream, { maxAge: 3_600 });
    expect(await revisionsOf(client, stream)).toEqual([0, 1, 2]);
    await client.setStreamMetadata(stream, { maxAge: 0 });
    expect(await revisionsOf(client, stream)).toEqual([]);
  });

  test('is ignored when it is not JSON', async () => {
    const stream = await streamOf(2);
    await client.appendToStream(`$$${stream}`, newEvent('$metadata', { $maxCount: 'many', $tb: -4 }));
    expect(await revisionsOf(client, stream)).toEqual([0, 1]);
  });

  test('can be set before the stream exists', async () => {
    const stream = newStream();
    await client.setStreamMetadata(stream, { maxCount: 1 });
    expect(await errorOf(readAllOf(client.readStream(stream)))).toBeInstanceOf(StreamNotFoundError);
    await client.appendToStream(stream, newEvents(2), { expectedRevision: NO_STREAM });
    expect(await revisionsOf(client, stream)).toEqual([1]);
  });

  test('shows only its last version', async () => {
    const stream = await streamOf(1);
    for (let version = 0; version < 3; version++) await client.setStreamMetadata(stream, { version });
    const [only, ...others] = await readAllOf(client.readStream(`$$${stream}`));
    expect(only?.event).toMatchObject({ revision: 2n, type: '$metadata', data: { version: 2 } });
    expect(others).toEqual([]);
  });
});
