import { z } from 'zod';
import { defineReactor } from '../../../platform/reactors/reactor.ts';
import type { Tasks } from '../../../platform/reactors/tasks.ts';
import { backgroundEmbedderOf } from './background-embedder.ts';
import { clientsToEmbed, embedChunks } from './embed-chunks.ts';

const clientPayload = z.object({ client_id: z.string() });
const MISSING = 'answers.embed-missing';
const EMBED = 'answers.embed';
/** Tasks that embed passages, which can take minutes. */
export const EMBEDDING_TASKS: readonly string[] = [EMBED, MISSING];
/** Debounce time, so that one job embeds all pages of a crawl. */
const DEBOUNCE_SECONDS = 2;

/** Returns the name of a client's queue: jobs that embed its passages, and jobs that need the vectors, run one by one. */
export const embeddingQueueOf = (clientId: string) => `embed ${clientId}`;

/** Every ten minutes, embeds passages that have no vector of the current model. */
export const embeddingsCron = { task: MISSING, match: '*/10 * * * *' };

/** Embeds changed pages in the background, so that the crawl does not wait. */
export const embeddingsReactor = defineReactor({
  name: 'embeddings',
  on: {
    PageScraped: ({ data: { client_id, changed } }) =>
      changed
        ? [
            {
              task: EMBED,
              payload: { client_id },
              queue: embeddingQueueOf(client_id),
              debounce: { key: `embed:${client_id}`, seconds: DEBOUNCE_SECONDS },
            },
          ]
        : [],
  },
});

export const embeddingsTasks: Tasks = ({ pool, config }) => {
  const embedder = backgroundEmbedderOf(config);
  return {
    [EMBED]: async (payload, { abortSignal }) => {
      await embedChunks(pool, embedder, clientPayload.parse(payload).client_id, abortSignal);
    },
    [MISSING]: async (_, { abortSignal }) => {
      for (const clientId of await clientsToEmbed(pool, embedder.model))
        await embedChunks(pool, embedder, clientId, abortSignal);
    },
  };
};
