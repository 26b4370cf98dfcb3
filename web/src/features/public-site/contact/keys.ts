import { liveKey } from '../../../shared/live/live-key.ts';

export const contactKeys = {
  all: liveKey(['contact-requests'], 'inbox', 'staff'),
  list: (query: Readonly<Record<string, unknown>>) => ['contact-requests', query],
};
