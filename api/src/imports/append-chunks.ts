import type { Totals } from './chunks.ts';

/** Appends a chunk at this revision of its stream, and returns the one that it ends at. */
type Append<Chunk> = (chunk: Chunk, expectedRevision: bigint) => Promise<bigint>;

/** One append is under way while the next chunk is made; never two, for each expects the one before. */
export async function appendChunks<Chunk>(
  chunks: AsyncGenerator<Chunk, Totals>,
  append: Append<Chunk>,
  revision: bigint,
  signal: AbortSignal,
): Promise<Totals> {
  let underWay = Promise.resolve(revision);
  try {
    for (;;) {
      const next = await chunks.next();
      const reached = await underWay;
      signal.throwIfAborted();
      if (next.done) return next.value;
      underWay = append(next.value, reached);
      // It is awaited in the next round; failing before that is not unheard.
      underWay.catch(() => undefined);
    }
  } finally {
    await underWay.catch(() => undefined);
  }
}
