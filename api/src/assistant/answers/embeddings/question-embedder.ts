import type { Logger } from 'pino';
import { CircuitBreaker } from '../model/circuit-breaker.ts';
import { ModelError } from '../model/model-server.ts';
import type { Embedder, SentenceReader } from './contract.ts';
import { isRejection } from './rejection.ts';

export interface QuestionEmbedder {
  /** Returns the vector of a question; undefined while embeddings are unavailable. */
  embed(question: string, signal: AbortSignal): Promise<Float32Array | undefined>;
  /**
   * Returns the vectors of facts by text: null for a text that the server rejects, and none for texts that it did not embed
   * because embeddings are unavailable.
   */
  embedFacts(texts: readonly string[]): Promise<ReadonlyMap<string, Float32Array | null>>;
  /** Returns a sentence reader; aborting `signal` aborts its requests. */
  readerUntil(signal: AbortSignal): SentenceReader;
}

/** Maximum number of facts per request. */
const MAX_BATCH = 64;

/** Log messages for failures, by operation. */
const FAILURES = {
  embed: 'Could not embed a question; keywords alone find its matches',
  embedFacts:
    'Could not embed facts of prompts; keywords alone find them until the next question tries again',
  score: 'Could not score the sentences of an answer; keywords alone rank them',
  compare:
    'Could not compare the best sentence with the question; keywords alone determine the confidence of the answer',
};

export function createQuestionEmbedder(embedder: Embedder, log: Logger): QuestionEmbedder {
  // A success of one operation must not hide that another one always fails.
  const breakers = {
    embed: new CircuitBreaker(),
    embedFacts: new CircuitBreaker(),
    score: new CircuitBreaker(),
    compare: new CircuitBreaker(),
  };
  const recordFailure = (operation: keyof typeof FAILURES, { reason, status, cause }: ModelError) => {
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
  /**
   * Embeds facts into `vectors`. Halves a rejected batch until only the rejected texts are left. Returns false while embeddings
   * are unavailable.
   */
  async function embedInto(
    texts: readonly string[],
    vectors: Map<string, Float32Array | null>,
  ): Promise<boolean> {
    if (breakers.embedFacts.isOpen) return false;
    try {
      const embedded = await embedder.embed(texts);
      breakers.embedFacts.recordSuccess();
      for (const [i, text] of texts.entries()) vectors.set(text, embedded[i] ?? null);
      return true;
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (isRejection(error) && texts.length > 1) {
        const middle = Math.ceil(texts.length / 2);
        return (await embedInto(texts.slice(0, middle), vectors)) && embedInto(texts.slice(middle), vectors);
      }
      recordFailure('embedFacts', error);
      // The server may be too slow for a batch of this size.
      if (error.reason === 'timeout') batchSize = Math.ceil(batchSize / 2);
      if (!isRejection(error)) return false;
      for (const text of texts) vectors.set(text, null);
      return true;
    }
  }
  return {
    async embed(question, signal) {
      const vectors = await attempt('embed', () => embedder.embed([question], signal), signal);
      return vectors?.[0];
    },
    async embedFacts(texts) {
      const vectors = new Map<string, Float32Array | null>();
      for (let i = 0, isAvailable = true; isAvailable && i < texts.length; ) {
        const batch = texts.slice(i, i + batchSize);
        isAvailable = await embedInto(batch, vectors);
        i += batch.length;
      }
      return vectors;
    },
    readerUntil: (signal) => ({
      scoreAnswers: (question, sentences) =>
        attempt('score', async () => embedder.scoreAnswers?.(question, sentences, signal), signal),
      compare: (question, sentence) =>
        attempt('compare', async () => embedder.compare?.(question, sentence, signal), signal),
    }),
  };
}
