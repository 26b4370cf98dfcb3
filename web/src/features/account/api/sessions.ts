import type { SessionsAnswer } from '@landline/api/identity/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { useAccountPath } from './change-profile.ts';

/** GET …/sessions: one's own, the last used first. */
export function useSessions() {
  const base = useAccountPath();
  return useQuery({
    queryKey: keys.account.sessions(),
    queryFn: ({ signal }) => request<SessionsAnswer>(`${base}/sessions`, { signal }),
  });
}

/** DELETE …/sessions/:id: signs that device out. */
export function useRevokeSession() {
  const base = useAccountPath();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(`${base}/sessions/${id}`, { method: 'DELETE' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.account.sessions() }),
  });
}
