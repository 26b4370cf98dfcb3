import { liveKey } from '../../../shared/live/live-key.ts';

export const noteKeys = {
  all: liveKey(['notes'], 'notes'),
  of: (candidateId: string, filters: Readonly<Record<string, unknown>>) => ['notes', candidateId, filters],
  decision: (candidateId: string) => ['notes', 'decision', candidateId],
  reviews: (candidateId: string) => ['notes', 'reviews', candidateId],
};
