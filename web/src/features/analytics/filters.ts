import { type AnalyticsQuery, TIMEFRAMES, type Timeframe } from '@landline/api/analytics/contract';
import { CONTENT_FILTER_LEVELS, type ContentFilterLevel } from '@landline/event-schemas';
import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from 'nuqs';

const KEYS = Object.keys(TIMEFRAMES) as Timeframe[]; // Object.keys forgets which

/** Spec 000 §9, in its words. */
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

/** What each level leaves out, as the projection does it. */
export const LEVEL_TEXTS: Readonly<Record<ContentFilterLevel, string>> = {
  basic: 'Leaves out abuse, and messages that hold no word.',
  moderate: 'Leaves out abuse, small talk, and messages with an e-mail address or a long number.',
  strict:
    'Leaves out abuse, small talk, e-mail addresses and long numbers, links, text in capitals, and messages of fewer than three words.',
};

/** What is looked at, as the address says it: 30 days and the basic filter unless said (spec 000 §9). */
export function useFilters() {
  const [{ timeframe, filterLevel, filterContent }, set] = useQueryStates({
    timeframe: parseAsStringLiteral(KEYS).withDefault('30d'),
    filterLevel: parseAsStringLiteral(CONTENT_FILTER_LEVELS).withDefault('basic'),
    filterContent: parseAsBoolean.withDefault(true),
  });
  return { filters: { timeframe, filterLevel, filterContent }, set };
}

export type Filters = ReturnType<typeof useFilters>['filters'];

/** As the calls take it; no client: all of them. */
export const queryOf = (filters: Filters, clientId: string | null) =>
  ({
    clientId: clientId ?? undefined,
    timeframe: filters.timeframe,
    filterLevel: filters.filterLevel,
    filterContent: filters.filterContent ? 'true' : 'false',
  }) satisfies AnalyticsQuery;

/** The same in an address of ours, without what is so anyway. */
export const addressOf = (filters: Filters, clientId: string | null): Record<string, string> => ({
  ...(clientId !== null && { clientId }),
  ...(filters.timeframe !== '30d' && { timeframe: filters.timeframe }),
  ...(filters.filterLevel !== 'basic' && { filterLevel: filters.filterLevel }),
  ...(!filters.filterContent && { filterContent: 'false' }),
});
