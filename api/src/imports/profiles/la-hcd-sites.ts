import { derive, type Profile } from '../mapping/profile.ts';

/** Sites of California's housing elements, with the county's outline measures (HCD site inventory). */
export const laHcdSites: Profile = {
  name: 'la-hcd-sites',
  signature: ['apn', 'general_plan', 'existing_use', 'site_status', 'used_in_prior_element'],
  columns: {
    apn: 'apn',
    city: 'city',
    zip: 'zip_code',
    zoning: 'zoning_code',
    parcel_acres: 'parcel_acres',
    existing_use: 'ios_property_type',
    latitude: 'latitude',
    longitude: 'longitude',
    rect_fill: 'rect_fill',
    compactness: 'compactness',
  },
  looksAt: ['situs_address', 'parcel_area_sqft', 'lot_area_sqft', 'use_group'],
  derived: [
    derive('street_address', "situs_address, unless it is the inventory's mark for none.", (_draft, cell) => {
      const address = cell('situs_address');
      return address === "'-" || address === '-' ? null : address;
    }),
    derive(
      'parcel_area',
      "The city's area in square feet, or that of the county's outline where the city gives 0.",
      (_draft, cell) => Number(cell('parcel_area_sqft')) || Number(cell('lot_area_sqft')) || null,
    ),
    derive('lot_use', 'The group of its existing use.', (_draft, cell) => {
      const group = cell('use_group');
      return group === 'commercial_other' ? 'commercial' : group;
    }),
  ],
};
