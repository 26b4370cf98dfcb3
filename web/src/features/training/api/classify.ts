import type { ClassifyBody, classifyResponse } from '@landline/api/training/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** POST /api/geo/training/classify */
export const classify = (body: ClassifyBody) =>
  request<z.infer<typeof classifyResponse>>('/api/geo/training/classify', { method: 'POST', body });

export function useClassify() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: classify,
    // The position that came back makes these wait until the judgement shows.
    onSuccess: async ({ data }) => {
      queryClient.setQueryData(keys.training.classification(data.candidateId), data);
      await queryClient.invalidateQueries({ queryKey: keys.candidates.all });
    },
  });
}
