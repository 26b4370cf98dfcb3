import type { undoResponse } from '@landline/api/audit/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';

/** POST /api/audit/:position/undo */
const undo = (position: string) =>
  request<z.infer<typeof undoResponse>>(`/api/audit/${position}/undo`, { method: 'POST' });

/** Anything may have been undone, so everything is asked for again. */
export function useUndo() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: undo, onSuccess: () => queryClient.invalidateQueries() });
}
