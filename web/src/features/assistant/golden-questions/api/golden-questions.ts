import type {
  GoldenQuestionBody,
  GoldenQuestions,
  goldenQuestionSaved,
  goldenRunRequested,
} from '@landline/api/assistant/golden-questions/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../../shared/http/request.ts';
import { goldenQuestionKeys } from '../keys.ts';

/** Polling interval during a run, in milliseconds. */
const RUNNING_MS = 2_000;

const pathOf = (clientId: string, ...parts: readonly string[]) =>
  ['/api/ai/golden-questions/client', ...[clientId, ...parts].map(encodeURIComponent)].join('/');

/** GET /api/ai/golden-questions/client/:clientId; polls while a run has not ended. */
export const useGoldenQuestions = (clientId: string) =>
  useQuery({
    queryKey: goldenQuestionKeys.of(clientId),
    queryFn: ({ signal }) => request<GoldenQuestions>(pathOf(clientId), { signal }),
    refetchInterval: ({ state }) => (state.data?.runs[0]?.ended_at === null ? RUNNING_MS : false),
  });

function useCommand<Variables, Answer>(mutationFn: (variables: Variables) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: goldenQuestionKeys.all }),
  });
}

/** POST to add a question, PUT to change one. */
export const useSaveGoldenQuestion = (clientId: string) =>
  useCommand(({ id, ...body }: GoldenQuestionBody & { id?: string | undefined }) =>
    request<z.infer<typeof goldenQuestionSaved>>(id === undefined ? pathOf(clientId) : pathOf(clientId, id), {
      method: id === undefined ? 'POST' : 'PUT',
      body,
    }),
  );

/** DELETE /api/ai/golden-questions/client/:clientId/:goldenId */
export const useRemoveGoldenQuestion = (clientId: string) =>
  useCommand((id: string) => request(pathOf(clientId, id), { method: 'DELETE' }));

/** POST /api/ai/golden-questions/client/:clientId/runs */
export const useRunGoldenQuestions = (clientId: string) =>
  useCommand(() => request<z.infer<typeof goldenRunRequested>>(pathOf(clientId, 'runs'), { method: 'POST' }));
