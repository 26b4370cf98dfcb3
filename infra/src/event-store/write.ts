import { randomUUID } from 'node:crypto';
import type { ExpectedRevision } from './expected-revision.ts';
import { eventSize, type ProposedEvent } from './proposed-event.ts';
import { SOFT_DELETED } from './stream-metadata.ts';
import { parseUuid } from './uuid.ts';

/** What became of a write. */
export type WriteOutcome =
  | {
      readonly kind: 'written';
      /** The stream's last revision afterwards; undefined when nothing is in it. */
      readonly revision: number | undefined;
      /** Undefined when nothing was written because nothing was asked for. */
      readonly position: number | undefined;
    }
  | { readonly kind: 'wrong_expected_revision'; readonly current: number | undefined }
  | { readonly kind: 'stream_deleted' }
  /** Not decided by its deadline: it may still happen, and repeating it with the same ids is safe. */
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'failed'; readonly reason: string };

/** A request to change one stream, waiting for its turn. */
export interface Write {
  readonly kind: 'append' | 'delete' | 'tombstone';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly ProposedEvent[];
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Bytes that it keeps in memory while it waits. */
  readonly size: number;
  /** Called once. */
  settle: (outcome: WriteOutcome) => void;
  settled: boolean;
  /** An attempt was cut off, so it may have been committed. */
  uncertain: boolean;
}

type Target = Pick<Write, 'stream' | 'expected' | 'deadline'>;

export function appendWrite(
  { stream, expected, deadline }: Target,
  events: readonly ProposedEvent[],
  settle: Write['settle'],
): Write {
  let size = stream.length;
  for (const event of events) size += eventSize(event);
  return {
    kind: 'append',
    stream,
    expected,
    events,
    deadline,
    size,
    settle,
    settled: false,
    uncertain: false,
  };
}

/** Soft, by way of the stream's metadata, or for ever. */
export function deleteWrite(
  kind: 'delete' | 'tombstone',
  { stream, expected, deadline }: Target,
  settle: Write['settle'],
): Write {
  const event: ProposedEvent = {
    id: newEventId(),
    type: kind === 'delete' ? '$metadata' : '$streamDeleted',
    contentType: kind === 'delete' ? 'application/json' : 'application/octet-stream',
    customMetadata: Buffer.alloc(0),
    data: kind === 'delete' ? SOFT_DELETED : Buffer.alloc(0),
  };
  const size = stream.length;
  return {
    kind,
    stream,
    expected,
    events: [event],
    deadline,
    size,
    settle,
    settled: false,
    uncertain: false,
  };
}

export function newEventId(): Buffer {
  return parseUuid(Buffer.from(randomUUID()));
}

export function settle(write: Write, outcome: WriteOutcome): void {
  if (write.settled) return;
  write.settled = true;
  write.settle(outcome);
}
