import type { Logger } from 'pino';
import { CircuitBreaker } from '../model/circuit-breaker.ts';
import { ModelError } from '../model/model-server.ts';
import type { Embedder, SentenceReader } from './contract.ts';
import { sendWithoutRejected } from './rejection.ts';

export interface QuestionEmbedder {
  /** Returns the vector of a question; undefined while embeddings are unavailable. */
  embed(question: string, signal: AbortSignal): Promise<Float32Array | undefined>;
  /**
   * Returns the vectors of facts by text: null for a text that the server rejects, and none for texts that it did not embed
   * because embeddings are unavailable.
   */
  embedFacts(texts: readonly string[]): Promise<ReadonlyMap<string, Float32Array | null>>;
  /** Returns a sentence reader; aborting `signal` aborts its requests. */
  createSentenceReader(signal: AbortSignal): SentenceReader;
}

/** Maximum number of facts per request. */
const MAX_BATCH = 64;

/** Log messages for failures, by operation. */
const FAILURES = {
  embed: 'Could not embed a question; keywords alone find its matches',
  embedFacts: 'Could not embed facts of prompts; keywords alone find them',
  score: 'Could not score the sentences of an answer; keywords alone rank them',
  compare:
    'Could not compare the best sentence with the question; keywords alone determine the confidence of the answer',
};

/** The circuit breaker of an operation is open. */
class UnavailableError extends Error {}

export function createQuestionEmbedder(embedder: Embedder, log: Logger): QuestionEmbedder {
  // A success of one operation must not hide that another one always fails.
  const breakers = {
    embed: new CircuitBreaker(),
    embedFacts: new CircuitBreaker(),
    score: new CircuitBreaker(),
    compare: new CircuitBreaker(),
  };
  const recordFailure = (operation: keyof typeof FAILURES, { reason, status, cause }: ModelError) => {
    // The first questions after a start do not wait for the model, which answers as soon as it is loaded.
    if (reason === 'loading') {
      log.info(
        { event: 'embeddings.loading', operation },
        'The model is loading; keywords alone are used until then',
      );
      return;
    }
    breakers[operation].recordFailure();
    log.warn({ event: 'embeddings.failed', operation, reason, status, err: cause }, FAILURES[operation]);
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
      recordFailure(operation, error);
      return undefined;
    }
  };
  let batchSize = MAX_BATCH;
  return {
    async embed(question, signal) {
      const vectors = await attempt('embed', () => embedder.embed([question], signal), signal);
      return vectors?.[0];
    },
    async embedFacts(texts) {
      const vectors = new Map<string, Float32Array | null>();
      const send = async (part: readonly string[]) => {
        if (breakers.embedFacts.isOpen) throw new UnavailableError();
        const embedded = await embedder.embed(part);
        breakers.embedFacts.recordSuccess();
        for (const [i, text] of part.entries()) vectors.set(text, embedded[i] ?? null);
      };
      const onRejected = (text: string, error: ModelError) => {
        recordFailure('embedFacts', error);
        vectors.set(text, null);
      };
      try {
        for (let i = 0; i < texts.length; ) {
          const batch = texts.slice(i, i + batchSize);
          await sendWithoutRejected(batch, send, onRejected);
          i += batch.length;
        }
      } catch (error) {
        if (error instanceof UnavailableError) return vectors;
        if (!(error instanceof ModelError)) throw error;
        recordFailure('embedFacts', error);
        // The server may be too slow for a batch of this size.
        if (error.reason === 'timeout') batchSize = Math.ceil(batchSize / 2);
      }
      return vectors;
    },
    createSentenceReader: (signal) => ({
      scoreAnswers: (question, sentences) =>
        attempt('score', async () => embedder.scoreAnswers?.(question, sentences, signal), signal),
      compare: (question, sentence) =>
        attempt('compare', async () => embedder.compare?.(question, sentence, signal), signal),
    }),
  };
}
