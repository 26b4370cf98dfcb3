import { z } from 'zod';
import type { Config } from '../../../platform/config.ts';
import { asModelError, ModelError, type ModelServer, postToModel } from '../model/model-server.ts';
import type { Embedder } from './contract.ts';
import { EMBEDDED_TEXT_VERSION } from './embedded-text.ts';
import { createLocalEmbedder } from './encoder/local-embedder.ts';
import { unitVector } from './vector.ts';

const responseBody = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()).min(1).max(8_192) })),
});

/** Creates an embedder that calls OpenAI's `POST /embeddings`. */
function createRemoteEmbedder(server: ModelServer): Embedder {
  return {
    model: `${server.model}-${EMBEDDED_TEXT_VERSION}`,
    isCalibrated: false,
    async embed(texts, signal) {
      const timeout = AbortSignal.timeout(server.timeoutMs);
      try {
        const body = { input: texts, encoding_format: 'float' };
        const limit = signal ? AbortSignal.any([signal, timeout]) : timeout;
        const response = await postToModel(server, 'embeddings', body, limit);
        const { data } = responseBody.parse(await response.json());
        const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
        return texts.map((_, index) => {
          const embedding = byIndex.get(index);
          if (embedding === undefined) throw new ModelError('broken');
          return unitVector(embedding);
        });
      } catch (error) {
        throw asModelError(error, timeout.aborted);
      }
    },
  };
}

/** Creates the configured embedder: a server if its model is named, else the encoder in a folder or the built-in one. */
export function embedderOf(
  config: Pick<
    Config,
    'ENCODER_DIR' | 'OPENAI_BASE_URL' | 'OPENAI_API_KEY' | 'OPENAI_EMBEDDINGS_URL' | 'OPENAI_EMBEDDINGS_MODEL'
  >,
  timeoutMs: number,
  { inBackground = false } = {},
): Embedder {
  const { OPENAI_EMBEDDINGS_MODEL: model, OPENAI_API_KEY: apiKey } = config;
  const baseUrl = config.OPENAI_EMBEDDINGS_URL ?? config.OPENAI_BASE_URL;
  return model === undefined
    ? createLocalEmbedder({ folder: config.ENCODER_DIR, inBackground }, timeoutMs)
    : createRemoteEmbedder({ baseUrl, apiKey, model, timeoutMs });
}
