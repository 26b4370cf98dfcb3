import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** POST /api/admin/projections/:name/rebuild and …/replay */
const askOfProjection = ({ name, what }: { name: string; what: 'rebuild' | 'replay' }) =>
  request<{ message: string }>(`/api/admin/projections/${encodeURIComponent(name)}/${what}`, {
    method: 'POST',
  });

export function useAskOfProjection(onDone: (message: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: askOfProjection,
    onSuccess: ({ message }) => onDone(message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.system.database() }),
  });
}
