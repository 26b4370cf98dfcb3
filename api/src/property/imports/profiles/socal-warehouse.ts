import { derive, type Profile } from '../mapping/profile.ts';

/** Warehouse map of Southern California: industrial parcels. */
export const socalWarehouse: Profile = {
  name: 'socal-warehouse',
  signature: ['apn', 'class', 'category', 'year_unknown', 'shape_area_sqft_source'],
  columns: {
    apn: 'apn',
    place: 'city',
    class: 'ios_property_type',
    parcel_area_sqft: 'parcel_area',
    parcel_acres: 'parcel_acres',
    rect_fill: 'rect_fill',
    latitude: 'latitude',
    longitude: 'longitude',
    geometry: 'geometry',
  },
  derived: [
    derive('year_built', 'Empty if year_unknown marks 1980 as a placeholder.', (_draft, cell) =>
      cell('year_unknown') === '0' ? Number(cell('year_built')) || null : null,
    ),
    derive('lot_use', 'industrial if the class is storage, warehouse or industrial.', (draft) =>
      /warehous|storage|industrial/i.test(draft.ios_property_type ?? '') ? 'industrial' : null,
    ),
  ],
  rejectionReason: (cell) =>
    cell('category') === 'Planned and Approved'
      ? 'Is a planned project: its APN is a project name, not a parcel number'
      : undefined,
};
