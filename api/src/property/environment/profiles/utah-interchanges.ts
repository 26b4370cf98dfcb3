import type { LayerProfile } from './profile.ts';

/** Interchanges and stations of the Wasatch Front; only current interchanges give trucks access to a highway. */
export const utahInterchanges: LayerProfile = {
  name: 'utah-interchanges',
  signature: ['name', 'submode', 'status', 'mpo'],
  columns: { name: 'name', status: 'status', latitude: 'latitude', longitude: 'longitude' },
  rejectionReason(draft, cell) {
    const submode = cell('submode');
    if (submode !== 'Interchange') return `A ${submode ?? 'row without a submode'} is not an interchange`;
    return draft.status === 'Current' ? undefined : `Its status is ${draft.status ?? 'empty'}, not Current`;
  },
};
