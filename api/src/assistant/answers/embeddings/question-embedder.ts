import type { Logger } from 'pino';
import { CircuitBreaker } from '../model/circuit-breaker.ts';
import { ModelError } from '../model/model-server.ts';
import type { Embedder, SentenceReader } from './contract.ts';

export interface QuestionEmbedder {
  /** Returns the vector of a question; undefined while embeddings are unavailable. */
  embed(question: string, signal: AbortSignal): Promise<Float32Array | undefined>;
  /** Returns a sentence reader; aborting `signal` aborts its requests. */
  readerUntil(signal: AbortSignal): SentenceReader;
}

/** Log messages for failures, by operation. */
const FAILURES = {
  embed: 'Could not embed a question or a fact of a prompt; keywords alone find its matches',
  score: 'Could not score the sentences of an answer; keywords alone rank them',
  compare:
    'Could not compare the best sentence with the question; keywords alone determine the confidence of the answer',
};

export function createQuestionEmbedder(embedder: Embedder, log: Logger): QuestionEmbedder {
  // A success of one operation must not hide that another one always fails.
  const breakers = {
    embed: new CircuitBreaker(),
    score: new CircuitBreaker(),
    compare: new CircuitBreaker(),
  };
  const attempt = async <Result>(
    operation: keyof typeof FAILURES,
    request: () => Promise<Result>,
    signal: AbortSignal,
  ) => {
    const breaker = breakers[operation];
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
      log.warn({ event: 'embeddings.failed', operation, reason, status, err: cause }, FAILURES[operation]);
      return undefined;
    }
  };
  return {
    async embed(question, signal) {
      const vectors = await attempt('embed', () => embedder.embed([question], signal), signal);
      return vectors?.[0];
    },
    readerUntil: (signal) => ({
      scoreAnswers: (question, sentences) =>
        attempt('score', async () => embedder.scoreAnswers?.(question, sentences, signal), signal),
      compare: (question, sentence) =>
        attempt('compare', async () => embedder.compare?.(question, sentence, signal), signal),
    }),
  };
}
