import { liveKey } from '../../../shared/live/live-key.ts';

export const contentRequestKeys = {
  all: liveKey(['content-requests'], 'content-requests'),
  of: (clientId: string) => ['content-requests', 'of', clientId],
  pending: () => ['content-requests', 'pending'],
};
