import { liveKey } from '../../../shared/live/live-key.ts';

export const clientKeys = {
  all: liveKey(['clients'], 'clients', 'widgets'),
  list: () => ['clients', 'list'],
  one: (clientId: string) => ['clients', 'one', clientId],
  overview: (clientId: string) => ['clients', 'overview', clientId],
};
