import type { Logger } from 'pino';
import { ModelError } from '../model/chat-model.ts';
import type { Found } from '../retrieval/passage-index.ts';
import type { Embedder } from './embedder.ts';
import { fused } from './fuse.ts';
import type { VectorIndex } from './vector-index.ts';

/** So many of the nearest are put beside those found by words. */
const NEAREST = 60;
/** After so many failures in a row questions are not embedded for a while: every visitor would wait for nothing. */
const FAILURES = 3;
const REST_MS = 30_000;

export interface Meanings {
  /** The passages found by words, ranked with those that mean what is asked; as they are when that cannot be known. */
  rank(
    asked: string,
    found: readonly Found[],
    vectors: VectorIndex,
    signal: AbortSignal,
  ): Promise<readonly Found[]>;
}

/** Ranks by meaning, where a server for it is there and answers in time. */
export function createMeanings(embedder: Embedder, log: Logger): Meanings {
  let failures = 0;
  let restsUntil = 0;
  return {
    async rank(asked, found, vectors, signal) {
      if (vectors.size === 0 || Date.now() < restsUntil) return found;
      try {
        const [vector] = await embedder.embed([asked], signal);
        failures = 0;
        return vector ? fused(found, vectors.nearest(vector, NEAREST)) : found;
      } catch (error) {
        if (signal.aborted) return found;
        if (!(error instanceof ModelError)) throw error;
        failures++;
        if (failures >= FAILURES) restsUntil = Date.now() + REST_MS;
        const { reason, status } = error;
        log.warn({ reason, status }, 'A question was not embedded: words alone rank its passages');
        return found;
      }
    },
  };
}
