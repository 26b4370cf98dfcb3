import { derive, type Profile } from '../mapping/profile.ts';

/** Warehouse CITY: industrial parcels of Southern California. */
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
  looksAt: ['category', 'year_built', 'year_unknown'],
  derived: [
    derive('year_built', 'Left out where year_unknown says that 1980 only stands in.', (_draft, cell) =>
      cell('year_unknown') === '0' ? Number(cell('year_built')) || null : null,
    ),
    derive('lot_use', 'industrial where the class is a storage, warehouse or industrial one.', (draft) =>
      /warehous|storage|industrial/i.test(draft.ios_property_type ?? '') ? 'industrial' : null,
    ),
  ],
  refuse: (cell) =>
    cell('category') === 'Planned and Approved'
      ? 'A planned project: its apn is a project name, not a parcel number'
      : undefined,
};
