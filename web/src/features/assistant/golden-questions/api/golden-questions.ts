import type {
  GoldenQuestionBody,
  GoldenQuestions,
  goldenQuestionSaved,
  goldenRunRequested,
} from '@landline/api/assistant/golden-questions/contract';
import type { z } from 'zod';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import { useCommand, useSend } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { goldenQuestionKeys } from '../keys.ts';

/** Polling interval during a run, in milliseconds. */
const RUNNING_MS = 2_000;

const listPath = (clientId: string) => apiPath`/api/ai/golden-questions/client/${clientId}`;
const itemPath = (clientId: string, id: string) => apiPath`/api/ai/golden-questions/client/${clientId}/${id}`;

/** GET /api/ai/golden-questions/client/:clientId; polls during a run. */
export const useGoldenQuestions = (clientId: string) =>
  useGet<GoldenQuestions>(goldenQuestionKeys.of(clientId), listPath(clientId), {
    refetchInterval: ({ state }) => (state.data?.runs[0]?.ended_at === null ? RUNNING_MS : false),
  });

/** POST to add a question, PUT to change one. */
export const useSaveGoldenQuestion = (clientId: string) =>
  useCommand(
    ({ id, ...body }: GoldenQuestionBody & { id?: string | undefined }) =>
      request<z.infer<typeof goldenQuestionSaved>>(
        id === undefined ? listPath(clientId) : itemPath(clientId, id),
        { method: id === undefined ? 'POST' : 'PUT', body },
      ),
    [goldenQuestionKeys.all],
  );

/** DELETE /api/ai/golden-questions/client/:clientId/:goldenId */
export const useRemoveGoldenQuestion = (clientId: string) =>
  useCommand((id: string) => request(itemPath(clientId, id), { method: 'DELETE' }), [goldenQuestionKeys.all]);

/** POST /api/ai/golden-questions/client/:clientId/runs */
export const useRunGoldenQuestions = (clientId: string) =>
  useSend<void, z.infer<typeof goldenRunRequested>>('POST', `${listPath(clientId)}/runs`, [
    goldenQuestionKeys.all,
  ]);
