import { liveKey } from '../../../shared/live/live-key.ts';

export const staffKeys = {
  all: liveKey(['staff'], 'staff'),
  list: () => ['staff', 'list'],
};
