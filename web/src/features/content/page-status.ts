import type { ScrapedPageRecord } from '@landline/api/scraping/contract';
import type { Tone } from '../../shared/ui/tag.tsx';

/** Other statuses than the first three are shown neutral (spec 002 §3). */
export const PAGE_STATUS: Readonly<Record<ScrapedPageRecord['status'], { label: string; tone: Tone }>> = {
  completed: { label: 'Completed', tone: 'good' },
  error: { label: 'Error', tone: 'bad' },
  processing: { label: 'Processing', tone: 'accent' },
  pending: { label: 'Pending', tone: 'quiet' },
  ignored: { label: 'Ignored', tone: 'quiet' },
};

/** How far a page came. */
export const STAGES: Readonly<Record<NonNullable<ScrapedPageRecord['stage']>, string>> = {
  robots: 'Checked',
  fetched: 'Fetched',
  extracted: 'Extracted',
  indexed: 'Indexed',
};
export const PAGE_STATUSES = ['completed', 'error', 'processing', 'pending', 'ignored'] as const;

/** Of the pages of a run, how many were read already. */
export function progressOf(pages: readonly Pick<ScrapedPageRecord, 'status'>[]) {
  const waiting = pages.filter(({ status }) => status === 'processing').length;
  return { done: pages.length - waiting, total: pages.length };
}

/** What of the plan's pages is used: said before it binds (spec 002 §9). */
export function allowanceOf({ indexed, allowance }: { indexed: number; allowance: number }) {
  const left = Math.max(0, allowance - indexed);
  const share = allowance === 0 ? 1 : indexed / allowance;
  return {
    left,
    percent: Math.min(100, share * 100),
    level: left === 0 ? 'full' : share >= 0.8 ? 'near' : 'free',
  };
}
