import { liveKey } from '../../../shared/live/live-key.ts';

const all = liveKey(['subscribers'], 'inbox');

export const newsletterKeys = {
  subscribers: (query: Readonly<Record<string, unknown>>) => [...all, query],
};
