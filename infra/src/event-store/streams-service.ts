import { setImmediate } from 'node:timers/promises';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendResp, DeleteReq, TombstoneReq } from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type {
  ServerDuplexStream,
  ServerReadableStream,
  ServerUnaryCall,
  ServerWritableStream,
  ServiceError,
  sendUnaryData,
} from '@grpc/grpc-js';
import {
  type AppendOptions,
  type BatchAppendRequest,
  decodeAppendRequest,
  decodeBatchAppendRequest,
  streamName,
} from './append-requests.ts';
import { batchAppend } from './batch-append.ts';
import { CallStream } from './call-stream.ts';
import {
  canceled,
  MAX_APPEND_SIZE,
  maximumAppendSizeExceeded,
  serviceError,
  streamDeleted,
  timedOut,
  unavailable,
  wrongExpectedVersion,
} from './errors.ts';
import type { ExpectedRevision } from './expected-revision.ts';
import { type Messages, serializeMessages } from './messages.ts';
import { eventSize, type ProposedEvent } from './proposed-event.ts';
import { read } from './read.ts';
import { decodeReadRequest } from './read-request.ts';
import type { Reader } from './reader.ts';
import type { RecentEvents } from './recent-events.ts';
import { subscribe } from './subscription.ts';
import { MalformedMessageError } from './wire.ts';
import { appendWrite, deleteWrite, type WriteOutcome } from './write.ts';
import type { Writer } from './writer.ts';

const { StreamsService } = streamsGrpc;
const asIs = (message: Buffer) => message;

/** The client's service definition with our codec for the calls that carry events. */
export const streamsDefinition = {
  ...StreamsService,
  read: { ...StreamsService.read, requestDeserialize: asIs, responseSerialize: serializeMessages },
  append: { ...StreamsService.append, requestDeserialize: asIs },
  batchAppend: {
    ...StreamsService.batchAppend,
    requestDeserialize: decodeBatchAppendRequest,
    responseSerialize: serializeMessages,
  },
};

/** Handlers of `event_store.client.streams.Streams`. */
export function streamsService(reader: Reader, writer: Writer, recent: RecentEvents) {
  return {
    read(call: ServerWritableStream<Buffer, Messages>): void {
      const stream = new CallStream(call);
      void handleRead(call.request, stream).then(
        () => stream.end(),
        (error) => stream.fail(serviceError(error)),
      );
    },
    append(call: ServerReadableStream<Buffer, AppendResp>, respond: sendUnaryData<AppendResp>): void {
      append(call, writer).then(
        (response) => respond(null, response),
        (error) => respond(serviceError(error)),
      );
    },
    batchAppend(call: ServerDuplexStream<BatchAppendRequest, Messages>): void {
      batchAppend(call, writer);
    },
    delete: removal('delete', streamsPb.DeleteResp),
    tombstone: removal('tombstone', streamsPb.TombstoneResp),
  };

  function removal(
    kind: 'delete' | 'tombstone',
    Response: typeof streamsPb.DeleteResp | typeof streamsPb.TombstoneResp,
  ) {
    return (call: ServerUnaryCall<DeleteReq | TombstoneReq, unknown>, respond: sendUnaryData<unknown>) => {
      remove(kind, call, writer).then(
        (position) => {
          const response = new Response();
          response.setPosition(setPosition(new Response.Position(), position));
          respond(null, response);
        },
        (error) => respond(serviceError(error)),
      );
    };
  }

  async function handleRead(message: Buffer, call: CallStream): Promise<void> {
    const request = decodeReadRequest(message);
    await (request.count === undefined
      ? subscribe(request, reader, recent, call)
      : read(request, reader, call));
  }
}

async function append(call: ServerReadableStream<Buffer, AppendResp>, writer: Writer): Promise<AppendResp> {
  let options: AppendOptions | undefined;
  const events: ProposedEvent[] = [];
  let size = 0;
  for await (const message of call) {
    const request = decodeAppendRequest(message as Buffer);
    if ('options' in request) options = request.options;
    else {
      events.push(request.event);
      size += eventSize(request.event);
      if (size > MAX_APPEND_SIZE) throw maximumAppendSizeExceeded();
    }
  }
  // A client cancels by ending its messages and then resetting the call, so read the connection once more.
  await setImmediate();
  await setImmediate();
  if (call.cancelled) throw canceled();
  if (options === undefined) throw new MalformedMessageError('The append has no options');
  const target = { ...options, deadline: Number(call.getDeadline()) };
  const outcome = await new Promise<WriteOutcome>((resolve) => {
    writer.submit(appendWrite(target, events, resolve));
  });
  const response = new streamsPb.AppendResp();
  if (outcome.kind === 'wrong_expected_revision') {
    response.setWrongExpectedVersion(conflict(options.expected, outcome.current));
    return response;
  }
  if (outcome.kind !== 'written') throw failure(target.stream, target.expected, outcome);
  const success = new streamsPb.AppendResp.Success();
  if (outcome.revision === undefined) success.setNoStream(new sharedPb.Empty());
  else success.setCurrentRevision(String(outcome.revision));
  if (outcome.position === undefined) success.setNoPosition(new sharedPb.Empty());
  else success.setPosition(setPosition(new streamsPb.AppendResp.Position(), outcome.position));
  response.setSuccess(success);
  return response;
}

function conflict(expected: ExpectedRevision, current: number | undefined): AppendResp.WrongExpectedVersion {
  const details = new streamsPb.AppendResp.WrongExpectedVersion();
  const empty = new sharedPb.Empty();
  if (current === undefined) details.setCurrentNoStream(empty);
  else details.setCurrentRevision(String(current));
  if (expected === 'any') details.setExpectedAny(empty);
  else if (expected === 'no_stream') details.setExpectedNoStream(empty);
  else if (expected === 'stream_exists') details.setExpectedStreamExists(empty);
  else details.setExpectedRevision(String(expected));
  return details;
}

async function remove(
  kind: 'delete' | 'tombstone',
  call: ServerUnaryCall<DeleteReq | TombstoneReq, unknown>,
  writer: Writer,
): Promise<number> {
  const options = call.request.getOptions();
  if (options === undefined) throw new MalformedMessageError('The deletion has no options');
  const stream = streamName(Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []));
  const expected: ExpectedRevision = options.hasRevision()
    ? Number(options.getRevision())
    : options.hasNoStream()
      ? 'no_stream'
      : options.hasStreamExists()
        ? 'stream_exists'
        : 'any';
  const outcome = await new Promise<WriteOutcome>((resolve) => {
    writer.submit(deleteWrite(kind, { stream, expected, deadline: Number(call.getDeadline()) }, resolve));
  });
  if (outcome.kind === 'written' && outcome.position !== undefined) return outcome.position;
  throw failure(stream, expected, outcome);
}

function failure(stream: string, expected: ExpectedRevision, outcome: WriteOutcome): ServiceError {
  switch (outcome.kind) {
    case 'wrong_expected_revision':
      return wrongExpectedVersion(stream, expected, outcome.current);
    case 'stream_deleted':
      return streamDeleted(stream);
    case 'timed_out':
      return timedOut();
    case 'failed':
      return unavailable(outcome.reason);
    case 'written':
      return unavailable('nothing was written');
  }
}

interface PositionMessage {
  setCommitPosition(value: string): unknown;
  setPreparePosition(value: string): unknown;
}

function setPosition<Message extends PositionMessage>(message: Message, position: number): Message {
  message.setCommitPosition(String(position));
  message.setPreparePosition(String(position));
  return message;
}
