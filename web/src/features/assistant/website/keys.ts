import { liveKey } from '../../../shared/live/live-key.ts';

/** The history of a page is read from the audit trail. */
const histories = liveKey(['website', 'history'], 'audit');

export const websiteKeys = {
  all: liveKey(['website'], 'pages'),
  pages: (clientId: string) => ['website', 'pages', clientId],
  content: (clientId: string, query: Readonly<Record<string, unknown>>) => [
    'website',
    'content',
    clientId,
    query,
  ],
  blacklisted: (clientId: string) => ['website', 'blacklisted', clientId],
  history: (clientId: string, pageId: string) => [...histories, clientId, pageId],
};
