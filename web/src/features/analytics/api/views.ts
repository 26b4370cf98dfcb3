import type {
  AnswerQualityAnalytics,
  FaqAnalytics,
  GapQueue,
  ShareableReport,
  UsageAnalytics,
  WordCloud,
} from '@landline/api/analytics/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { type Filters, queryOf } from '../filters.ts';

/** GET /api/ai/analytics/{view}: of a client, or of all where none is named. */
const ofView =
  <Answer>(view: string) =>
  (clientId: string | null, filters: Filters) => {
    const query = queryOf(filters, clientId);
    return useQuery({
      queryKey: keys.analytics.view(view, query),
      queryFn: ({ signal }) => request<Answer>(`/api/ai/analytics/${view}`, { query, signal }),
      placeholderData: keepPreviousData,
    });
  };

export const useUsage = ofView<UsageAnalytics>('usage-analytics');
export const useFaq = ofView<FaqAnalytics>('faq-analytics');
export const useAnswerQuality = ofView<AnswerQualityAnalytics>('answer-quality-analytics');
export const useWordCloud = ofView<WordCloud>('word-cloud');
export const useGaps = ofView<GapQueue>('gaps');
export const useReport = ofView<ShareableReport>('shareable-analytics');
