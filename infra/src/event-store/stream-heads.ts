import { NO_STREAM, type StreamHead } from './event-table.ts';
import { isMetastream, metastreamOf, originalOf } from './stream-metadata.ts';

const CAPACITY = 100_000;

/** The loaded heads of a stream, its metastream, that metastream's metastream, and so on. */
interface Family {
  readonly heads: (StreamHead | undefined)[];
  /** Since the last eviction pass. */
  written: boolean;
}

/** Cache of the heads of recently written streams. Only the writer changes it, and it sees every change. */
export class StreamHeads {
  /** Keyed by the name of the root stream, so that an append looks up only its own stream's name. */
  readonly #families = new Map<string, Family>();

  /** Returns the head of a loaded stream. */
  get(stream: string): StreamHead {
    return this.#families.get(rootOf(stream))?.heads[depthOf(stream)] ?? NO_STREAM;
  }

  /** Returns the head of the stream that `stream` depends on. */
  counterpart(stream: string): StreamHead {
    return this.#families.get(rootOf(stream))?.heads[counterpartDepth(depthOf(stream))] ?? NO_STREAM;
  }

  set(stream: string, head: StreamHead): void {
    const root = rootOf(stream);
    const family = this.#families.get(root) ?? { heads: [], written: true };
    if (family.heads.length === 0) this.#families.set(root, family);
    family.heads[depthOf(stream)] = head;
    family.written = true;
  }

  /** Returns the streams whose heads must be loaded before a write to `streams`: these and their counterparts. */
  missing(streams: Iterable<string>): Set<string> {
    const missing = new Set<string>();
    for (const stream of streams) {
      const heads = this.#families.get(rootOf(stream))?.heads;
      const depth = depthOf(stream);
      if (heads?.[depth] === undefined) missing.add(stream);
      if (heads?.[counterpartDepth(depth)] === undefined) missing.add(counterpart(stream));
    }
    return missing;
  }

  /** Evicts the least recently written families. Must not run while writes are being decided. */
  trim(): void {
    let excess = this.#families.size - CAPACITY;
    if (excess <= 0) return;
    // Families written since the last pass move to the end and are considered again after all others.
    for (const [root, family] of this.#families) {
      this.#families.delete(root);
      if (family.written) {
        family.written = false;
        this.#families.set(root, family);
      } else if (--excess === 0) break;
    }
  }

  clear(): void {
    this.#families.clear();
  }
}

/**
 * Returns the stream that another depends on: a stream depends on its metastream, which may mark it
 * deleted, and a metastream on its stream.
 */
export function counterpart(stream: string): string {
  return isMetastream(stream) ? originalOf(stream) : metastreamOf(stream);
}

function counterpartDepth(depth: number): number {
  return depth === 0 ? 1 : depth - 1;
}

function rootOf(stream: string): string {
  let root = stream;
  while (isMetastream(root)) root = originalOf(root);
  return root;
}

function depthOf(stream: string): number {
  let depth = 0;
  for (let root = stream; isMetastream(root); root = originalOf(root)) depth++;
  return depth;
}
