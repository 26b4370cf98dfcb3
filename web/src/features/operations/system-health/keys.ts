import { liveKey } from '../../../shared/live/live-key.ts';

const stats = liveKey(['system', 'stats'], 'clients', 'staff', 'analytics', 'content-requests');

export const systemKeys = {
  stats: () => stats,
  worker: () => ['system', 'worker'],
  database: () => ['system', 'database'],
  ai: () => ['system', 'ai'],
  clients: () => ['system', 'clients'],
  security: () => ['system', 'security'],
};
