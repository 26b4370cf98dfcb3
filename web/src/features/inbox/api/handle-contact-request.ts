import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** POST /api/quotes/:id/handle, and /reopen to take it back. */
export function useHandleContactRequest(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (what: 'handle' | 'reopen') => request(`/api/quotes/${id}/${what}`, { method: 'POST' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.inbox.all }),
  });
}
