import { liveKey } from '../../../shared/live/live-key.ts';

export const systemVersionKeys = {
  all: liveKey(['system-versions'], 'system-versions'),
  list: () => ['system-versions', 'list'],
  statistics: () => ['system-versions', 'statistics'],
  difference: (id: string) => ['system-versions', 'difference', id],
};
