import type { EventStoreDBClient } from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { CallOptions, Client, ClientReadableStream, Metadata } from '@grpc/grpc-js';

/** Internal state of the client: its channel and credentials. */
interface Connection {
  GRPCStreamCreator(
    service: unknown,
    name: string,
    call: (connected: Client) => ClientReadableStream<Buffer>,
  ): () => Promise<ClientReadableStream<Buffer>>;
  callArguments(options: { deadline: number }): [Metadata, CallOptions];
}

/**
 * Reads `$all` from `position`, all of it or a number of events, as raw messages before the client decodes
 * them: parsed JSON no longer distinguishes `1e5` from `1E5`, and hashes need every bit.
 */
export async function readMessages(
  client: EventStoreDBClient,
  position: number,
  count = Number.MAX_SAFE_INTEGER,
): Promise<ClientReadableStream<Buffer>> {
  const options = new streamsPb.ReadReq.Options();
  const all = new streamsPb.ReadReq.Options.AllOptions();
  const from = new streamsPb.ReadReq.Options.Position();
  from.setCommitPosition(String(position));
  from.setPreparePosition(String(position));
  all.setPosition(from);
  options.setAll(all);
  options.setCount(String(count));
  const uuids = new streamsPb.ReadReq.Options.UUIDOption();
  uuids.setString(new sharedPb.Empty());
  options.setUuidOption(uuids);
  options.setNoFilter(new sharedPb.Empty());
  const request = new streamsPb.ReadReq();
  request.setOptions(options);

  // The client has no public access to the raw bytes.
  const connection = client as unknown as Connection;
  const call = connection.GRPCStreamCreator(streamsGrpc.StreamsClient, 'readMessages', (connected) =>
    connected.makeServerStreamRequest(
      '/event_store.client.streams.Streams/Read',
      (message: typeof request) => Buffer.from(message.serializeBinary()),
      (message: Buffer) => message,
      request,
      ...connection.callArguments({ deadline: Number.POSITIVE_INFINITY }),
    ),
  );
  return call();
}
