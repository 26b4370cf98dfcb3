import type { Logger } from 'pino';
import { CircuitBreaker } from '../model/circuit-breaker.ts';
import { ModelError } from '../model/model-server.ts';
import type { Embedder } from './contract.ts';
import { cosine } from './vector.ts';

export interface QuestionEmbedder {
  /** Returns the vector of a question; undefined while embeddings are unavailable. */
  embed(question: string, signal: AbortSignal): Promise<Float32Array | undefined>;
  /** Returns the cosines of a question's vector and sentences; undefined while embeddings are unavailable. */
  compare(
    question: Float32Array,
    sentences: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly number[] | undefined>;
}

export function createQuestionEmbedder(embedder: Embedder, log: Logger): QuestionEmbedder {
  const breaker = new CircuitBreaker();
  const embedAll = async (texts: readonly string[], signal: AbortSignal) => {
    if (breaker.isOpen) return undefined;
    try {
      const vectors = await embedder.embed(texts, signal);
      breaker.recordSuccess();
      return vectors;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof ModelError)) throw error;
      breaker.recordFailure();
      const { reason, status, cause } = error;
      log.warn(
        { event: 'embeddings.failed', reason, status, err: cause },
        'Could not embed the question; searching by words only',
      );
      return undefined;
    }
  };
  return {
    async embed(question, signal) {
      const vectors = await embedAll([question], signal);
      return vectors?.[0];
    },
    async compare(question, sentences, signal) {
      const vectors = await embedAll(sentences, signal);
      return vectors?.map((vector) => cosine(question, vector));
    },
  };
}
