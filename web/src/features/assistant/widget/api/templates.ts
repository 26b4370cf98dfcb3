import type { TemplatesAnswer } from '@landline/api/assistant/widget/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { widgetKeys } from '../keys.ts';

const path = '/api/ai/widget/templates';

/** GET /api/ai/widget/templates */
export function useTemplates() {
  return useGet<TemplatesAnswer>(widgetKeys.templates(), path);
}

/** POST /api/ai/widget/templates */
export function useSaveTemplates() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { script: string; style: string }) =>
      request<{ success: true }>(path, { method: 'POST', body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: widgetKeys.all }),
  });
}
