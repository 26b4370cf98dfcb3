import { type EventData, streams } from '@landline/event-schemas';
import { DomainError } from '../../platform/errors.ts';
import { successResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { AssistantPorts } from '../ports.ts';
import { STAFF } from '../request-guards.ts';
import { requireClient } from '../require-client.ts';
import { pageIdOf } from '../website/urls.ts';
import { approvedAnswerRoutes } from './approved-answer-routes.ts';
import { clientPromptOf } from './client-prompt.ts';
import { clientPrompt, type PromptBody, promptBody, promptsResponse } from './contract.ts';
import { prompt, promptUnknown } from './prompt.ts';
import { assertRoomFor } from './prompt-limits.ts';
import { promptsOf } from './queries.ts';

const path = '/api/ai/client-prompts/:clientId';

/** Routes for a client's custom prompts, for staff only (spec 002 §2, §7), and for its approved answers. */
export function promptRoutes(ports: AssistantPorts): Route[] {
  const { pool } = ports;

  /** Throws unless the client in the path exists and matches the body's `client_id`, if given. */
  async function assertClient(clientId: string, body?: PromptBody): Promise<void> {
    if (body?.client_id !== undefined && body.client_id !== clientId) {
      throw new DomainError('malformed', 'CLIENT_MISMATCH', 'The requested resource was not found.');
    }
    await requireClient(pool, clientId);
  }

  return [
    ...approvedAnswerRoutes(ports),
    route.get(path, {
      may: STAFF,
      summary: "A client's prompts, oldest first",
      response: promptsResponse,
      reads: ['prompts', 'clients'],
      async handle({ params: { clientId } }) {
        await assertClient(clientId);
        return promptsOf(pool, clientId);
      },
    }),
    route.post(path, {
      may: STAFF,
      summary: "Add a prompt to a client's assistant",
      body: promptBody,
      response: clientPrompt,
      status: 201,
      reads: ['prompts', 'clients'],
      async handle({ params: { clientId }, body, execute, newId }) {
        await assertClient(clientId, body);
        assertRoomFor(body.prompt_type, await promptsOf(pool, clientId));
        const data = promptDataOf(newId('prompt'), clientId, body);
        const stream = streams.prompt(data.prompt_id);
        const { at } = await execute(prompt, { stream, command: { type: 'add', ...data } });
        return clientPromptOf(data, at, at);
      },
    }),
    route.put(`${path}/:promptId`, {
      may: STAFF,
      summary: 'Change a prompt',
      body: promptBody,
      response: clientPrompt,
      reads: ['prompts', 'clients'],
      async handle({ params: { clientId, promptId }, body, execute }) {
        await assertClient(clientId, body);
        const before = (await promptsOf(pool, clientId)).find(({ id }) => id === promptId);
        if (!before) throw promptUnknown();
        const data = promptDataOf(promptId, clientId, body, before.page_url);
        const stream = streams.prompt(promptId);
        const { at } = await execute(prompt, { stream, command: { type: 'change', ...data } });
        return clientPromptOf(data, before.created_at, at);
      },
    }),
    route.delete(`${path}/:promptId`, {
      may: STAFF,
      summary: 'Delete a prompt',
      response: successResponse,
      async handle({ params: { clientId, promptId }, execute }) {
        await execute(prompt, {
          stream: streams.prompt(promptId),
          command: { type: 'delete', prompt_id: promptId, client_id: clientId },
        });
        return { success: true };
      },
    }),
  ];
}

const promptDataOf = (
  prompt_id: string,
  client_id: string,
  { prompt_type, prompt_content }: PromptBody,
  page_url: string | null = null,
): EventData<'PromptAdded'> => ({
  prompt_id,
  client_id,
  prompt_type,
  content: prompt_content,
  ...(page_url !== null && { based_on: { page_id: pageIdOf(client_id, page_url), url: page_url } }),
});
