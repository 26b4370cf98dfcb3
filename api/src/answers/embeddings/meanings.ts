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
  /**
   * The passages found by words, ranked with those that mean what is asked; where the words tell too little, those whose
   * meaning stands out alone. Undefined when that cannot be known now.
   */
  rank(
    asked: string,
    /** None where the words tell too little. */
    found: readonly Found[],
    vectors: VectorIndex,
    signal: AbortSignal,
  ): Promise<readonly Found[] | undefined>;
}

/** Finds and ranks by meaning, where a server for it is there and answers in time. */
export function createMeanings(embedder: Embedder, log: Logger): Meanings {
  let failures = 0;
  let restsUntil = 0;
  return {
    async rank(asked, found, vectors, signal) {
      if (vectors.size === 0) return found;
      if (Date.now() < restsUntil) return undefined;
      try {
        const [vector] = await embedder.embed([asked], signal);
        failures = 0;
        if (!vector) return undefined;
        const alike =
          found.length > 0 ? vectors.nearest(vector, NEAREST) : vectors.outstanding(vector, NEAREST);
        return fused(found, alike);
      } catch (error) {
        if (signal.aborted) return undefined;
        if (!(error instanceof ModelError)) throw error;
        failures++;
        if (failures >= FAILURES) restsUntil = Date.now() + REST_MS;
        const { reason, status } = error;
        log.warn({ reason, status }, 'A question was not embedded: words alone find its passages');
        return undefined;
      }
    },
  };
}
