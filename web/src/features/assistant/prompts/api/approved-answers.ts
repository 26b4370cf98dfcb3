import type {
  ApprovedAnswer,
  ApprovedAnswerBody,
  ApprovedAnswerVersions,
} from '@landline/api/assistant/prompts/contract';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { analyticsKeys } from '../../analytics/keys.ts';
import { conversationKeys } from '../../conversations/keys.ts';
import { promptKeys } from '../keys.ts';

/** Includes conversations because approving or correcting an answer also rates the assistant's answer. */
const REFETCHED_KEYS = [promptKeys.all, conversationKeys.all, analyticsKeys.all];

const listPath = (clientId: string) => apiPath`/api/ai/approved-answers/client/${clientId}`;
const itemPath = (clientId: string, id: string) => apiPath`/api/ai/approved-answers/client/${clientId}/${id}`;

/** GET /api/ai/approved-answers/client/:clientId */
export const useApprovedAnswers = (clientId: string) =>
  useGet<ApprovedAnswer[]>(promptKeys.approved(clientId), listPath(clientId));

/** GET /api/ai/approved-answers/client/:clientId/:promptId/versions */
export const useAnswerVersions = (clientId: string, id: string) =>
  useGet<ApprovedAnswerVersions>(promptKeys.versions(clientId, id), `${itemPath(clientId, id)}/versions`);

/** POST to approve an answer, PUT to change one. */
export const useApproveAnswer = (clientId: string) =>
  useCommand(
    ({ id, ...body }: ApprovedAnswerBody & { id: string | undefined }) =>
      request<ApprovedAnswer>(id === undefined ? listPath(clientId) : itemPath(clientId, id), {
        method: id === undefined ? 'POST' : 'PUT',
        body,
      }),
    REFETCHED_KEYS,
  );

/** POST /api/ai/approved-answers/client/:clientId/:promptId/confirm */
export const useConfirmAnswer = (clientId: string) =>
  useCommand(
    (id: string) => request(`${itemPath(clientId, id)}/confirm`, { method: 'POST' }),
    REFETCHED_KEYS,
  );

/** DELETE /api/ai/approved-answers/client/:clientId/:promptId */
export const useDeleteAnswer = (clientId: string) =>
  useCommand((id: string) => request(itemPath(clientId, id), { method: 'DELETE' }), REFETCHED_KEYS);
