import type { Totals } from './chunks.ts';

/** Appends a chunk at the expected revision of its stream and returns the new one. */
type Append<Chunk> = (chunk: Chunk, expectedRevision: bigint) => Promise<bigint>;

/** Appends chunks one after the other, and prepares the next chunk during each append. */
export async function appendChunks<Chunk>(
  chunks: AsyncGenerator<Chunk, Totals>,
  append: Append<Chunk>,
  revision: bigint,
  signal: AbortSignal,
): Promise<Totals> {
  let pending = Promise.resolve(revision);
  try {
    for (;;) {
      const next = await chunks.next();
      const currentRevision = await pending;
      signal.throwIfAborted();
      if (next.done) return next.value;
      pending = append(next.value, currentRevision);
      pending.catch(() => undefined); // the next iteration awaits it
    }
  } finally {
    await pending.catch(() => undefined); // a failure was thrown above unless another error came first
  }
}
