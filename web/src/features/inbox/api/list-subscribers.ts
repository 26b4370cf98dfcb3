import type { SubscriberList, SubscriberStatus } from '@landline/api/newsletter/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/newsletter/subscribers: a page of addresses, the last change first. */
export function useSubscribers(status: SubscriberStatus | null, page: number) {
  const query = { status, page };
  return useQuery({
    queryKey: keys.inbox.subscribers(query),
    queryFn: ({ signal }) => request<SubscriberList>('/api/newsletter/subscribers', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const SUBSCRIBERS_FILE = '/api/newsletter/export';
