import { NO_STREAM, type StreamHead } from './event-table.ts';
import { isMetastream, metastreamOf, originalOf } from './stream-metadata.ts';

const CAPACITY = 100_000;

/** A stream and what hangs on it: its metastream, that one's own, and so on, each where it is known. */
interface Family {
  readonly heads: (StreamHead | undefined)[];
  /** Written since it was last passed over: it stays for another round. */
  used: boolean;
}

/** The heads of the streams that were written to last. Only the writer changes it, and it sees every change. */
export class StreamHeads {
  /** By the name of the stream that is no metastream, so that an append looks up no name but the one it came with. */
  readonly #families = new Map<string, Family>();

  /** The head of a stream that has been loaded. */
  get(stream: string): StreamHead {
    return this.#families.get(rootOf(stream))?.heads[depthOf(stream)] ?? NO_STREAM;
  }

  /** The head of the stream that `stream` depends on. */
  counterpart(stream: string): StreamHead {
    return this.#families.get(rootOf(stream))?.heads[counterpartDepth(depthOf(stream))] ?? NO_STREAM;
  }

  set(stream: string, head: StreamHead): void {
    const root = rootOf(stream);
    const family = this.#families.get(root) ?? { heads: [], used: true };
    if (family.heads.length === 0) this.#families.set(root, family);
    family.heads[depthOf(stream)] = head;
    family.used = true;
  }

  /** The names among those that writes to `streams` depend on whose heads are not known. */
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

  /** Forgets what has not been used for the longest time. Not while writes are being decided. */
  trim(): void {
    let excess = this.#families.size - CAPACITY;
    if (excess <= 0) return;
    // What was used goes to the end, where it is met again when all others have been passed over.
    for (const [root, family] of this.#families) {
      this.#families.delete(root);
      if (family.used) {
        family.used = false;
        this.#families.set(root, family);
      } else if (--excess === 0) break;
    }
  }

  clear(): void {
    this.#families.clear();
  }
}

/** A stream depends on its metastream, which may say that it is deleted, and a metastream on its stream. */
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
