import { liveKey } from '../../../shared/live/live-key.ts';

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
  history: (clientId: string, pageId: string) => ['website', 'history', clientId, pageId],
};
