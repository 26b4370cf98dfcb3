import type { TemplatesAnswer } from '@landline/api/widget/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

const path = '/api/ai/widget/templates';

/** GET /api/ai/widget/templates */
export function useTemplates() {
  return useQuery({
    queryKey: keys.widget.templates(),
    queryFn: ({ signal }) => request<TemplatesAnswer>(path, { signal }),
  });
}

/** POST /api/ai/widget/templates */
export function useSaveTemplates() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { script: string; style: string }) =>
      request<{ success: true }>(path, { method: 'POST', body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.widget.all }),
  });
}
