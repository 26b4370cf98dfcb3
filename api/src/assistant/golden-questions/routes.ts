import { streams } from '@landline/event-schemas';
import type { z } from 'zod';
import { DomainError } from '../../platform/errors.ts';
import { successResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { createRateLimiter, rejectAboveLimit } from '../../platform/rate-limiter.ts';
import { conversation, conversationUnknown } from '../conversations/conversation.ts';
import type { AssistantPorts } from '../ports.ts';
import { STAFF_OR_OWN_CLIENT } from '../request-guards.ts';
import { loadClient } from '../website/load-client.ts';
import { normalUrl } from '../website/urls.ts';
import {
  goldenQuestionBody,
  goldenQuestionSaved,
  goldenQuestionsResponse,
  goldenRunRequested,
} from './contract.ts';
import { type GoldenQuestion, goldenQuestions } from './golden-questions.ts';
import { goldenQuestionsOf } from './queries.ts';

const path = '/api/ai/golden-questions/client/:clientId';
/** Limit on the runs requested for one client, by its users and staff together. */
const REQUESTED_RUNS = { points: 20, seconds: 3_600 };

type Body = z.output<typeof goldenQuestionBody>;

/** Routes for the questions that test a client's assistant, for staff and for the client itself. */
export function goldenQuestionRoutes(ports: AssistantPorts): Route[] {
  const { pool, pg, commands } = ports;
  const runLimiter = createRateLimiter(pg, 'golden-run', REQUESTED_RUNS);

  /**
   * Returns the id of the conversation that a question was picked from, or null if it was not picked or its wording was edited.
   * Throws if the conversation is not this client's.
   */
  async function conversationIfVerbatim(
    clientId: string,
    { exchange, question }: Body,
  ): Promise<string | null> {
    if (!exchange) return null;
    const { conversationId, questionId } = exchange;
    const { state } = await commands.load(conversation, streams.conversation(conversationId));
    const pickedExchange = state?.client_id === clientId ? state.exchanges.get(questionId) : undefined;
    if (!pickedExchange) throw conversationUnknown();
    return pickedExchange.question.trim().startsWith(question) ? conversationId : null;
  }

  async function questionFrom(golden_id: string, client_id: string, body: Body): Promise<GoldenQuestion> {
    const { question, phrases } = body;
    const page_url = body.page_url === null ? null : (normalUrl(body.page_url) ?? null);
    if (body.page_url !== null && page_url === null) throw urlTooLong();
    const conversation_id = await conversationIfVerbatim(client_id, body);
    return { golden_id, client_id, question, page_url, phrases, conversation_id };
  }

  return [
    route.get(path, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Golden questions with their latest results, failed ones first, and the latest runs',
      response: goldenQuestionsResponse,
      reads: ['golden-questions'],
      async handle({ params: { clientId } }) {
        await loadClient(ports, clientId);
        return goldenQuestionsOf(pool, clientId);
      },
    }),
    route.post(path, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Add a golden question, written or picked from a conversation',
      body: goldenQuestionBody,
      response: goldenQuestionSaved,
      status: 201,
      async handle({ params: { clientId }, body, execute, newId }) {
        await loadClient(ports, clientId);
        const id = newId('golden question');
        const command = { type: 'add', ...(await questionFrom(id, clientId, body)) } as const;
        await execute(goldenQuestions, { stream: streams.goldenQuestions(clientId), command });
        return { success: true, id };
      },
    }),
    route.put(`${path}/:goldenId`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Change a golden question and clear its latest result',
      body: goldenQuestionBody,
      response: goldenQuestionSaved,
      async handle({ params: { clientId, goldenId }, body, execute }) {
        const command = { type: 'change', ...(await questionFrom(goldenId, clientId, body)) } as const;
        await execute(goldenQuestions, { stream: streams.goldenQuestions(clientId), command });
        return { success: true, id: goldenId };
      },
    }),
    route.delete(`${path}/:goldenId`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Remove a golden question',
      response: successResponse,
      async handle({ params: { clientId, goldenId }, execute }) {
        const command = { type: 'remove', golden_id: goldenId, client_id: clientId } as const;
        await execute(goldenQuestions, { stream: streams.goldenQuestions(clientId), command });
        return { success: true };
      },
    }),
    route.post(`${path}/runs`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Ask the golden questions now; replaces a run that has not ended',
      response: goldenRunRequested,
      status: 202,
      async handle({ params: { clientId: client_id }, execute, newId }) {
        await loadClient(ports, client_id);
        await rejectAboveLimit(() => runLimiter.consume(client_id));
        const run_id = newId('golden run');
        const { events } = await execute(goldenQuestions, {
          stream: streams.goldenQuestions(client_id),
          command: { type: 'request_run', run_id, client_id, version_id: null, trigger: 'request' },
        });
        const total = events.reduce((sum, event) => ('total' in event.data ? event.data.total : sum), 0);
        return { success: true, run_id, total };
      },
    }),
  ];
}

const urlTooLong = () =>
  new DomainError(
    'malformed',
    'MALFORMED',
    'The URL is too long. It can have at most 2,000 characters, counted with special characters encoded.',
  );
