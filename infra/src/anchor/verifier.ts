import type { KeyObject } from 'node:crypto';
import { type EventData, isSystemStream, streams } from '@landline/event-schemas';
import type { ReadEvent } from '../event-store/recorded-event.ts';
import { leafOf } from './leaf.ts';
import { MerkleTree } from './merkle.ts';
import { isSignedBy, keyIdOf, parseAnchor } from './signing.ts';

export const FINGERPRINT_BYTES = 8;

/** An event that contradicts a signed anchor or itself. */
interface Mismatch {
  readonly position: number;
  readonly stream: string;
  readonly revision: number | undefined;
  readonly type: string;
  readonly reason: string;
}

/** Describes a mismatch in one line; the event is left out if it could not be decoded. */
export function mismatchText({ position, stream, revision, type, reason }: Mismatch): string {
  const event = type === '' ? '' : `, ${type} at ${stream}@${revision ?? 'end'}`;
  return `position ${position}${event}: ${reason}`;
}

export interface Verification {
  readonly events: number;
  /** Number of events under a signed root. */
  readonly anchored: number;
  readonly anchors: number;
  /** Time of the last anchor; null before the first one. */
  readonly anchoredAt: string | null;
  /**
   * Number of events not covered yet: those after the last anchor, and the anchor itself if there is no copy of it
   * beside the log.
   */
  readonly tail: number;
  readonly root: string;
  /** First event that does not match; null when all do. */
  readonly mismatch: Mismatch | null;
}

/** The last anchor, as stored beside the log. It reveals that the end of the log was cut off. */
export interface KnownAnchor {
  readonly size: number;
  readonly root: string;
  /** Position and hash of the anchor; missing in files of earlier releases. */
  readonly anchor?: AnchorCopy | undefined;
}

interface AnchorCopy {
  readonly position: number;
  readonly leaf: string;
}

/** Returns whether the event at the anchor's position is that anchor, bit for bit. */
export const isCopyOf = (copy: AnchorCopy, { leaf }: { leaf: Buffer }): boolean =>
  leaf.equals(Buffer.from(copy.leaf, 'hex'));

/** A row as read. `event` is missing if its message could not be decoded. */
export interface ReadRow {
  readonly position: number;
  readonly event: ReadEvent | undefined;
  readonly fault: string | undefined;
}

/** Identifies an event. */
type EventIdentity = Pick<ReadEvent, 'position' | 'stream' | 'revision' | 'type'>;

interface PendingEvent extends EventIdentity {
  readonly leaf: Buffer;
}

type Anchor = EventData<'LogAnchored'>;

const ANCHORS = Buffer.from(streams.anchors());
const ANCHORED = Buffer.from('LogAnchored');

export const isAnchor = ({ stream, type }: ReadEvent): boolean =>
  stream.equals(ANCHORS) && type.equals(ANCHORED);

/** Verifies the log, event by event, against the anchors it contains. */
export class LogVerifier {
  readonly #key: KeyObject;
  readonly #keyId: string;
  readonly #tree = new MerkleTree();
  #pending: PendingEvent[] = [];
  #events = 0;
  #anchors = 0;
  #anchoredAt: string | null = null;
  #mismatch: Mismatch | undefined;

  constructor(key: KeyObject) {
    this.#key = key;
    this.#keyId = keyIdOf(key);
  }

  /** False while further events could still change which event is reported first. */
  get isDecided(): boolean {
    return this.#mismatch !== undefined && this.#pending.length === 0;
  }

  /** Adds the next event of the log. `fault` describes a fault of the row itself. */
  add({ position, event, fault }: ReadRow): void {
    if (event === undefined) {
      if (fault !== undefined) this.#report({ position, ...NO_EVENT, reason: fault });
      return;
    }
    // Check this before skipping system events: tampering may turn another event into one.
    if (fault !== undefined) this.#report(mismatchOf(event, fault, position));
    if (isSystemStream(event.stream)) return;
    this.#events++;
    // Use the actual position, whatever the message claims.
    this.#pending.push({ leaf: leafOf(event), ...identityOf(event), position });
    if (isAnchor(event)) this.#verifyAnchor(event, position);
  }

  /** Returns the result. `head` is the last anchor, as stored beside the log. */
  finish(head: KnownAnchor | undefined): Verification {
    const knownAnchor = head?.anchor;
    const last = knownAnchor && this.#pending.find(({ position }) => position === knownAnchor.position);
    if (last && !isCopyOf(knownAnchor, last))
      this.#report(
        mismatchOf(last, 'is not the anchor that was written here: it was changed, moved or inserted'),
      );
    if (head !== undefined && head.size > this.#tree.size && this.#mismatch === undefined) {
      const end = this.#pending.at(-1);
      this.#report({
        position: end?.position ?? 0,
        ...(end ? textsOf(end) : NO_EVENT),
        reason: `is the end of the log or of its anchors: ${head.size} events were anchored before, only ${this.#tree.size} are now`,
      });
    }
    return {
      events: this.#events,
      anchored: this.#tree.size,
      anchors: this.#anchors,
      anchoredAt: this.#anchoredAt,
      tail: this.#events - this.#tree.size - (last ? 1 : 0),
      root: this.#tree.root().toString('hex'),
      mismatch: this.#mismatch ?? null,
    };
  }

  /** Verifies an anchor and the events it covers: the first `size` events of the log. */
  #verifyAnchor(event: ReadEvent, position: number): void {
    const anchor = readAnchor(event.data);
    if (anchor === undefined) {
      this.#report(mismatchOf(event, 'is not a readable anchor', position));
      return;
    }
    const fault = this.#faultOf(anchor);
    if (fault !== undefined) {
      this.#report(mismatchOf(event, fault, position));
      return;
    }
    const fingerprints = Buffer.from(anchor.fingerprints, 'base64');
    const covered = this.#pending.slice(0, anchor.size - this.#tree.size);
    const changed = covered.find(({ leaf }, index) => {
      const at = (this.#tree.size + index - anchor.from) * FINGERPRINT_BYTES;
      return at >= 0 && leaf.compare(fingerprints, at, at + FINGERPRINT_BYTES, 0, FINGERPRINT_BYTES) !== 0;
    });
    if (changed)
      this.#report(
        mismatchOf(
          changed,
          'is not the event that was anchored here: it was changed, moved or inserted, or an earlier one was removed',
        ),
      );
    const tree = new MerkleTree(this.#tree.size, this.#tree.peaks);
    for (const { leaf } of covered) tree.push(leaf);
    if (!tree.root().equals(Buffer.from(anchor.root, 'hex'))) {
      this.#report(
        mismatchOf(event, `signs ${anchor.size} events that differ from those in the log`, position),
      );
    }
    if (this.#mismatch !== undefined) {
      this.#pending = [];
      return;
    }
    for (const { leaf } of covered) this.#tree.push(leaf);
    this.#pending = this.#pending.slice(covered.length);
    this.#anchors++;
    this.#anchoredAt = writtenAt(event);
  }

  /** Returns why the anchor is invalid; undefined when it is valid. */
  #faultOf(anchor: Anchor): string | undefined {
    if (anchor.key_id !== this.#keyId) return `is signed with another key (${anchor.key_id})`;
    if (!isSignedBy(anchor, this.#key)) return 'has an invalid signature';
    if (anchor.size < this.#tree.size || anchor.size > this.#tree.size + this.#pending.length)
      return `signs ${anchor.size} events, but the log has ${this.#tree.size + this.#pending.length} up to this anchor`;
    return undefined;
  }

  /** Only the first mismatch is reported. */
  #report(mismatch: Mismatch): void {
    if (this.#mismatch === undefined || mismatch.position < this.#mismatch.position)
      this.#mismatch = mismatch;
  }
}

const NO_EVENT = { stream: '', revision: undefined, type: '' };

const textsOf = ({ stream, revision, type }: EventIdentity) => ({
  stream: stream.toString(),
  revision,
  type: type.toString(),
});

const mismatchOf = (event: EventIdentity, reason: string, position = event.position): Mismatch => ({
  position,
  ...textsOf(event),
  reason,
});

/** Copies the identifying fields so that the message can be garbage-collected. */
const identityOf = ({ position, stream, revision, type }: ReadEvent): EventIdentity => ({
  position,
  stream: Buffer.from(stream),
  revision,
  type: Buffer.from(type),
});

function readAnchor(data: Buffer): Anchor | undefined {
  try {
    return parseAnchor(JSON.parse(data.toString()));
  } catch {
    return undefined; // reported as an unreadable anchor
  }
}

const writtenAt = ({ created }: ReadEvent): string =>
  new Date(Number(created.toString()) / 10_000).toISOString();
