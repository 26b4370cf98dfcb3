import { liveKey } from '../../../shared/live/live-key.ts';

export const candidateKeys = {
  all: liveKey(['candidates'], 'candidates', 'environment', 'classifications', 'scores', 'scoring', 'grants'),
  list: (query: Readonly<Record<string, unknown>>) => ['candidates', 'list', query],
  one: (id: string) => ['candidates', 'one', id],
  breakdown: (id: string) => ['candidates', 'breakdown', id],
  points: (query: Readonly<Record<string, unknown>>) => ['candidates', 'points', query],
  histories: liveKey(['candidates', 'history'], 'history'),
  history: (id: string) => ['candidates', 'history', id],
};
