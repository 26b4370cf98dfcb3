import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { type ExpectedRevision, expectedRevisionCode } from './expected-revision.ts';
import { MissingMetadataError } from './proposed-event.ts';
import { MalformedMessageError } from './wire.ts';

export const MAX_APPEND_SIZE = 1024 * 1024;

export function streamDeleted(stream: string): ServiceError {
  return failure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
}

export function wrongExpectedVersion(
  stream: string,
  expected: ExpectedRevision,
  current: number | undefined,
): ServiceError {
  const code = expectedRevisionCode(expected);
  return failure(
    status.FAILED_PRECONDITION,
    `WrongExpectedVersion. Stream: ${stream}, Expected version: ${code}, Actual version: ${current ?? 'none'}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': code,
      'actual-version': current === undefined ? '' : String(current),
    },
  );
}

export function maximumAppendSizeExceeded(): ServiceError {
  return failure(status.INVALID_ARGUMENT, `Maximum Append Size of ${MAX_APPEND_SIZE} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAX_APPEND_SIZE),
  });
}

export function timedOut(): ServiceError {
  return failure(status.ABORTED, 'Operation timed out');
}

export function canceled(): ServiceError {
  return failure(status.CANCELLED, 'The client canceled the call');
}

export function unavailable(reason: string): ServiceError {
  return failure(status.UNAVAILABLE, reason);
}

function invalidArgument(reason: string): ServiceError {
  return failure(status.INVALID_ARGUMENT, reason);
}

export function unimplemented(what: string): ServiceError {
  return failure(status.UNIMPLEMENTED, `${what} is not part of this server`);
}

/** Maps an error thrown by a handler to a gRPC error. */
export function serviceError(error: unknown): ServiceError {
  if (error instanceof MissingMetadataError) {
    return failure(status.INVALID_ARGUMENT, error.message, {
      exception: 'missing-required-metadata-property',
      'required-metadata-properties': 'type,content-type',
    });
  }
  if (error instanceof MalformedMessageError) return invalidArgument(error.message);
  if (error instanceof Error && 'code' in error && 'metadata' in error) return error as ServiceError;
  return unavailable(error instanceof Error ? error.message : String(error));
}

function failure(code: status, details: string, trailers: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata();
  // Header values are ASCII; a stream name may not be.
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, asciiOnly(value));
  return Object.assign(new Error(details), { code, details, metadata });
}

function asciiOnly(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, (character) => encodeURIComponent(character));
}
