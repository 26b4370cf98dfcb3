import type { Logger } from 'pino';
import { CircuitBreaker } from '../model/circuit-breaker.ts';
import { ModelError } from '../model/model-server.ts';
import type { Found } from '../retrieval/passage-index.ts';
import type { Embedder } from './embedder.ts';
import { fuseRankings } from './rank-fusion.ts';
import type { VectorIndex } from './vector-index.ts';

/** Nearest passages that are merged with those found by words. */
const NEAREST = 60;
export interface SemanticRanker {
  /**
   * Merges passages found by words with those of similar meaning. If none were found by words, returns the passages whose
   * similarity stands out. Returns undefined while embeddings are unavailable.
   */
  rank(
    question: string,
    /** Passages found by words; empty if their confidence is too low. */
    found: readonly Found[],
    vectors: VectorIndex,
    signal: AbortSignal,
  ): Promise<readonly Found[] | undefined>;
}

export function createSemanticRanker(embedder: Embedder, log: Logger): SemanticRanker {
  const breaker = new CircuitBreaker();
  return {
    async rank(question, found, vectors, signal) {
      if (vectors.size === 0) return found;
      if (breaker.isOpen) return undefined;
      try {
        const [vector] = await embedder.embed([question], signal);
        breaker.succeed();
        if (!vector) return undefined;
        const similar =
          found.length > 0 ? vectors.nearest(vector, NEAREST) : vectors.outstanding(vector, NEAREST);
        return fuseRankings(found, similar);
      } catch (error) {
        if (signal.aborted) return undefined;
        if (!(error instanceof ModelError)) throw error;
        breaker.fail();
        const { reason, status } = error;
        log.warn(
          { event: 'embeddings.failed', reason, status },
          'Question not embedded; searching by words only',
        );
        return undefined;
      }
    },
  };
}
