import type { EventStoreDBClient } from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { CallOptions, Client, ClientReadableStream, Metadata } from '@grpc/grpc-js';

/** What the client keeps for its own calls: to whom it is connected, and as whom it calls. */
interface Connection {
  GRPCStreamCreator(
    service: unknown,
    name: string,
    call: (connected: Client) => ClientReadableStream<Buffer>,
  ): () => Promise<ClientReadableStream<Buffer>>;
  callArguments(options: { deadline: number }): [Metadata, CallOptions];
}

/**
 * Everything in `$all` from `position` on, or so many events of it, as it comes to the client before the client makes
 * objects of it: parsed JSON no longer tells `1e5` from `1E5`, and a bit is all the difference.
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

  // The client's own way to a connected server; it has no public one to the bytes.
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
