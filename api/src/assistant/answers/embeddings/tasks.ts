import { z } from 'zod';
import { defineReactor } from '../../../platform/reactors/reactor.ts';
import type { Tasks } from '../../../platform/reactors/tasks.ts';
import { backgroundEmbedderOf } from './background-embedder.ts';
import { clientsToEmbed, embedChunks } from './embed-chunks.ts';

const clientPayload = z.object({ client_id: z.string() });
const MISSING = 'answers.embed-missing';
const EMBED = 'answers.embed';
/** Tasks that embed passages, which can take minutes. */
export const EMBEDDING_TASKS: readonly string[] = [EMBED];
/** Debounce time, so that one job embeds all pages of a crawl. */
const DEBOUNCE_SECONDS = 2;

/** Priority of jobs that can wait for crawls; the default is 0. */
const LOW_PRIORITY = 1;

/** Returns the name of the queue that runs a client's embedding jobs, and the jobs that need the vectors, one at a time. */
export const embeddingQueueOf = (clientId: string) => `embed ${clientId}`;

/** Embeds passages without a vector of the current model every ten minutes. */
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

export const embeddingsTasks: Tasks = (ports) => {
  const { pool, config } = ports;
  const embedder = backgroundEmbedderOf(config);
  return {
    [EMBED]: async (payload, { abortSignal }) => {
      await embedChunks(ports, embedder, clientPayload.parse(payload).client_id, abortSignal);
    },
    [MISSING]: async (_, { addJob }) => {
      for (const client_id of await clientsToEmbed(pool, embedder.model))
        await addJob(
          EMBED,
          { client_id },
          {
            queueName: embeddingQueueOf(client_id),
            jobKey: `embed-missing:${client_id}`,
            priority: LOW_PRIORITY,
          },
        );
    },
  };
};
