import { INDEX_FULL, type PageRecord, PLAN_FULL } from '@landline/api/assistant/website/contract';
import { formatCount } from '../../../shared/format.ts';
import type { Tone } from '../../../shared/ui/tag.tsx';

/** Statuses other than the first three have a neutral color (spec 002 §3). */
export const PAGE_STATUS: Readonly<Record<PageRecord['status'], { label: string; tone: Tone }>> = {
  completed: { label: 'Completed', tone: 'good' },
  error: { label: 'Error', tone: 'bad' },
  processing: { label: 'Processing', tone: 'accent' },
  pending: { label: 'Pending', tone: 'quiet' },
  ignored: { label: 'Ignored', tone: 'quiet' },
};

/** Labels for crawl stages. With a reason, a page shows the last stage that it reached. */
export const STAGES: Readonly<Record<NonNullable<PageRecord['stage']>, string>> = {
  robots: 'robots.txt',
  fetched: 'Fetching',
  extracted: 'Extracting',
  indexed: 'Indexing',
};
export const PAGE_STATUSES = ['completed', 'error', 'processing', 'pending', 'ignored'] as const;

/** Counts finished and total pages of a crawl. Newly found pages are pending until they are crawled. */
export function progressOf(pages: readonly Pick<PageRecord, 'status'>[]) {
  const done = pages.filter(({ status }) => status !== 'processing' && status !== 'pending').length;
  return { done, total: pages.length };
}

/**
 * Counts the pages that the last crawl left out because the plan's page limit (`skippedCount`) or the limit of passages
 * (`unindexedCount`) was reached. During a crawl, pages keep their earlier reason until their turn and do not count.
 */
export function ignoredCounts(pages: readonly Pick<PageRecord, 'status' | 'reason'>[]) {
  const ignored = pages.filter(({ status }) => status === 'ignored');
  return {
    skippedCount: ignored.filter(({ reason }) => reason?.startsWith(PLAN_FULL)).length,
    unindexedCount: ignored.filter(({ reason }) => reason === INDEX_FULL).length,
  };
}

/** Returns how much of the plan's page allowance is used (spec 002 §9). */
export function planUsageOf({ indexed, allowance }: { indexed: number; allowance: number }) {
  const remaining = Math.max(0, allowance - indexed);
  const share = allowance === 0 ? 1 : indexed / allowance;
  return {
    remaining,
    percent: Math.min(100, share * 100),
    level: remaining === 0 ? 'full' : share >= 0.8 ? 'near' : 'free',
  };
}

export const pageCount = (count: number) => `${formatCount(count)} ${count === 1 ? 'page' : 'pages'}`;
