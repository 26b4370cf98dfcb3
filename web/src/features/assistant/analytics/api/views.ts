import type {
  AnswerQualityAnalytics,
  FaqAnalytics,
  GapQueue,
  ShareableReport,
  UsageAnalytics,
  WordCloud,
} from '@landline/api/assistant/analytics/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { type Filters, queryOf } from '../filters.ts';
import { analyticsKeys } from '../keys.ts';

/** GET /api/ai/analytics/{view}, for one client or for all. */
const viewHook =
  <Answer>(view: string) =>
  (clientId: string | null, filters: Filters) => {
    const query = queryOf(filters, clientId);
    return useQuery({
      queryKey: analyticsKeys.view(view, query),
      queryFn: ({ signal }) => request<Answer>(`/api/ai/analytics/${view}`, { query, signal }),
      placeholderData: keepPreviousData,
    });
  };

export const useUsage = viewHook<UsageAnalytics>('usage-analytics');
export const useFaq = viewHook<FaqAnalytics>('faq-analytics');
export const useAnswerQuality = viewHook<AnswerQualityAnalytics>('answer-quality-analytics');
export const useWordCloud = viewHook<WordCloud>('word-cloud');
export const useGaps = viewHook<GapQueue>('gaps');
export const useReport = viewHook<ShareableReport>('shareable-analytics');
