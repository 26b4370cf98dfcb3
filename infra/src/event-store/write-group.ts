import { type NewRow, type Occurrence, occurrenceKey, type StreamHead } from './event-table.ts';
import type { ProposedEvent } from './proposed-event.ts';
import { encodeRecordedEvent } from './recorded-event.ts';
import { counterpart, type StreamHeads } from './stream-heads.ts';
import { isMetastream, metastreamOf, recreatedFrom, streamMetadata } from './stream-metadata.ts';
import { newEventId, type Write, type WriteOutcome } from './write.ts';

const EMPTY: Buffer = Buffer.alloc(0);

/** Returns whether deciding a write requires looking up its event ids in the stream. */
export function needsLookup(write: Write, heads: StreamHeads): boolean {
  if (write.uncertain) return true;
  const expected = write.expected === 'no_stream' ? -1 : write.expected;
  const { revision } = heads.get(write.stream);
  // With an exact revision, ids are needed only to distinguish a retry from a conflict.
  return typeof expected === 'number' ? expected < revision : write.kind === 'append' && revision >= 0;
}

/**
 * Writes of one transaction, decided in order, each against the streams as changed by the previous writes. `heads`
 * advances while rows accumulate, so discard it together with a group that is not committed.
 */
export class WriteGroup {
  readonly rows: NewRow[] = [];
  readonly outcomes: { readonly write: Write; readonly outcome: WriteOutcome }[] = [];
  /** Writes that can be decided only after this group is committed. */
  readonly deferred: Write[] = [];
  readonly #heads: StreamHeads;
  readonly #stored: ReadonlyMap<string, readonly Occurrence[]>;
  readonly #streams = new Set<string>();
  /** Ids in `rows`; built on first use. */
  #ids: Set<string> | undefined;
  readonly #created = Date.now();
  #position: number;

  /** `stored` holds the occurrences of the ids of writes that `needsLookup`. */
  constructor(heads: StreamHeads, stored: ReadonlyMap<string, readonly Occurrence[]>, firstPosition: number) {
    this.#heads = heads;
    this.#stored = stored;
    this.#position = firstPosition;
  }

  add(write: Write): void {
    const decision = this.#decide(write);
    if (decision === 'defer') this.deferred.push(write);
    else this.outcomes.push({ write, outcome: decision === 'write' ? this.#apply(write) : decision });
  }

  #decide(write: Write): WriteOutcome | 'write' | 'defer' {
    const { stream, events, kind } = write;
    const head = this.#heads.get(stream);
    const other = this.#heads.counterpart(stream);
    const expected = write.expected === 'no_stream' ? -1 : write.expected;
    const conflict: WriteOutcome = { kind: 'wrong_expected_revision', current: lastRevision(head) };

    if (write.uncertain) {
      // A soft-deleted stream continues after its old revisions, even for writers that expect no stream.
      const exact = typeof expected === 'number' && expected >= 0;
      const duplicate = this.#findDuplicate(write, exact ? expected + 1 : undefined);
      if (typeof duplicate === 'object') return duplicate;
    }
    if (head.tombstoned || (isMetastream(stream) && other.tombstoned)) return { kind: 'stream_deleted' };
    const softDeleted = streamMetadata(stream, other.data).softDeleted;
    if (expected === 'stream_exists') {
      if (softDeleted) return { kind: 'stream_deleted' };
      if (head.revision < 0 && other.revision < 0) return conflict;
    }
    if (kind === 'delete' && expected !== -1 && head.revision < 0 && other.revision < 0) return conflict;

    if (typeof expected !== 'number') {
      if (events.length === 0 || kind !== 'append') return 'write';
      const duplicate = this.#findDuplicate(write, undefined);
      return duplicate === 'absent' ? 'write' : duplicate === 'different' ? conflict : duplicate;
    }
    if (expected > head.revision) return conflict;
    if (expected === head.revision) return 'write';
    if (events.length === 0) return conflict;
    if (this.#streams.has(stream)) return 'defer';
    const duplicate = this.#findDuplicate(write, expected + 1);
    if (duplicate === 'absent' && expected === -1 && softDeleted) return 'write';
    return typeof duplicate === 'string' && duplicate !== 'defer' ? conflict : duplicate;
  }

  /**
   * Looks for the write's events in the stream, in order, starting at `revision` or, if undefined, wherever the first event
   * occurs.
   */
  #findDuplicate(
    write: Write,
    revision: number | undefined,
  ): WriteOutcome | 'absent' | 'different' | 'defer' {
    const { events } = write;
    const stream = write.kind === 'delete' ? metastreamOf(write.stream) : write.stream;
    const first = events[0];
    if (first === undefined) return 'absent';
    const key = occurrenceKey(stream, first.id);
    if (this.#streams.has(stream) && this.#written().has(key)) return 'defer';
    const occurrences = this.#stored.get(key) ?? [];
    if (write.kind !== 'append') {
      const [occurrence] = occurrences;
      return occurrence === undefined
        ? 'absent'
        : { kind: 'written', revision: undefined, position: occurrence.position };
    }
    const start = revision === undefined ? occurrences[0]?.revision : revision;
    if (start === undefined) return 'absent';
    let position: number | undefined;
    for (const [index, event] of events.entries()) {
      const stored = this.#stored
        .get(occurrenceKey(stream, event.id))
        ?.find((occurrence) => occurrence.revision === start + index);
      if (stored === undefined) return index === 0 ? 'absent' : 'different';
      position = stored.position;
    }
    return { kind: 'written', revision: start + events.length - 1, position };
  }

  #apply(write: Write): WriteOutcome {
    const { kind, stream, events } = write;
    const head = this.#heads.get(stream);
    const other = this.#heads.counterpart(stream);
    const metastream = metastreamOf(stream);
    if (kind === 'delete') {
      for (const event of events) this.#push({ ...event, stream: metastream });
      return { kind: 'written', revision: undefined, position: this.#position - 1 };
    }
    for (const event of events) this.#push({ ...event, stream }, kind === 'tombstone');
    const outcome: WriteOutcome = {
      kind: 'written',
      revision: lastRevision(this.#heads.get(stream)),
      position: events.length === 0 ? undefined : this.#position - 1,
    };
    if (kind === 'append' && events.length > 0) {
      // A write to a soft-deleted stream or to its metadata restores the stream, without its earlier events.
      if (streamMetadata(stream, other.data).softDeleted) {
        this.#pushMetadata(metastream, recreatedFrom(head.revision + 1, other.data ?? EMPTY));
      } else if (isMetastream(stream) && streamMetadata(counterpart(stream), head.data).softDeleted) {
        this.#pushMetadata(stream, recreatedFrom(other.revision + 1, this.#heads.get(stream).data ?? EMPTY));
      }
    }
    return outcome;
  }

  #pushMetadata(stream: string, data: Buffer): void {
    const [id, contentType] = [newEventId(), 'application/json'] as const;
    this.#push({ id, stream, type: '$metadata', contentType, customMetadata: EMPTY, data });
  }

  #push(event: ProposedEvent & { readonly stream: string }, tombstone = false): void {
    const { id, stream, type } = event;
    const position = this.#position++;
    const next = this.#heads.get(stream).revision + 1;
    const revision = tombstone ? undefined : next;
    const encoded = encodeRecordedEvent({ ...event, revision, position, created: this.#created });
    this.rows.push({ position, stream, revision, id, type, encoded });
    this.#ids?.add(occurrenceKey(stream, id));
    this.#heads.set(stream, {
      revision: tombstone ? next - 1 : next,
      tombstoned: tombstone,
      data: isMetastream(stream) ? event.data : undefined,
    });
    this.#streams.add(stream);
  }

  #written(): ReadonlySet<string> {
    this.#ids ??= new Set(this.rows.map(({ stream, id }) => occurrenceKey(stream, id)));
    return this.#ids;
  }
}

const lastRevision = ({ revision }: StreamHead) => (revision < 0 ? undefined : revision);
