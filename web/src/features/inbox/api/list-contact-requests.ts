import type { ContactRequestList, ContactRequestStatus } from '@landline/api/quotes/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/quotes: a page of contact requests, newest first. */
export function useContactRequests(status: ContactRequestStatus | null, page: number) {
  const query = { status, page };
  return useQuery({
    queryKey: keys.inbox.contactRequests(query),
    queryFn: ({ signal }) => request<ContactRequestList>('/api/quotes', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const CONTACT_REQUESTS_FILE = '/api/quotes/export';
