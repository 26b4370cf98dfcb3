import type { SubscriberList, SubscriberStatus } from '@landline/api/public-site/newsletter/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { newsletterKeys } from '../keys.ts';

/** GET /api/newsletter/subscribers: latest change first. */
export function useSubscribers(status: SubscriberStatus, page: number) {
  const query = { status, page };
  return useQuery({
    queryKey: newsletterKeys.subscribers(query),
    queryFn: ({ signal }) => request<SubscriberList>('/api/newsletter/subscribers', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const SUBSCRIBERS_EXPORT_URL = '/api/newsletter/export';
