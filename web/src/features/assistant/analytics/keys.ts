import { liveKey } from '../../../shared/live/live-key.ts';

/** A system version sets the number of messages that a plan includes. */
const billing = liveKey(['analytics', 'billing'], 'system-versions');

export const analyticsKeys = {
  all: liveKey(['analytics'], 'analytics', 'content-requests', 'golden-questions'),
  view: (view: string, query: Readonly<Record<string, unknown>>) => ['analytics', view, query],
  billing: (clientId: string | null) => [...billing, clientId],
};
