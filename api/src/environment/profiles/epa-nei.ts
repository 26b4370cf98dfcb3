import type { LayerProfile } from './profile.ts';

/** Facilities of EPA's National Emissions Inventory, one row each: they emit into the air, and are watched for it. */
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
  refuse: (draft) =>
    /various locations/i.test(draft.site_address ?? '')
      ? 'It works at various locations: its position is nominal'
      : undefined,
};
