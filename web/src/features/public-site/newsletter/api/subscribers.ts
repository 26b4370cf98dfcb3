import type { SubscriberList, SubscriberStatus } from '@landline/api/public-site/newsletter/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useGet } from '../../../../shared/http/use-get.ts';
import { newsletterKeys } from '../keys.ts';

/** GET /api/newsletter/subscribers: latest change first. */
export function useSubscribers(status: SubscriberStatus, page: number) {
  const query = { status, page };
  const options = { query, placeholderData: keepPreviousData };
  return useGet<SubscriberList>(newsletterKeys.subscribers(query), '/api/newsletter/subscribers', options);
}

export const SUBSCRIBERS_EXPORT_PATH = '/api/newsletter/export';
