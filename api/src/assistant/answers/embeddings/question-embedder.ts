import type { Logger } from 'pino';
import { CircuitBreaker } from '../model/circuit-breaker.ts';
import { ModelError } from '../model/model-server.ts';
import type { Embedder, SentenceReader } from './contract.ts';

export interface QuestionEmbedder {
  /** Returns the vector of a question; undefined while embeddings are unavailable. */
  embed(question: string, signal: AbortSignal): Promise<Float32Array | undefined>;
  /** Returns a reader whose requests end with the signal. */
  readerUntil(signal: AbortSignal): SentenceReader;
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
    readerUntil: (signal) => ({
      scoreAnswers: (question, sentences) =>
        attempt(async () => embedder.scoreAnswers?.(question, sentences, signal), signal),
      compare: (question, sentence) =>
        attempt(async () => embedder.compare?.(question, sentence, signal), signal),
    }),
  };
}
