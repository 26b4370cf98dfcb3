import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http2 from 'node:http2';
import type { EventStoreDBClient } from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { credentials } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, errorOf, newStream, readAllOf, revisionsOf } from '../testing/event-store-fixture.ts';
import { type IsolatedServices, startIsolatedServices } from '../testing/services.ts';

let services: IsolatedServices;
let client: EventStoreDBClient;

beforeAll(async () => {
  services = await startIsolatedServices();
  client = connect(services.eventStoreUrl);
});

afterAll(async () => {
  await client?.dispose();
  await services?.stop();
});

const address = () => `127.0.0.1:${services.eventStore.port}`;

/** Sets the fields that the events of both calls have. */
function filled<
  Event extends Pick<
    InstanceType<typeof streamsPb.AppendReq.ProposedMessage>,
    'setId' | 'getMetadataMap' | 'setData'
  >,
>(event: Event): Event {
  const id = new sharedPb.UUID();
  id.setString(randomUUID());
  event.setId(id);
  event.getMetadataMap().set('type', 'Raw').set('content-type', 'application/json');
  event.setData(Buffer.from('{}'));
  return event;
}

/** Returns options of either call for a stream at any revision. */
function optionsOf<
  Options extends {
    setStreamIdentifier(identifier: InstanceType<typeof sharedPb.StreamIdentifier>): unknown;
    setAny(empty: never): unknown;
  },
>(stream: string, options: Options): Options {
  const identifier = new sharedPb.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  options.setStreamIdentifier(identifier);
  options.setAny(new sharedPb.Empty() as never); // google.protobuf.Empty; this generated class is just as empty
  return options;
}

describe('the single append call', () => {
  const optionsFor = (stream: string) => {
    const message = new streamsPb.AppendReq();
    message.setOptions(optionsOf(stream, new streamsPb.AppendReq.Options()));
    return message;
  };
  const proposed = () => {
    const message = new streamsPb.AppendReq();
    message.setProposedMessage(filled(new streamsPb.AppendReq.ProposedMessage()));
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
    const event = filled(new streamsPb.BatchAppendReq.ProposedMessage());
    const message = new streamsPb.BatchAppendReq();
    message.setCorrelationId(correlationId);
    message.setProposedMessagesList([event]);
    message.setIsFinal(final);
    if (stream !== undefined) message.setOptions(optionsOf(stream, new streamsPb.BatchAppendReq.Options()));
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
