import { liveKey } from '../../../shared/live/live-key.ts';

export const erasureKeys = {
  all: liveKey(['erasures'], 'erasures', 'clients', 'staff'),
  list: () => ['erasures', 'list'],
  people: (by: string, term: string, page: number) => ['erasures', 'people', by, term, page],
  retention: () => ['erasures', 'retention'],
};
