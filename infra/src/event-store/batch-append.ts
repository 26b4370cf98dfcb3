import type { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import type { AppendOptions, BatchAppendRequest } from './append-requests.ts';
import { CallStream } from './call-stream.ts';
import { MAX_APPEND_SIZE } from './errors.ts';
import type { ExpectedRevision } from './expected-revision.ts';
import type { Messages } from './messages.ts';
import { eventSize, type ProposedEvent } from './proposed-event.ts';
import { encodeBatchSuccess } from './responses.ts';
import { appendWrite, type WriteOutcome } from './write.ts';
import type { Writer } from './writer.ts';

type Call = ServerDuplexStream<BatchAppendRequest, Messages>;

/** An append whose parts have not all arrived. */
interface PendingAppend {
  readonly options: AppendOptions;
  events: ProposedEvent[];
  size: number;
  error: Error | undefined;
}

/**
 * Handles one `BatchAppend` call: many appends, each in one or more parts. Sends exactly one response per append,
 * after its last part. Applies back-pressure to a client that sends faster than the writer writes, or that does not
 * read its responses.
 */
export function batchAppend(call: Call, writer: Writer): void {
  const stream = new CallStream(call);
  const unfinished = new Map<string, PendingAppend>();
  const responses: Buffer[] = [];
  let pendingCount = 0;
  let halfClosed = false;
  let isHeldBack = false;

  const holdBack = (until: Promise<void>) => {
    if (isHeldBack) return;
    isHeldBack = true;
    call.pause();
    void until.then(() => {
      isHeldBack = false;
      call.resume();
    });
  };

  // Responses to a group of writes are available at the same time and sent together.
  const flush = () => {
    const full = stream.write(...responses.splice(0));
    if (full !== undefined) holdBack(full);
    if (halfClosed && pendingCount === 0) stream.end();
  };
  const send = (response: Buffer) => {
    pendingCount--;
    if (responses.push(response) === 1) queueMicrotask(flush);
  };

  const append = (correlationId: Buffer, { options, events, size, error }: PendingAppend) => {
    pendingCount++;
    if (error !== undefined)
      return send(encodeFailure(correlationId, options.stream, badRequest(error.message)));
    if (size > MAX_APPEND_SIZE) return send(encodeFailure(correlationId, options.stream, tooLarge()));
    writer.submit(
      appendWrite(options, events, (outcome) => send(encodeOutcome(correlationId, options, outcome))),
    );
    if (writer.full) holdBack(writer.room());
  };

  call.on('data', (request: BatchAppendRequest) => {
    const { correlationId, options, events, isFinal, error } = request;
    const key = correlationId.toString('latin1');
    const pending = unfinished.get(key);
    if (pending === undefined && options === undefined) {
      // Without options nothing can be appended, but the client waits for a response to the last part.
      if (!isFinal) return;
      pendingCount++;
      return send(
        encodeFailure(correlationId, '', badRequest(error?.message ?? 'The append has no options')),
      );
    }
    const accumulated = pending ?? {
      options: options as AppendOptions,
      events: [],
      size: 0,
      error: undefined,
    };
    accumulated.error ??= error;
    for (const event of events) {
      accumulated.size += eventSize(event);
      if (accumulated.size > MAX_APPEND_SIZE) accumulated.events = [];
      else accumulated.events.push(event);
    }
    if (isFinal) {
      unfinished.delete(key);
      append(correlationId, accumulated);
    } else unfinished.set(key, accumulated);
  });
  call.on('end', () => {
    halfClosed = true;
    if (pendingCount === 0 && responses.length === 0) stream.end();
  });
  stream.signal.addEventListener('abort', () => unfinished.clear(), { once: true });
}

function encodeOutcome(
  correlationId: Buffer,
  { stream, expected }: AppendOptions,
  outcome: WriteOutcome,
): Buffer {
  switch (outcome.kind) {
    case 'written':
      return encodeBatchSuccess(correlationId, stream, outcome.revision, outcome.position);
    case 'wrong_expected_revision':
      return encodeFailure(correlationId, stream, wrongExpectedVersion(expected, outcome.current));
    case 'stream_deleted': {
      const details = new sharedPb.StreamDeleted();
      details.setStreamIdentifier(identifier(stream));
      return encodeFailure(correlationId, stream, failure('StreamDeleted', details));
    }
    case 'timed_out':
      return encodeFailure(correlationId, stream, failure('Timeout', new sharedPb.Timeout()));
    case 'failed':
      return encodeFailure(correlationId, stream, failure('Unknown', new sharedPb.Unknown(), outcome.reason));
  }
}

function wrongExpectedVersion(expected: ExpectedRevision, current: number | undefined): Status {
  const details = new sharedPb.WrongExpectedVersion();
  const empty = new sharedPb.Empty() as never; // google.protobuf.Empty; this generated class is just as empty
  if (current === undefined) details.setCurrentNoStream(empty);
  else details.setCurrentStreamRevision(String(current));
  if (expected === 'any') details.setExpectedAny(empty);
  else if (expected === 'no_stream') details.setExpectedNoStream(empty);
  else if (expected === 'stream_exists') details.setExpectedStreamExists(empty);
  else details.setExpectedStreamPosition(String(expected));
  return failure('WrongExpectedVersion', details);
}

function tooLarge(): Status {
  const details = new sharedPb.MaximumAppendSizeExceeded();
  details.setMaxappendsize(MAX_APPEND_SIZE);
  return failure('MaximumAppendSizeExceeded', details);
}

function badRequest(reason: string): Status {
  const details = new sharedPb.BadRequest();
  details.setMessage(reason);
  return failure('BadRequest', details, reason);
}

function failure(type: string, details: { serializeBinary(): Uint8Array }, message: string = type): Status {
  const any = new anyPb.Any();
  any.pack(details.serializeBinary(), `event_store.client.${type}`);
  const status = new statusPb.Status();
  status.setCode(2); // google.rpc.Code.UNKNOWN: the reason is in the details
  status.setMessage(message);
  status.setDetails(any);
  return status;
}

function identifier(stream: string): StreamIdentifier {
  const streamIdentifier = new sharedPb.StreamIdentifier();
  streamIdentifier.setStreamName(Buffer.from(stream));
  return streamIdentifier;
}

function encodeFailure(correlationId: Buffer, stream: string, status: Status): Buffer {
  const response = new streamsPb.BatchAppendResp();
  response.setCorrelationId(sharedPb.UUID.deserializeBinary(correlationId));
  response.setStreamIdentifier(identifier(stream));
  response.setError(status);
  return Buffer.from(response.serializeBinary());
}
