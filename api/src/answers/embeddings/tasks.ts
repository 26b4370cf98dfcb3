import { z } from 'zod';
import { defineReactor } from '../../reactors/reactor.ts';
import type { Tasks } from '../../reactors/tasks.ts';
import { clientsToEmbed, embedChunks } from './embed-chunks.ts';
import { embedderOf } from './embedder.ts';

const ofClient = z.object({ client_id: z.string() });
const MISSING = 'answers.embed-missing';
/** Pages of a visit are embedded together. */
const GATHER_SECONDS = 2;
/** A batch may take a while; nobody waits for it. */
const BATCH_TIMEOUT_MS = 60_000;

/** Every ten minutes: what an earlier model embedded, or none, and what could not be embedded when it was learned. */
export const embeddingsCron = { task: MISSING, match: '*/10 * * * *' };

/** What is learned is given vectors behind the visit, which never waits for them. */
export const embeddingsReactor = defineReactor({
  name: 'embeddings',
  on: {
    PageScraped: ({ data: { client_id, changed } }) =>
      changed
        ? [
            {
              task: 'answers.embed',
              payload: { client_id },
              queue: `embed ${client_id}`,
              gather: { key: `embed:${client_id}`, seconds: GATHER_SECONDS },
            },
          ]
        : [],
  },
});

export const embeddingsTasks: Tasks = ({ pool, config }) => {
  const embedder = embedderOf(config, BATCH_TIMEOUT_MS);
  return {
    'answers.embed': async (payload, { abortSignal }) => {
      if (embedder) await embedChunks(pool, embedder, ofClient.parse(payload).client_id, abortSignal);
    },
    [MISSING]: async (_, { abortSignal }) => {
      if (!embedder) return;
      for (const clientId of await clientsToEmbed(pool, embedder.model))
        await embedChunks(pool, embedder, clientId, abortSignal);
    },
  };
};
