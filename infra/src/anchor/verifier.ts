import type { KeyObject } from 'node:crypto';
import { type EventData, streams } from '@landline/event-schemas';
import type { ReadEvent } from '../event-store/recorded-event.ts';
import { leafOf } from './leaf.ts';
import { MerkleTree } from './merkle.ts';
import { asAnchor, isSignedBy, keyIdOf } from './signing.ts';

export const FINGERPRINT_BYTES = 8;

/** An event that does not fit what was signed, or that contradicts itself. */
export interface Misfit {
  readonly position: number;
  readonly stream: string;
  readonly revision: number | undefined;
  readonly type: string;
  readonly reason: string;
}

export interface Verification {
  readonly events: number;
  /** Of them under a signed root. */
  readonly anchored: number;
  readonly anchors: number;
  /** When the last of them was signed; null before the first. */
  readonly anchoredAt: string | null;
  /** Events that nothing speaks for yet: those behind the last anchor, and itself where it is not kept beside the log. */
  readonly tail: number;
  readonly root: string;
  /** The first event that does not fit; null when all do. */
  readonly misfit: Misfit | null;
}

/** The last anchor as it is kept beside the log: a log that ends before it was cut off, and no other anchor speaks for it. */
export interface KeptHead {
  readonly size: number;
  readonly root: string;
  /** Where it stands, and its hash. What earlier releases kept lacks it. */
  readonly anchor?: KeptAnchor | undefined;
}

export interface KeptAnchor {
  readonly position: number;
  readonly leaf: string;
}

/** Whether the event that stands where an anchor was put is that one, to the bit. */
export const isKept = (kept: KeptAnchor, { leaf }: { leaf: Buffer }): boolean =>
  leaf.equals(Buffer.from(kept.leaf, 'hex'));

/** An event as it was read; without one, its message cannot be. */
export interface Taken {
  readonly position: number;
  readonly event: ReadEvent | undefined;
  readonly fault: string | undefined;
}

/** Which event it is. */
type Named = Pick<ReadEvent, 'position' | 'stream' | 'revision' | 'type'>;

interface Pending extends Named {
  readonly leaf: Buffer;
}

type Anchor = EventData<'LogAnchored'>;

const ANCHORS = Buffer.from(streams.anchors());
const ANCHORED = Buffer.from('LogAnchored');
const DOLLAR = 0x24;

/** Statistics and the like, which a cluster writes for itself and removes again, are not under the anchors. */
export const isLeftOut = ({ stream }: ReadEvent): boolean => stream[0] === DOLLAR && stream[1] !== DOLLAR;

export const isAnchor = ({ stream, type }: ReadEvent): boolean =>
  stream.equals(ANCHORS) && type.equals(ANCHORED);

/** Holds the log, event by event in its order, against the anchors in it. */
export class LogVerifier {
  readonly #key: KeyObject;
  readonly #keyId: string;
  readonly #tree = new MerkleTree();
  #pending: Pending[] = [];
  #events = 0;
  #anchors = 0;
  #anchoredAt: string | null = null;
  #misfit: Misfit | undefined;

  constructor(key: KeyObject) {
    this.#key = key;
    this.#keyId = keyIdOf(key);
  }

  /** Whether more events could still change which one is named as the first that does not fit. */
  get decided(): boolean {
    return this.#misfit !== undefined && this.#pending.length === 0;
  }

  /** The next event of the log; `fault`: what is wrong with it by itself. */
  take({ position, event, fault }: Taken): void {
    if (event === undefined) {
      if (fault !== undefined) this.#name({ position, ...NOWHERE, reason: fault });
      return;
    }
    if (isLeftOut(event)) return;
    this.#events++;
    if (fault !== undefined) this.#name(misfitOf(event, fault, position));
    // Where it stands, whatever it says of itself.
    this.#pending.push({ leaf: leafOf(event), ...named(event), position });
    if (isAnchor(event)) this.#hold(event, position);
  }

  /** What was found. `head`: how far the log was anchored, from outside of it. */
  finish(head: KeptHead | undefined): Verification {
    const kept = head?.anchor;
    const last = kept && this.#pending.find(({ position }) => position === kept.position);
    if (last && !isKept(kept, last))
      this.#name(misfitOf(last, 'is not the anchor that was put here: changed, moved, or put in'));
    if (head !== undefined && head.size > this.#tree.size && this.#misfit === undefined) {
      const end = this.#pending.at(-1);
      this.#name({
        position: end?.position ?? 0,
        ...(end ? namesIn(end) : NOWHERE),
        reason: `the log ends here, or its anchors do: ${head.size} events were anchored once, ${this.#tree.size} are`,
      });
    }
    return {
      events: this.#events,
      anchored: this.#tree.size,
      anchors: this.#anchors,
      anchoredAt: this.#anchoredAt,
      tail: this.#events - this.#tree.size - (last ? 1 : 0),
      root: this.#tree.root().toString('hex'),
      misfit: this.#misfit ?? null,
    };
  }

  /** An anchor speaks for the events before it: as many as it says. */
  #hold(event: ReadEvent, position: number): void {
    const anchor = readAnchor(event.data);
    const wrong = this.#whatIsWrongWith(anchor);
    if (anchor === undefined || wrong !== undefined) {
      this.#name(misfitOf(event, wrong ?? 'is not an anchor that can be read', position));
      return;
    }
    const prints = Buffer.from(anchor.fingerprints, 'base64');
    const covered = this.#pending.slice(0, anchor.size - this.#tree.size);
    for (const [index, each] of covered.entries()) {
      const at = (this.#tree.size + index - anchor.from) * FINGERPRINT_BYTES;
      if (at < 0 || each.leaf.compare(prints, at, at + FINGERPRINT_BYTES, 0, FINGERPRINT_BYTES) === 0)
        continue;
      this.#name(
        misfitOf(
          each,
          'is not what was anchored here: changed, moved, or put in, or one before it was taken out',
        ),
      );
      break;
    }
    const grown = new MerkleTree(this.#tree.size, this.#tree.peaks);
    for (const { leaf } of covered) grown.push(leaf);
    if (!grown.root().equals(Buffer.from(anchor.root, 'hex'))) {
      this.#name(misfitOf(event, `signs ${anchor.size} events that the log does not hold so`, position));
    }
    if (this.#misfit !== undefined) {
      this.#pending = [];
      return;
    }
    for (const { leaf } of covered) this.#tree.push(leaf);
    this.#pending = this.#pending.slice(covered.length);
    this.#anchors++;
    this.#anchoredAt = writtenAt(event);
  }

  #whatIsWrongWith(anchor: Anchor | undefined): string | undefined {
    if (anchor === undefined) return 'is not an anchor that can be read';
    if (anchor.key_id !== this.#keyId) return `is signed with another key (${anchor.key_id})`;
    if (!isSignedBy(anchor, this.#key)) return 'does not bear a true signature';
    if (anchor.size < this.#tree.size || anchor.size > this.#tree.size + this.#pending.length)
      return `signs ${anchor.size} events, where ${this.#tree.size + this.#pending.length} stand before it`;
    return undefined;
  }

  /** The first in the log counts. */
  #name(misfit: Misfit): void {
    if (this.#misfit === undefined || misfit.position < this.#misfit.position) this.#misfit = misfit;
  }
}

const NOWHERE = { stream: '', revision: undefined, type: '' };

const namesIn = ({ stream, revision, type }: Named) => ({
  stream: stream.toString(),
  revision,
  type: type.toString(),
});

const misfitOf = (event: Named, reason: string, position = event.position): Misfit => ({
  position,
  ...namesIn(event),
  reason,
});

/** The message that it came in is let go. */
const named = ({ position, stream, revision, type }: ReadEvent): Named => ({
  position,
  stream: Buffer.from(stream),
  revision,
  type: Buffer.from(type),
});

function readAnchor(data: Buffer): Anchor | undefined {
  try {
    return asAnchor(JSON.parse(data.toString()));
  } catch {
    return undefined;
  }
}

const writtenAt = ({ created }: ReadEvent): string =>
  new Date(Number(created.toString()) / 10_000).toISOString();
