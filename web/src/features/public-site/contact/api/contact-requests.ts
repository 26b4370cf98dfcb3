import type { ContactRequestList, ContactRequestStatus } from '@landline/api/public-site/contact/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { contactKeys } from '../keys.ts';

/** GET /api/quotes: newest first. */
export function useContactRequests(status: ContactRequestStatus, page: number) {
  const query = { status, page };
  return useQuery({
    queryKey: contactKeys.list(query),
    queryFn: ({ signal }) => request<ContactRequestList>('/api/quotes', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const CONTACT_REQUESTS_EXPORT_URL = '/api/quotes/export';

/** POST /api/quotes/:id/handle or …/reopen */
export function useHandleContactRequest(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: 'handle' | 'reopen') => request(`/api/quotes/${id}/${action}`, { method: 'POST' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: contactKeys.all }),
  });
}
