import type { LayerProfile } from './profile.ts';

/** Freight terminals; one that also serves a port handles the most, and counts as a hub. */
export const railTerminals: LayerProfile = {
  name: 'rail-terminals',
  signature: ['terminal_name', 'type', 'precision'],
  columns: { terminal_name: 'name', city: 'site_address', latitude: 'latitude', longitude: 'longitude' },
  complete(draft, cell) {
    draft.importance = cell('type')?.includes('port') ? 'critical' : 'major';
  },
};
