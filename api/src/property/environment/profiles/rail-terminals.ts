import type { LayerProfile } from './profile.ts';

/** Freight terminals. Terminals that also serve a port handle the most freight and count as hubs. */
export const railTerminals: LayerProfile = {
  name: 'rail-terminals',
  signature: ['terminal_name', 'type', 'precision'],
  columns: { terminal_name: 'name', city: 'site_address', latitude: 'latitude', longitude: 'longitude' },
  complete(draft, cell) {
    draft.importance = cell('type')?.includes('port') ? 'critical' : 'major';
  },
};
