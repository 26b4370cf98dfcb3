import { NO_STREAM, type StreamHead } from './event-table.ts';
import { isMetastream, metastreamOf, originalOf } from './stream-metadata.ts';

const CAPACITY = 100_000;

/** The heads of the streams that were written to last. Only the writer changes it, and it sees every change. */
export class StreamHeads {
  readonly #heads = new Map<string, StreamHead>();

  /** The head of a stream that has been loaded. */
  get(stream: string): StreamHead {
    return this.#heads.get(stream) ?? NO_STREAM;
  }

  set(stream: string, head: StreamHead): void {
    this.#heads.delete(stream); // to the end: the most recently used are last
    this.#heads.set(stream, head);
  }

  /** The names among those that writes to `streams` depend on whose heads are not known. */
  missing(streams: Iterable<string>): Set<string> {
    const missing = new Set<string>();
    for (const stream of streams) {
      if (!this.#heads.has(stream)) missing.add(stream);
      const other = counterpart(stream);
      if (!this.#heads.has(other)) missing.add(other);
    }
    return missing;
  }

  /** Forgets what was used longest ago. Not while writes are being decided. */
  trim(): void {
    let excess = this.#heads.size - CAPACITY;
    for (const stream of this.#heads.keys()) {
      if (excess-- <= 0) break;
      this.#heads.delete(stream);
    }
  }

  clear(): void {
    this.#heads.clear();
  }
}

/** A stream depends on its metastream, which may say that it is deleted, and a metastream on its stream. */
export function counterpart(stream: string): string {
  return isMetastream(stream) ? originalOf(stream) : metastreamOf(stream);
}
