import type { PublishBody, publishResponse } from '@landline/api/scoring/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** POST /api/geo/scoring/model */
const publishModel = (body: PublishBody) =>
  request<z.infer<typeof publishResponse>>('/api/geo/scoring/model', { method: 'POST', body });

export function usePublishModel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: publishModel,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.scoring.all }),
  });
}
