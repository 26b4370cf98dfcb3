import type {
  AnswerQualityAnalytics,
  FaqAnalytics,
  GapQueue,
  ShareableReport,
  UsageAnalytics,
  WordCloud,
} from '@landline/api/assistant/analytics/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useGet } from '../../../../shared/http/use-get.ts';
import { type Filters, queryOf } from '../filters.ts';
import { analyticsKeys } from '../keys.ts';

/** GET /api/ai/analytics/{view}, for one client or for all. */
const viewHook =
  <Result>(view: string) =>
  (clientId: string | null, filters: Filters) => {
    const query = queryOf(filters, clientId);
    return useGet<Result>(analyticsKeys.view(view, query), `/api/ai/analytics/${view}`, {
      query,
      placeholderData: keepPreviousData,
    });
  };

export const useUsage = viewHook<UsageAnalytics>('usage-analytics');
export const useFaq = viewHook<FaqAnalytics>('faq-analytics');
export const useAnswerQuality = viewHook<AnswerQualityAnalytics>('answer-quality-analytics');
export const useWordCloud = viewHook<WordCloud>('word-cloud');
export const useGaps = viewHook<GapQueue>('gaps');
export const useReport = viewHook<ShareableReport>('shareable-analytics');
