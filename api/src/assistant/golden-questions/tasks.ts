import type { EventData, GoldenTrigger, RecordedEvent } from '@landline/event-schemas';
import { goldenTrigger, SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { DomainError, SERVER_ERROR } from '../../platform/errors.ts';
import { cause, defineReactor, type Job } from '../../platform/reactors/reactor.ts';
import type { Task } from '../../platform/reactors/tasks.ts';
import { waitUntilProjected } from '../../platform/reactors/wait-until-projected.ts';
import { createAnswers, modelOf } from '../answers/answers.ts';
import { backgroundEmbedderOf } from '../answers/embeddings/background-embedder.ts';
import { embeddingQueueOf } from '../answers/embeddings/tasks.ts';
import type { AssistantPorts } from '../ports.ts';
import type { ClientPrompt } from '../prompts/contract.ts';
import { askGoldenQuestions, failRun } from './ask-golden-questions.ts';
import { goldenQuestions, questionsToAsk } from './golden-questions.ts';
import { clientsWithOtherEncoder } from './queries.ts';

const requestJob = cause.extend({ client_id: z.string(), trigger: goldenTrigger });
const askJob = cause.extend({
  run_id: z.string(),
  client_id: z.string(),
  version_id: z.string().nullable(),
});

const REQUEST = 'golden-questions.request';
export const GOLDEN_RUN_TASK = 'golden-questions.ask';
const CHECK_ENCODER = 'golden-questions.check-encoder';
const MAX_ATTEMPTS = 5;
/** Debounce that merges changes into one run, in seconds; longer than the debounce for embedding a crawl's pages. */
const DEBOUNCE_SECONDS = 5;

/** Requests a run, every ten minutes, for each client whose passages have been embedded by another encoder since its last run. */
export const goldenQuestionCron = { task: CHECK_ENCODER, match: '*/10 * * * *' };

const requestRun =
  (trigger: GoldenTrigger) =>
  ({ data: { client_id } }: { data: { client_id: string } }): Job[] => [
    {
      task: REQUEST,
      payload: { client_id, trigger },
      debounce: { key: `golden-questions:${client_id}`, seconds: DEBOUNCE_SECONDS },
    },
  ];

/** Requests a golden run after each crawl and each change of a prompt, and starts requested runs. */
export const goldenQuestionReactor = defineReactor({
  name: 'golden-questions',
  on: {
    GoldenRunRequested: ({ data }: RecordedEvent<'GoldenRunRequested'>) => [askJobFor(data)],
    SiteScraped: requestRun('crawl'),
    PromptAdded: requestRun('prompt'),
    PromptChanged: requestRun('prompt'),
    PromptRestored: requestRun('prompt'),
    PromptDeleted: requestRun('prompt'),
  },
});

const askJobFor = ({ run_id, client_id, version_id }: EventData<'GoldenRunRequested'>): Job => ({
  task: GOLDEN_RUN_TASK,
  payload: { run_id, client_id, version_id },
  // Run after the jobs that embed pages crawled earlier.
  queue: embeddingQueueOf(client_id),
  maxAttempts: MAX_ATTEMPTS,
});

/** Returns the prompts that a client has in a system version. */
export type PromptsOfVersion = (clientId: string, versionId: string) => Promise<readonly ClientPrompt[]>;

/**
 * Returns the tasks that ask golden questions. `promptsOfVersion` is passed in because it belongs to `operations`, which
 * imports `assistant`.
 */
export function goldenQuestionTasks(
  ports: AssistantPorts,
  promptsOfVersion: PromptsOfVersion,
): Record<string, Task> {
  const { pool, pg, log, config, commands, eventStore } = ports;
  const embedder = backgroundEmbedderOf(config);
  const encoder = embedder.model;
  const answers = createAnswers({ pool, log, model: modelOf(config), embedder });

  async function request({ client_id, trigger, ...origin }: z.output<typeof requestJob>): Promise<void> {
    const stream = streams.goldenQuestions(client_id);
    const { state } = await commands.load(goldenQuestions, stream);
    if (questionsToAsk(state).length === 0) return;
    const run_id = `${origin.causationId ?? origin.correlationId}-golden`;
    const command = { type: 'request_run', run_id, client_id, version_id: null, trigger } as const;
    await commands.execute(goldenQuestions, { stream, command, actor: SYSTEM, ...origin });
  }

  return {
    [REQUEST]: (payload) => request(requestJob.parse(payload)),
    [CHECK_ENCODER]: async (_, { job: { id } }) => {
      for (const client_id of await clientsWithOtherEncoder(pool, encoder)) {
        await request({ client_id, trigger: 'encoder', correlationId: `encoder-${id}-${client_id}` });
      }
    },
    [GOLDEN_RUN_TASK]: async (payload, { abortSignal, job: { attempts, max_attempts } }) => {
      const { run_id, client_id, version_id, ...origin } = askJob.parse(payload);
      const run = { run_id, client_id, version_id };
      try {
        // Wait for every prompt that was changed before this run.
        await waitUntilProjected(pg, 'prompts', await eventStore.head());
        const prompts = version_id === null ? undefined : await promptsOfVersion(client_id, version_id);
        const runAnswers = prompts ? answers.withPrompts(prompts) : answers;
        await askGoldenQuestions(ports, run, { answers: runAnswers, encoder }, origin, abortSignal);
      } catch (error) {
        if (attempts < max_attempts) throw error;
        log.error(
          { event: 'golden_run.failed', err: error, ...run, attempts },
          'Golden question run failed; request a new run to retry',
        );
        const reason = error instanceof DomainError ? error.message : SERVER_ERROR;
        await failRun(ports, run, { reason, encoder }, origin);
      }
    },
  };
}
