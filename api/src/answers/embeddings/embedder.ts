import { z } from 'zod';
import { ModelError } from '../model/chat-model.ts';
import { normalised } from './vector.ts';

export interface Embedder {
  /** The model: vectors of different ones cannot be compared. */
  readonly model: string;
  /** A vector of length one for each text, in their order. Throws a ModelError. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

interface EmbedderOptions {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  readonly timeoutMs: number;
}

const answer = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()).min(1).max(8_192) })),
});

/** Meanings as vectors, from any server that speaks OpenAI's `POST /embeddings`. */
function createEmbedder({ baseUrl, apiKey, model, timeoutMs }: EmbedderOptions): Embedder {
  const url = `${baseUrl.replace(/\/+$/, '')}/embeddings`;
  const headers = {
    'Content-Type': 'application/json',
    ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
  };
  return {
    model,
    async embed(texts, signal) {
      const silence = AbortSignal.timeout(timeoutMs);
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers,
          body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
          signal: signal ? AbortSignal.any([signal, silence]) : silence,
          // A redirect would take the key somewhere else.
          redirect: 'error',
        });
        if (!response.ok) {
          await response.body?.cancel();
          throw new ModelError('status', response.status);
        }
        const { data } = answer.parse(await response.json());
        const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
        return texts.map((_, index) => {
          const found = byIndex.get(index);
          if (found === undefined) throw new ModelError('broken');
          return normalised(found);
        });
      } catch (error) {
        if (error instanceof ModelError) throw error;
        if (silence.aborted) throw new ModelError('timeout');
        throw new ModelError(error instanceof TypeError ? 'network' : 'broken');
      }
    },
  };
}

/** The embeddings of the configuration; undefined where none are set, and then words alone decide. */
export function embedderOf(
  config: {
    OPENAI_BASE_URL: string;
    OPENAI_API_KEY?: string | undefined;
    OPENAI_EMBEDDINGS_URL?: string | undefined;
    OPENAI_EMBEDDINGS_MODEL?: string | undefined;
  },
  timeoutMs: number,
): Embedder | undefined {
  if (config.OPENAI_EMBEDDINGS_MODEL === undefined) return undefined;
  return createEmbedder({
    baseUrl: config.OPENAI_EMBEDDINGS_URL ?? config.OPENAI_BASE_URL,
    apiKey: config.OPENAI_API_KEY,
    model: config.OPENAI_EMBEDDINGS_MODEL,
    timeoutMs,
  });
}
