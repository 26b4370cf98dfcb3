import type { AnalyticsQuery, Timeframe } from '@landline/api/assistant/analytics/contract';
import { CONTENT_FILTER_LEVELS, type ContentFilterLevel } from '@landline/event-schemas';
import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from 'nuqs';

/** Timeframes with the labels of spec 000 §9. */
export const TIMEFRAME_OPTIONS: readonly { value: Timeframe; label: string }[] = [
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: '180d', label: '180 days' },
  { value: '1y', label: '1 year' },
];

export const LEVEL_OPTIONS: readonly { value: ContentFilterLevel; label: string }[] = [
  { value: 'basic', label: 'Basic' },
  { value: 'moderate', label: 'Moderate' },
  { value: 'strict', label: 'Strict' },
];

/** Content that each level excludes; the analytics projection applies the rules. */
export const LEVEL_TEXTS: Readonly<Record<ContentFilterLevel, string>> = {
  basic: 'Filters out abuse and messages without words.',
  moderate: 'Filters out abuse, small talk, messages without words, email addresses and long numbers.',
  strict:
    'Filters out abuse, small talk, email addresses, long numbers, links, all-caps text, and messages with fewer than three words.',
};

/** Reads the filters from the URL; defaults are 30 days and the basic filter (spec 000 §9). */
export function useFilters() {
  const [{ timeframe, filterLevel, filterContent }, set] = useQueryStates({
    timeframe: parseAsStringLiteral(TIMEFRAME_OPTIONS.map(({ value }) => value)).withDefault('30d'),
    filterLevel: parseAsStringLiteral(CONTENT_FILTER_LEVELS).withDefault('basic'),
    filterContent: parseAsBoolean.withDefault(true),
  });
  return { filters: { timeframe, filterLevel, filterContent }, set };
}

export type Filters = ReturnType<typeof useFilters>['filters'];

/** Returns the API's query parameters; a null client means all clients. */
export const queryOf = (filters: Filters, clientId: string | null) =>
  ({
    clientId: clientId ?? undefined,
    timeframe: filters.timeframe,
    filterLevel: filters.filterLevel,
    filterContent: filters.filterContent ? 'true' : 'false',
  }) satisfies AnalyticsQuery;

/** Returns the page's query parameters; filters with their default value are omitted. */
export const pageParamsOf = (filters: Filters, clientId: string | null): Record<string, string> => ({
  ...(clientId !== null && { clientId }),
  ...(filters.timeframe !== '30d' && { timeframe: filters.timeframe }),
  ...(filters.filterLevel !== 'basic' && { filterLevel: filters.filterLevel }),
  ...(!filters.filterContent && { filterContent: 'false' }),
});
