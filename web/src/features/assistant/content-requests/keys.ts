import { liveKey } from '../../../shared/live/live-key.ts';

/** Pending requests name their clients. */
const pending = liveKey(['content-requests', 'pending'], 'clients');

export const contentRequestKeys = {
  all: liveKey(['content-requests'], 'content-requests', 'conversations'),
  of: (clientId: string) => ['content-requests', 'of', clientId],
  pending: () => pending,
};
