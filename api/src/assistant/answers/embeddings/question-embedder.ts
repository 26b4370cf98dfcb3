import type { Logger } from 'pino';
import { CircuitBreaker } from '../model/circuit-breaker.ts';
import { ModelError } from '../model/model-server.ts';
import type { Embedder, SentenceMatch } from './contract.ts';

export interface QuestionEmbedder {
  /** Returns the vector of a question; undefined while embeddings are unavailable. */
  embed(question: string, signal: AbortSignal): Promise<Float32Array | undefined>;
  /** Compares a question with a sentence; undefined while embeddings are unavailable. */
  compare(question: string, sentence: string, signal: AbortSignal): Promise<SentenceMatch | undefined>;
  /** Returns the log-odds that each sentence answers the question; undefined while embeddings are unavailable. */
  scoreAnswers(
    question: string,
    sentences: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly number[] | undefined>;
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
  return {
    async embed(question, signal) {
      const vectors = await attempt(() => embedder.embed([question], signal), signal);
      return vectors?.[0];
    },
    async compare(question, sentence, signal) {
      return attempt(async () => embedder.compare?.(question, sentence, signal), signal);
    },
    async scoreAnswers(question, sentences, signal) {
      return attempt(async () => embedder.scoreAnswers?.(question, sentences, signal), signal);
    },
  };
}
