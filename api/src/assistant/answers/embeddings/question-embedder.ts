import type { Logger } from 'pino';
import { CircuitBreaker } from '../model/circuit-breaker.ts';
import { ModelError } from '../model/model-server.ts';
import type { Embedder } from './contract.ts';

export interface QuestionEmbedder {
  /** Returns the vector of a question; undefined while embeddings are unavailable. */
  embed(question: string, signal: AbortSignal): Promise<Float32Array | undefined>;
}

export function createQuestionEmbedder(embedder: Embedder, log: Logger): QuestionEmbedder {
  const breaker = new CircuitBreaker();
  return {
    async embed(question, signal) {
      if (breaker.isOpen) return undefined;
      try {
        const [vector] = await embedder.embed([question], signal);
        breaker.succeed();
        return vector;
      } catch (error) {
        if (signal.aborted) return undefined;
        if (!(error instanceof ModelError)) throw error;
        breaker.fail();
        const { reason, status, cause } = error;
        log.warn(
          { event: 'embeddings.failed', reason, status, err: cause },
          'Question not embedded; searching by words only',
        );
        return undefined;
      }
    },
  };
}
