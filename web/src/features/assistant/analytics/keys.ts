import { liveKey } from '../../../shared/live/live-key.ts';

export const analyticsKeys = {
  all: liveKey(['analytics'], 'analytics', 'golden-questions'),
  view: (view: string, query: Readonly<Record<string, unknown>>) => ['analytics', view, query],
  billing: (clientId: string | null) => ['analytics', 'billing', clientId],
};
