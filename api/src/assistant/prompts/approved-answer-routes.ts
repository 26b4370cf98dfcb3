import { type EventData, streams } from '@landline/event-schemas';
import type { z } from 'zod';
import { userNames } from '../../identity/users/directory.ts';
import { DomainError } from '../../platform/errors.ts';
import { successResponse } from '../../platform/http/response-contract.ts';
import { type Route, type RouteRequest, route } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import { conversation, conversationUnknown } from '../conversations/conversation.ts';
import type { AssistantPorts } from '../ports.ts';
import { STAFF_OR_OWN_CLIENT } from '../request-guards.ts';
import { loadClient } from '../website/load-client.ts';
import { page } from '../website/page.ts';
import { normalUrl, pageIdOf } from '../website/urls.ts';
import { approvedAnswerOf, isSameAnswer, promptContentOf } from './approved-answer.ts';
import { clientPromptOf } from './client-prompt.ts';
import {
  type ApprovedAnswer,
  approvedAnswer,
  approvedAnswerBody,
  approvedAnswersResponse,
  approvedAnswerVersions,
  type ClientPrompt,
} from './contract.ts';
import { prompt, promptUnknown } from './prompt.ts';
import { assertRoomFor } from './prompt-limits.ts';
import { promptsOf, promptVersions } from './queries.ts';

const path = '/api/ai/approved-answers/client/:clientId';
const reads = ['prompts'] as const;

type AnswerRequest = Pick<
  RouteRequest<Record<'clientId' | 'promptId', string>, unknown, unknown, Session>,
  'params' | 'execute'
>;
type Body = z.output<typeof approvedAnswerBody>;

/** Routes for the answers that a business approved, for staff and for the client itself. */
export function approvedAnswerRoutes(ports: AssistantPorts): Route[] {
  const { pool, commands } = ports;

  const answersOf = async (clientId: string): Promise<ApprovedAnswer[]> =>
    (await promptsOf(pool, clientId)).flatMap(answerIn);

  async function requireAnswer(clientId: string, promptId: string): Promise<ApprovedAnswer> {
    const answer = (await answersOf(clientId)).find(({ id }) => id === promptId);
    if (!answer) throw promptUnknown();
    return answer;
  }

  /** Returns the page that an answer is based on; throws if the assistant has not learned it. */
  async function sourcePage(
    clientId: string,
    pageUrl: string | null,
  ): Promise<EventData<'PromptAdded'>['based_on']> {
    const url = pageUrl === null ? undefined : normalUrl(pageUrl);
    if (url === undefined) return undefined;
    const page_id = pageIdOf(clientId, url);
    if ((await commands.load(page, streams.page(page_id))).state) return { page_id, url };
    throw new DomainError(
      'malformed',
      'PAGE_UNKNOWN',
      "The assistant has not learned this page. Enter the address of one of the website's pages, or none.",
    );
  }

  /** Judges the assistant's answer in an exchange: it was right if it has the same text as the approved answer. */
  async function judge(
    clientId: string,
    { exchange, answer }: Body,
  ): Promise<EventData<'PromptAdded'>['judged']> {
    if (!exchange) return undefined;
    const { conversationId, questionId } = exchange;
    const { state } = await commands.load(conversation, streams.conversation(conversationId));
    const judgedExchange = state?.client_id === clientId ? state.exchanges.get(questionId) : undefined;
    if (!judgedExchange) throw conversationUnknown();
    const assistantAnswer = judgedExchange.answer;
    const is_right = assistantAnswer?.answered === true && isSameAnswer(assistantAnswer.text, answer);
    return { conversation_id: conversationId, question_id: questionId, is_right };
  }

  async function contentOf(clientId: string, body: Body) {
    const [based_on, judged] = await Promise.all([
      sourcePage(clientId, body.page_url),
      judge(clientId, body),
    ]);
    return {
      client_id: clientId,
      prompt_type: 'faq' as const,
      content: promptContentOf(body),
      ...(based_on && { based_on }),
      ...(judged && { judged }),
    };
  }

  const answerCommand = (type: 'confirm' | 'delete') => ({
    ...STAFF_OR_OWN_CLIENT,
    response: successResponse,
    reads,
    async handle({ params: { clientId, promptId }, execute }: AnswerRequest) {
      await requireAnswer(clientId, promptId);
      const command = { type, prompt_id: promptId, client_id: clientId };
      await execute(prompt, { stream: streams.prompt(promptId), command });
      return { success: true };
    },
  });

  return [
    route.get(path, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Approved answers, those due for review first',
      response: approvedAnswersResponse,
      reads,
      async handle({ params: { clientId } }) {
        await loadClient(ports, clientId);
        return (await answersOf(clientId)).sort(
          (a, b) =>
            Number(a.review_since === null) - Number(b.review_since === null) ||
            a.question.localeCompare(b.question, 'en'),
        );
      },
    }),
    route.post(path, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Approve an answer; replaces the one to the same question',
      body: approvedAnswerBody,
      response: approvedAnswer,
      status: 201,
      reads,
      async handle({ params: { clientId }, body, execute, newId }) {
        await loadClient(ports, clientId);
        const prompts = await promptsOf(pool, clientId);
        const existing = prompts
          .flatMap(answerIn)
          .find(({ question }) => isSameQuestion(question, body.question));
        if (!existing) assertRoomFor('faq', prompts);
        const prompt_id = existing?.id ?? newId('prompt');
        const data = { prompt_id, ...(await contentOf(clientId, body)) };
        const command = { type: existing ? 'change' : 'add', ...data } as const;
        const { at } = await execute(prompt, { stream: streams.prompt(prompt_id), command });
        return approvedAnswerFor(data, existing?.created_at ?? at, at);
      },
    }),
    route.put(`${path}/:promptId`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Change an approved answer',
      body: approvedAnswerBody,
      response: approvedAnswer,
      reads,
      async handle({ params: { clientId, promptId }, body, execute }) {
        const { created_at } = await requireAnswer(clientId, promptId);
        const data = { prompt_id: promptId, ...(await contentOf(clientId, body)) };
        const command = { type: 'change', ...data } as const;
        const { at } = await execute(prompt, { stream: streams.prompt(promptId), command });
        return approvedAnswerFor(data, created_at, at);
      },
    }),
    route.post(`${path}/:promptId/confirm`, {
      ...answerCommand('confirm'),
      summary: 'Confirm an answer after its page changed',
    }),
    route.delete(`${path}/:promptId`, { ...answerCommand('delete'), summary: 'Delete an approved answer' }),
    route.get(`${path}/:promptId/versions`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Versions of an approved answer, newest first',
      response: approvedAnswerVersions,
      reads,
      async handle({ params: { clientId, promptId } }) {
        await requireAnswer(clientId, promptId);
        const versions = await promptVersions(pool, clientId, promptId);
        const names = await userNames(
          pool,
          versions.map(({ actor_id }) => actor_id),
        );
        return versions.flatMap(({ content, page_url, at, actor_id }) => {
          const pair = approvedAnswerOf(content);
          return pair ? [{ ...pair, page_url, at, by: names.get(actor_id) ?? null }] : [];
        });
      },
    }),
  ];
}

const isSameQuestion = (a: string, b: string) => normalize(a) === normalize(b);
const normalize = (question: string) =>
  question
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns the approved answer that a prompt holds as the only element, or an empty array. */
function answerIn({
  id,
  prompt_type,
  prompt_content,
  page_url,
  review_since,
  created_at,
  updated_at,
}: ClientPrompt): ApprovedAnswer[] {
  const pair = prompt_type === 'faq' ? approvedAnswerOf(prompt_content) : undefined;
  return pair ? [{ id, ...pair, page_url, review_since, created_at, updated_at }] : [];
}

function approvedAnswerFor(...args: Parameters<typeof clientPromptOf>): ApprovedAnswer {
  const [answer] = answerIn(clientPromptOf(...args));
  if (!answer) throw promptUnknown();
  return answer;
}
