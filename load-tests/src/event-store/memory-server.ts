import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ServerDuplexStream, ServerWritableStream } from '@grpc/grpc-js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { type Append, decodeAppend, decodeCount, encodeEvent, encodeSuccess } from './memory-codec.ts';

/**
 * The reference server: the same protocol on the same gRPC library, with appends and forward reads of
 * `$all` only. It keeps everything in memory, checks nothing, and copies bytes where possible.
 */
const log: Buffer[] = [];
const revisions = new Map<string, number>();
const created = `${Date.now()}0000`;

function batchAppend(call: ServerDuplexStream<Append, Buffer>): void {
  call.on('data', ({ correlationId, stream, streamIdentifier, events }: Append) => {
    let revision = revisions.get(stream) ?? -1;
    for (const event of events)
      log.push(encodeEvent(event, streamIdentifier, ++revision, log.length, created));
    revisions.set(stream, revision);
    call.write(encodeSuccess(correlationId, streamIdentifier, revision, log.length - 1));
  });
  call.on('end', () => call.end());
}

async function read(call: ServerWritableStream<number, Buffer>): Promise<void> {
  const count = Math.min(call.request, log.length);
  for (let position = 0; position < count && !call.cancelled; position++) {
    const event = log[position];
    if (event !== undefined && !call.write(event))
      await new Promise((resolve) => call.once('drain', resolve));
  }
  call.end();
}

function supportedMethods(_: unknown, answer: (error: null, value: unknown) => void): void {
  const method = new featuresPb.SupportedMethod();
  method.setServiceName('event_store.client.streams.streams');
  method.setMethodName('batchappend');
  const supported = new featuresPb.SupportedMethods();
  supported.setEventStoreServerVersion('23.10.0.0');
  supported.setMethodsList([method]);
  answer(null, supported);
}

const { StreamsService } = streamsGrpc;
const asIs = (bytes: Buffer) => bytes;
const server = new Server({
  'grpc.max_receive_message_length': 32 * 1024 * 1024,
  'grpc.max_send_message_length': 32 * 1024 * 1024,
});
server.addService(
  {
    read: { ...StreamsService.read, requestDeserialize: decodeCount, responseSerialize: asIs },
    batchAppend: { ...StreamsService.batchAppend, requestDeserialize: decodeAppend, responseSerialize: asIs },
  },
  { read, batchAppend },
);
server.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: supportedMethods });
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  process.send?.({ url: `esdb://127.0.0.1:${port}?tls=false` });
});
process.once('disconnect', () => process.exit());
