import type { LayerProfile } from './profile.ts';

/** Facilities with air emissions in the EPA National Emissions Inventory. */
export const epaNei: LayerProfile = {
  name: 'epa-nei',
  signature: ['eis_facility_id', 'facility_name', 'facility_type', 'naics'],
  columns: {
    eis_facility_id: 'facility_id',
    facility_name: 'name',
    street_address: 'site_address',
    top_pollutants: 'contamination_type',
    latitude: 'latitude',
    longitude: 'longitude',
  },
  complete(draft) {
    draft.source = 'Air emissions';
  },
  rejectionReason: (draft) =>
    /various locations/i.test(draft.site_address ?? '')
      ? 'Operates at various locations, so its coordinates are only nominal'
      : undefined,
};
