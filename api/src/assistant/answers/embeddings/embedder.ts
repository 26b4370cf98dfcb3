import { z } from 'zod';
import type { Config } from '../../../platform/config.ts';
import { asModelError, ModelError, type ModelServer, postToModel } from '../model/model-server.ts';
import { unitVector } from './vector.ts';

export interface Embedder {
  /** Name of the model; vectors from different models cannot be compared. */
  readonly model: string;
  /** Returns a unit vector for each text. Throws a `ModelError`. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

const responseBody = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()).min(1).max(8_192) })),
});

/** Creates an embedder that calls OpenAI's `POST /embeddings`. */
function createEmbedder(server: ModelServer): Embedder {
  return {
    model: server.model,
    async embed(texts, signal) {
      const timeout = AbortSignal.timeout(server.timeoutMs);
      try {
        const body = { input: texts, encoding_format: 'float' };
        const limit = signal ? AbortSignal.any([signal, timeout]) : timeout;
        const response = await postToModel(server, 'embeddings', body, limit);
        const { data } = responseBody.parse(await response.json());
        const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
        return texts.map((_, index) => {
          const found = byIndex.get(index);
          if (found === undefined) throw new ModelError('broken');
          return unitVector(found);
        });
      } catch (error) {
        throw asModelError(error, timeout.aborted);
      }
    },
  };
}

/** Creates the configured embedder. Returns undefined if no model is configured; retrieval then uses words only. */
export function embedderOf(
  config: Pick<
    Config,
    'OPENAI_BASE_URL' | 'OPENAI_API_KEY' | 'OPENAI_EMBEDDINGS_URL' | 'OPENAI_EMBEDDINGS_MODEL'
  >,
  timeoutMs: number,
): Embedder | undefined {
  const { OPENAI_EMBEDDINGS_MODEL: model, OPENAI_API_KEY: apiKey } = config;
  const baseUrl = config.OPENAI_EMBEDDINGS_URL ?? config.OPENAI_BASE_URL;
  return model === undefined ? undefined : createEmbedder({ baseUrl, apiKey, model, timeoutMs });
}
