import { liveKey } from '../../../shared/live/live-key.ts';

export const systemVersionKeys = {
  all: liveKey(['system-versions'], 'system-versions', 'staff'),
  list: () => ['system-versions', 'list'],
  statistics: () => ['system-versions', 'statistics'],
  golden: (id: string) => ['system-versions', 'golden', id],
  difference: (id: string) => ['system-versions', 'difference', id],
};
