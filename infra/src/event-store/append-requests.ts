import type { ExpectedRevision } from './expected-revision.ts';
import { decodeProposedEvent, decodeText, type ProposedEvent } from './proposed-event.ts';
import { FieldReader, MalformedMessageError } from './wire.ts';

/**
 * Limit on the length of stream names: indexes store the whole name, and PostgreSQL limits the size of index entries.
 */
const MAX_STREAM_NAME_BYTES = 2_000;

export interface AppendOptions {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** Milliseconds since 1970; Infinity when the client gave none. */
  readonly deadline: number;
}

/**
 * One message of a `BatchAppend` call: an append or a part of one. `error` describes a message that cannot
 * be decoded.
 */
export interface BatchAppendRequest {
  /** The UUID message as received, returned unchanged. */
  readonly correlationId: Buffer;
  readonly options: AppendOptions | undefined;
  readonly events: readonly ProposedEvent[];
  readonly isFinal: boolean;
  readonly error: Error | undefined;
}

/** One message of an `Append` call: first the options, then one message per event. */
type AppendRequest = { readonly options: AppendOptions } | { readonly event: ProposedEvent };

export function decodeBatchAppendRequest(message: Buffer): BatchAppendRequest {
  const reader = new FieldReader(message);
  const events: ProposedEvent[] = [];
  let correlationId: Buffer | undefined;
  let options: AppendOptions | undefined;
  let isFinal = false;
  let error: Error | undefined;
  while (reader.next()) {
    try {
      if (reader.field === 1) correlationId = reader.bytes();
      else if (reader.field === 2) options = decodeOptions(reader.message());
      else if (reader.field === 3) events.push(decodeProposedEvent(reader.message()));
      else if (reader.field === 4) isFinal = reader.varint() === 1;
      else reader.skip();
    } catch (cause) {
      // The frame itself is intact, so keep reading: the response needs the correlation id.
      error ??= cause as Error;
    }
  }
  if (correlationId === undefined) throw new MalformedMessageError('The append has no correlation id');
  return { correlationId, options, events, isFinal, error };
}

export function decodeAppendRequest(message: Buffer): AppendRequest {
  const reader = new FieldReader(message);
  while (reader.next()) {
    if (reader.field === 1) return { options: decodeOptions(reader.message()) };
    if (reader.field === 2) return { event: decodeProposedEvent(reader.message()) };
    reader.skip();
  }
  throw new MalformedMessageError('The append message has neither options nor an event');
}

function decodeOptions(reader: FieldReader): AppendOptions {
  let stream: string | undefined;
  let expected: ExpectedRevision | undefined;
  let deadline = Number.POSITIVE_INFINITY;
  while (reader.next()) {
    if (reader.field === 1) stream = decodeStreamIdentifier(reader.message());
    else if (reader.field === 2) expected = reader.varint();
    else if (reader.field === 6) deadline = decodeTimestamp(reader.message());
    else {
      if (reader.field === 3) expected = 'no_stream';
      else if (reader.field === 4) expected = 'any';
      else if (reader.field === 5) expected = 'stream_exists';
      reader.skip();
    }
  }
  if (stream === undefined) throw new MalformedMessageError('The append names no stream');
  if (expected === undefined) throw new MalformedMessageError('The append has no expected revision');
  return { stream, expected, deadline };
}

function decodeStreamIdentifier(reader: FieldReader): string {
  while (reader.next()) {
    if (reader.field === 3) return streamName(reader.bytes());
    reader.skip();
  }
  throw new MalformedMessageError('The stream name is empty');
}

/** Decodes a stream name that can be stored. Throws MalformedMessageError. */
export function streamName(bytes: Buffer): string {
  if (bytes.length === 0 || bytes.length > MAX_STREAM_NAME_BYTES) {
    throw new MalformedMessageError(`A stream name must have between 1 and ${MAX_STREAM_NAME_BYTES} bytes`);
  }
  const name = decodeText(bytes, 'A stream name');
  if (name === '$$') throw new MalformedMessageError('$$ is not a stream');
  return name;
}

function decodeTimestamp(reader: FieldReader): number {
  let seconds = 0;
  let nanoseconds = 0;
  while (reader.next()) {
    if (reader.field === 1) seconds = reader.varint();
    else if (reader.field === 2) nanoseconds = reader.varint();
    else reader.skip();
  }
  return seconds * 1_000 + nanoseconds / 1e6;
}
