import type { Readable } from 'node:stream';
import type { EventStoreDBClient } from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';

/** Response stream of a call. The call stays open until every message is read or `cancel` is called. */
interface MessageStream extends Readable {
  cancel(): void;
}

/** gRPC channel of the client. */
interface Channel {
  makeServerStreamRequest<Request>(
    method: string,
    serialize: (message: Request) => Buffer,
    deserialize: (message: Buffer) => Buffer,
    request: Request,
    ...credentials: unknown[]
  ): MessageStream;
}

/** Internal state of the client: its channel and credentials. */
interface Connection {
  GRPCStreamCreator(
    service: unknown,
    name: string,
    call: (connected: Channel) => MessageStream,
  ): () => Promise<MessageStream>;
  callArguments(options: { deadline: number }): unknown[];
}

/**
 * Reads up to `count` events of `$all` from `position`, as raw messages that the client has not decoded: parsed JSON
 * no longer distinguishes `1e5` from `1E5`, and hashes need every bit. Cancels the call when the reader stops early; destroy
 * the stream if it may never be read.
 */
export async function readMessages(
  client: EventStoreDBClient,
  position: number,
  count = Number.MAX_SAFE_INTEGER,
): Promise<Readable> {
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
  const messages = await call();
  messages.once('close', () => messages.cancel());
  return messages;
}
