import type { removedResponse } from '@landline/api/training/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { classificationPath } from './get-classification.ts';

/** DELETE /api/geo/training/classification/:id: what was said is kept for training. */
const removeClassification = (candidateId: string) =>
  request<z.infer<typeof removedResponse>>(classificationPath(candidateId), { method: 'DELETE' });

export function useRemoveClassification(candidateId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => removeClassification(candidateId),
    onSuccess: async () => {
      queryClient.setQueryData(keys.training.classification(candidateId), null);
      await queryClient.invalidateQueries({ queryKey: keys.candidates.all });
    },
  });
}
