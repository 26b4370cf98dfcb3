import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http2 from 'node:http2';
import { networkInterfaces } from 'node:os';
import {
  type EventStoreDBClient as Client,
  EventStoreDBClient,
  jsonEvent,
  persistentSubscriptionToStreamSettingsFromDefaults,
} from '@eventstore/db-client';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { credentials } from '@grpc/grpc-js';
import { eventually } from '@landline/api/testing/api';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  connect,
  errorOf,
  newEvent,
  newStream,
  readAllOf,
  revisionsOf,
} from '../testing/event-store-fixture.ts';
import { type IsolatedServices, startIsolatedServices } from '../testing/services.ts';

let services: IsolatedServices;
let client: Client;

beforeAll(async () => {
  services = await startIsolatedServices();
  client = connect(services.eventStoreUrl);
});

afterAll(async () => {
  await client?.dispose();
  await services?.stop();
});

const address = () => `127.0.0.1:${services.eventStore.port}`;

describe('a client', () => {
  test.each([
    ['by gossip', () => `esdb+discover://127.0.0.1:${services.eventStore.port}?tls=false`],
    [
      'among several',
      () => `esdb://127.0.0.1:1,127.0.0.1:${services.eventStore.port}?tls=false&nodePreference=leader`,
    ],
    ['with credentials', () => `esdb://admin:changeit@127.0.0.1:${services.eventStore.port}?tls=false`],
    [
      'with keep-alive pings',
      () =>
        `esdb://127.0.0.1:${services.eventStore.port}?tls=false&keepAliveInterval=10000&keepAliveTimeout=10000`,
    ],
  ])('discovers its node %s', async (_, url) => {
    const other = EventStoreDBClient.connectionString(url());
    const stream = newStream();
    await other.appendToStream(stream, newEvent(), { requiresLeader: true });
    expect(await revisionsOf(other, stream)).toEqual([0]);
    await other.dispose();
  });

  test('discovers the features of its node', async () => {
    const raw = new featuresGrpc.ServerFeaturesClient(address(), credentials.createInsecure());
    const supported = await new Promise<SupportedMethods>((resolve, reject) =>
      raw.getSupportedMethods(new sharedPb.Empty(), (error, value) =>
        error ? reject(error) : resolve(value),
      ),
    );
    raw.close();
    expect(supported.getEventStoreServerVersion()).toBe('23.10.0.0');
    const methods = supported
      .getMethodsList()
      .map((method) => `${method.getServiceName()}/${method.getMethodName()}`);
    expect(methods).toContain('event_store.client.streams.streams/batchappend');
  });

  test('cannot connect through another network interface', async () => {
    const other = Object.values(networkInterfaces())
      .flat()
      .find((each) => each?.family === 'IPv4' && !each.internal);
    if (other === undefined) return;
    const { port } = services.eventStore;
    const outside = EventStoreDBClient.connectionString(`esdb://${other.address}:${port}?tls=false`);
    expect(await errorOf(outside.appendToStream(newStream(), newEvent()))).toMatchObject({ code: 14 });
    await outside.dispose();
  });
});

test("keeps PostgreSQL's error details out of the log", async () => {
  const admin = new pg.Client(services.postgres.url('events'));
  await admin.connect();
  await admin.query(`ALTER TABLE event_store.event ADD CONSTRAINT harmless CHECK (type <> 'Harmful')`);
  const stream = newStream('secret');
  await errorOf(client.appendToStream(stream, newEvent('Harmful')));
  const { eventStore } = services;
  await eventually('it is logged', async () => eventStore.output.includes('eventstore.write_failed'));
  expect(eventStore.output).toContain('violates check constraint');
  expect(eventStore.output).not.toContain(stream);
  await admin.query('ALTER TABLE event_store.event DROP CONSTRAINT harmless');
  await admin.end();
});

test('rejects calls to unsupported services with a clear error', async () => {
  const stream = newStream();
  const settings = persistentSubscriptionToStreamSettingsFromDefaults();
  const attempts = [
    () => client.createPersistentSubscriptionToStream(stream, 'group', settings),
    () => readAllOf(client.subscribeToPersistentSubscriptionToStream(stream, 'group')),
    () => client.createProjection('projection', 'fromAll()'),
    () => client.restartSubsystem(),
    () => readAllOf(client.readStream(stream, { resolveLinkTos: true })),
    () => readAllOf(client.readAll({ resolveLinkTos: true, maxCount: 1 })),
    () => readAllOf(client.subscribeToStream(stream, { resolveLinkTos: true })),
    () => readAllOf(client.subscribeToAll({ resolveLinkTos: true })),
  ];
  for (const attempt of attempts) {
    const error = await errorOf(attempt());
    expect(JSON.stringify(error)).toMatch(/UNIMPLEMENTED|not part of this server|requires server version/);
  }
});

describe('deadlines', () => {
  let lock: pg.Client;

  beforeAll(async () => {
    lock = new pg.Client(services.postgres.url('events'));
    await lock.connect();
  });

  afterAll(async () => {
    await lock.end();
  });

  test.each([
    ['a batch', [newEvent(), newEvent()], {}],
    // One event, because a deadline that passes while the client sends several ends the call after some of them.
    ['a single append', [newEvent()], { credentials: { username: 'admin', password: 'changeit' } }],
  ])('end the wait for %s, which can be repeated', async (_, events, call) => {
    const stream = newStream();
    await lock.query('BEGIN; LOCK TABLE event_store.event IN EXCLUSIVE MODE');
    const [stuck, behind] = await Promise.all([
      errorOf(client.appendToStream(stream, events, { ...call, deadline: 200 })),
      errorOf(client.appendToStream(newStream(), newEvent(), { ...call, deadline: 200 })),
    ]);
    expect(stuck).toMatchObject({ type: 'deadline-exceeded' });
    expect(behind).toMatchObject({ type: 'deadline-exceeded' });
    await lock.query('COMMIT');
    expect(await client.appendToStream(stream, events, call)).toMatchObject({
      nextExpectedRevision: BigInt(events.length - 1),
    });
    expect(await revisionsOf(client, stream)).toEqual([...events.keys()]);
  });
});

const identifier = (stream: string) => {
  const message = new sharedPb.StreamIdentifier();
  message.setStreamName(Buffer.from(stream));
  return message;
};

describe('the single append call', () => {
  const optionsFor = (stream: string) => {
    const options = new streamsPb.AppendReq.Options();
    options.setStreamIdentifier(identifier(stream));
    options.setAny(new sharedPb.Empty() as never); // google.protobuf.Empty; this generated class is just as empty
    const message = new streamsPb.AppendReq();
    message.setOptions(options);
    return message;
  };
  const proposed = () => {
    const event = new streamsPb.AppendReq.ProposedMessage();
    const id = new sharedPb.UUID();
    id.setString(randomUUID());
    event.setId(id);
    event.getMetadataMap().set('type', 'Raw').set('content-type', 'application/json');
    event.setData(Buffer.from('{}'));
    const message = new streamsPb.AppendReq();
    message.setProposedMessage(event);
    return message;
  };
  /** Frames a message for gRPC: a byte for no compression and four for the length. */
  const framed = (message: { serializeBinary(): Uint8Array }) => {
    const bytes = message.serializeBinary();
    const head = Buffer.alloc(5);
    head.writeUInt32BE(bytes.length, 1);
    return Buffer.concat([head, bytes]);
  };

  test('writes nothing of an append that the client cancels before its last event', async () => {
    const session = http2.connect(`http://${address()}`);
    const append = (stream: string) => {
      const call = session.request({
        ':method': 'POST',
        ':path': '/event_store.client.streams.Streams/Append',
        'content-type': 'application/grpc',
        te: 'trailers',
      });
      call.on('error', () => {}); // of a canceled call
      call.write(framed(optionsFor(stream)));
      return call.resume();
    };
    const finish = (stream: string) => once(append(stream).end(framed(proposed())), 'close');
    await finish(newStream()); // connects
    const canceled = Array.from({ length: 50 }, () => newStream());
    // A busy server reads the first event, the end and the cancellation at once.
    process.kill(services.eventStore.pid, 'SIGSTOP');
    try {
      for (const stream of canceled) {
        const call = append(stream);
        call.write(framed(proposed()), () => call.close(http2.constants.NGHTTP2_CANCEL));
        await once(call, 'close');
      }
    } finally {
      process.kill(services.eventStore.pid, 'SIGCONT');
    }
    const last = newStream();
    await finish(last); // on the same connection, so that the server has handled the cancellations before
    session.close();
    expect(await revisionsOf(client, last)).toEqual([0]);
    const results = await Promise.all(
      canceled.map((stream) => readAllOf(client.readStream(stream)).catch((error) => error.type)),
    );
    expect(results).toEqual(canceled.map(() => 'stream-not-found'));
  });
});

describe('the batch call', () => {
  const structuredUuid = () => {
    const halves = new sharedPb.UUID.Structured();
    halves.setMostSignificantBits('-1234567890123456789');
    halves.setLeastSignificantBits(String(Math.floor(Math.random() * 1e15)));
    const uuid = new sharedPb.UUID();
    uuid.setStructured(halves);
    return uuid;
  };
  const request = (
    correlationId: InstanceType<typeof sharedPb.UUID>,
    stream: string | undefined,
    final: boolean,
  ) => {
    const event = new streamsPb.BatchAppendReq.ProposedMessage();
    const id = new sharedPb.UUID();
    id.setString(randomUUID());
    event.setId(id);
    event.getMetadataMap().set('type', 'Raw').set('content-type', 'application/json');
    event.setData(Buffer.from('{}'));
    const message = new streamsPb.BatchAppendReq();
    message.setCorrelationId(correlationId);
    message.setProposedMessagesList([event]);
    message.setIsFinal(final);
    if (stream !== undefined) {
      const options = new streamsPb.BatchAppendReq.Options();
      options.setStreamIdentifier(identifier(stream));
      options.setAny(new sharedPb.Empty() as never); // google.protobuf.Empty; this generated class is just as empty
      message.setOptions(options);
    }
    return message;
  };

  test('responds once per correlation id, which it returns as received, and ends with the client', async () => {
    const raw = new streamsGrpc.StreamsClient(address(), credentials.createInsecure());
    const call = raw.batchAppend();
    const [first, second, orphan] = [structuredUuid(), structuredUuid(), structuredUuid()];
    const [firstStream, secondStream] = [newStream(), newStream()];
    const responses: InstanceType<typeof streamsPb.BatchAppendResp>[] = [];
    call.on('data', (response) => responses.push(response));
    const ended = new Promise((resolve) => call.once('end', resolve));
    call.write(request(first, firstStream, false));
    call.write(request(second, secondStream, false));
    call.write(request(first, undefined, false));
    call.write(request(orphan, undefined, true));
    call.write(request(second, undefined, true));
    call.write(request(first, undefined, true));
    call.end();
    await ended;
    const byId = new Map(responses.map((response) => [response.getCorrelationId()?.toString(), response]));
    expect(responses).toHaveLength(3);
    expect(byId.get(first.toString())?.getSuccess()?.getCurrentRevision()).toBe('2');
    expect(byId.get(second.toString())?.getSuccess()?.getCurrentRevision()).toBe('1');
    expect(byId.get(orphan.toString())?.hasError()).toBe(true);
    const name = byId.get(first.toString())?.getStreamIdentifier()?.getStreamName_asU8() ?? [];
    expect(Buffer.from(name).toString()).toBe(firstStream);
    raw.close();
  });

  test('discards unfinished appends when the connection breaks', async () => {
    const raw = new streamsGrpc.StreamsClient(address(), credentials.createInsecure());
    const call = raw.batchAppend();
    const stream = newStream();
    const cancelled = new Promise((resolve) => call.once('error', resolve));
    call.on('data', () => {});
    await new Promise((resolve) => call.write(request(structuredUuid(), stream, false), resolve));
    call.cancel();
    await cancelled;
    raw.close();
    expect(await errorOf(readAllOf(client.readStream(stream)))).toMatchObject({ type: 'stream-not-found' });
  });
});

describe('memory', () => {
  const residentBytes = async () => {
    const status = await readFile(`/proc/${services.eventStore.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
  };

  test.runIf(process.platform === 'linux')('stays bounded with subscribers that do not read', async () => {
    const stream = newStream('heavy');
    const stalled = Array.from({ length: 10 }, () => connect(services.eventStoreUrl)).map((each, index) => {
      const subscription =
        index % 2 === 0
          ? each.subscribeToAll({}, { highWaterMark: 1 })
          : each.subscribeToStream(stream, {}, { highWaterMark: 1 });
      return {
        each,
        subscription,
        confirmed: new Promise((resolve) => subscription.once('confirmation', resolve)),
      };
    });
    await Promise.all(stalled.map(({ confirmed }) => confirmed));
    const before = await residentBytes();
    const pad = 'x'.repeat(100_000);
    for (let round = 0; round < 20; round++) {
      await Promise.all(
        Array.from({ length: 5 }, () =>
          client.appendToStream(
            stream,
            Array.from({ length: 8 }, () => jsonEvent({ type: 'Heavy', data: { pad } })),
          ),
        ),
      );
    }
    // 80 MB were sent; buffering all of it would exceed this.
    expect(await residentBytes()).toBeLessThan(before + 250_000_000);
    await Promise.all(stalled.map(({ each }) => each.dispose()));
  });
});
