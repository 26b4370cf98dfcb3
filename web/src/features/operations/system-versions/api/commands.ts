import type {
  cleanedUp,
  created,
  done,
  RollbackBody,
  rollbackStarted,
  VersionBody,
} from '@landline/api/operations/system-versions/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../../shared/http/request.ts';
import { systemVersionKeys } from '../keys.ts';

const PATH = '/api/ai/system';
type Created = z.infer<typeof created>;

function useCommand<Variables, Answer>(mutationFn: (variables: Variables) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemVersionKeys.all }),
  });
}

/** POST /api/ai/system/snapshot */
export const useSnapshot = () =>
  useCommand(() => request<Created>(`${PATH}/snapshot`, { method: 'POST', body: {} }));

/** POST /api/ai/system/versions */
export const useCreateVersion = () =>
  useCommand((body: VersionBody) => request<Created>(`${PATH}/versions`, { method: 'POST', body }));

/** POST /api/ai/system/rollback/:id */
export const useRollback = (id: string) =>
  useCommand((body: RollbackBody) =>
    request<z.infer<typeof rollbackStarted>>(`${PATH}/rollback/${encodeURIComponent(id)}`, {
      method: 'POST',
      body,
    }),
  );

/** POST /api/ai/system/rollback/:id/resume, or abandon */
export const useRollbackStep = (id: string, step: 'resume' | 'abandon') =>
  useCommand(() =>
    request<z.infer<typeof done>>(`${PATH}/rollback/${encodeURIComponent(id)}/${step}`, { method: 'POST' }),
  );

/** DELETE /api/ai/system/versions/:id */
export const useDeleteVersion = (id: string) =>
  useCommand(() =>
    request<z.infer<typeof done>>(`${PATH}/versions/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  );

/** POST /api/ai/system/cleanup */
export const useCleanup = () =>
  useCommand(() => request<z.infer<typeof cleanedUp>>(`${PATH}/cleanup`, { method: 'POST' }));
