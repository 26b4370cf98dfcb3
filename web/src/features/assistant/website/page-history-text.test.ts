import { PAGE_CUT, type PageHistory } from '@landline/api/assistant/website/contract';
import { expect, test } from 'vitest';
import { pageHistoryText } from './page-history-text.ts';

const ENTRY: PageHistory['entries'][number] = {
  at: '2026-01-01T00:00:00Z',
  type: 'PageScraped',
  by: null,
  status: null,
  stage: null,
  reason: null,
  changed: null,
  fetch_ms: null,
  priority: null,
  file: null,
  content_deleted: null,
};

test.each([
  [{ changed: true, fetch_ms: 88 }, 'Content updated (fetched in 88 ms)'],
  [{ changed: false, fetch_ms: 88 }, 'No change (fetched in 88 ms)'],
  [
    { changed: true, fetch_ms: 88, reason: PAGE_CUT },
    'Content updated (fetched in 88 ms). Only the first 200,000 characters are searched',
  ],
  [
    { type: 'PageIgnored', stage: 'robots', reason: 'Blocked by robots.txt' },
    'Ignored before fetching: Blocked by robots.txt',
  ],
  [
    { type: 'PageIgnored', stage: 'indexed', reason: 'The limit is reached' },
    'Ignored while indexing: The limit is reached',
  ],
  [
    { type: 'PageScrapeFailed', stage: 'fetched', reason: 'The server returned status 503' },
    'Failed while fetching: The server returned status 503',
  ],
  [{ type: 'PageBlacklisted', content_deleted: true }, 'Blacklisted, content deleted'],
  [{ type: 'PageBlacklisted', content_deleted: false }, 'Blacklisted'],
  [{ type: 'PageDeleted' }, 'Deleted'],
  [{ type: 'PageMovedByALaterRelease' }, 'Changed'],
] as const)('describes %j', (entry, text) => {
  expect(pageHistoryText({ ...ENTRY, ...entry }, false)).toBe(text);
});

test('does not say how fast an uploaded file was fetched', () => {
  expect(pageHistoryText({ ...ENTRY, changed: true, fetch_ms: 0 }, true)).toBe('Content updated');
});
