import { randomUUID } from 'node:crypto';
import type { ExpectedRevision } from './expected-revision.ts';
import { eventSize, type ProposedEvent } from './proposed-event.ts';
import { SOFT_DELETED } from './stream-metadata.ts';
import { parseUuid } from './uuid.ts';

/** Result of a write. */
export type WriteOutcome =
  | {
      readonly kind: 'written';
      /** Last revision of the stream after the write; undefined for an empty stream. */
      readonly revision: number | undefined;
      /** Undefined when there was nothing to write. */
      readonly position: number | undefined;
    }
  | { readonly kind: 'wrong_expected_revision'; readonly current: number | undefined }
  | { readonly kind: 'stream_deleted' }
  /** Not decided by its deadline. It may still be committed; repeating it with the same ids is safe. */
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'failed'; readonly reason: string };

/** A queued request to change one stream. */
export interface Write {
  readonly kind: 'append' | 'delete' | 'tombstone';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly ProposedEvent[];
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Memory used while waiting, in bytes. */
  readonly size: number;
  /** Called exactly once. */
  complete: (outcome: WriteOutcome) => void;
  settled: boolean;
  /** True if an attempt was interrupted, so that it may have been committed. */
  uncertain: boolean;
}

const UNDECIDED = { settled: false, uncertain: false };

type Target = Pick<Write, 'stream' | 'expected' | 'deadline'>;

export function appendWrite(
  { stream, expected, deadline }: Target,
  events: readonly ProposedEvent[],
  complete: Write['complete'],
): Write {
  let size = stream.length;
  for (const event of events) size += eventSize(event);
  return { kind: 'append', stream, expected, events, deadline, size, complete, ...UNDECIDED };
}

/** Builds a soft delete, through the stream's metadata, or a tombstone. */
export function deleteWrite(
  kind: 'delete' | 'tombstone',
  { stream, expected, deadline }: Target,
  complete: Write['complete'],
): Write {
  const event: ProposedEvent = {
    id: newEventId(),
    type: kind === 'delete' ? '$metadata' : '$streamDeleted',
    contentType: kind === 'delete' ? 'application/json' : 'application/octet-stream',
    customMetadata: Buffer.alloc(0),
    data: kind === 'delete' ? SOFT_DELETED : Buffer.alloc(0),
  };
  const size = stream.length;
  return { kind, stream, expected, events: [event], deadline, size, complete, ...UNDECIDED };
}

export function newEventId(): Buffer {
  return parseUuid(Buffer.from(randomUUID()));
}

export function completeWrite(write: Write, outcome: WriteOutcome): void {
  if (write.settled) return;
  write.settled = true;
  write.complete(outcome);
}
