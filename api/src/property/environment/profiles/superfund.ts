import type { LayerProfile } from './profile.ts';

const STATUS: Readonly<Record<string, string>> = {
  F: 'Final NPL site',
  D: 'Deleted from the NPL',
  P: 'Proposed NPL site',
};

/** Superfund sites of the National Priorities List as published by the GAO. Deleted sites were cleaned up and stay listed. */
export const superfund: LayerProfile = {
  name: 'superfund',
  signature: ['epa_id', 'site_name', 'npl_status'],
  columns: {
    epa_id: 'facility_id',
    site_name: 'name',
    address: 'site_address',
    latitude: 'latitude',
    longitude: 'longitude',
  },
  complete(draft, cell) {
    const status = cell('npl_status') ?? '';
    draft.source = 'NPL';
    draft.contamination_type = 'Superfund';
    draft.regulatory_status = STATUS[status] ?? status;
  },
};
