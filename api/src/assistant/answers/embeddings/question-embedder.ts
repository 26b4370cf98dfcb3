import type { Logger } from 'pino';
import { CircuitBreaker } from '../model/circuit-breaker.ts';
import { ModelError } from '../model/model-server.ts';
import type { Embedder, WordMatch } from './contract.ts';
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
  /** Matches the words of a question with those of a text; undefined while embeddings are unavailable. */
  matchWords(question: string, text: string, signal: AbortSignal): Promise<readonly WordMatch[] | undefined>;
}

export function createQuestionEmbedder(embedder: Embedder, log: Logger): QuestionEmbedder {
  const breaker = new CircuitBreaker();
  const attempt = async <Result>(request: () => Promise<Result>, signal: AbortSignal) => {
    if (breaker.isOpen) return undefined;
    try {
      const result = await request();
      breaker.recordSuccess();
      return result;
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
  const embedAll = (texts: readonly string[], signal: AbortSignal) =>
    attempt(() => embedder.embed(texts, signal), signal);
  return {
    async embed(question, signal) {
      const vectors = await embedAll([question], signal);
      return vectors?.[0];
    },
    async compare(question, sentences, signal) {
      const vectors = await embedAll(sentences, signal);
      return vectors?.map((vector) => cosine(question, vector));
    },
    async matchWords(question, text, signal) {
      return attempt(async () => embedder.matchWords?.(question, text, signal), signal);
    },
  };
}
