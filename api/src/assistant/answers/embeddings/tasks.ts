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

/** Every ten minutes, embeds passages that have no vector of the current model; one run at a time, because it can take longer. */
export const embeddingsCron = {
  task: MISSING,
  match: '*/10 * * * *',
  options: { queueName: MISSING, jobKey: MISSING },
};

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
  const { pool, log, config } = ports;
  const embedder = backgroundEmbedderOf(config);
  return {
    [EMBED]: async (payload, { abortSignal }) => {
      await embedChunks(ports, embedder, clientPayload.parse(payload).client_id, abortSignal);
    },
    [MISSING]: async (_, { abortSignal }) => {
      for (const clientId of await clientsToEmbed(pool, embedder.model)) {
        try {
          await embedChunks(ports, embedder, clientId, abortSignal);
        } catch (error) {
          if (abortSignal.aborted) throw error;
          log.warn(
            { event: 'embeddings.client_failed', clientId, err: error },
            'Could not embed the passages of a client; retrying at the next run, within 10 minutes',
          );
        }
      }
    },
  };
};
