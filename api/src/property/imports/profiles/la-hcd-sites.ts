import { derive, type Profile } from '../mapping/profile.ts';

/** California HCD housing element sites with the county's outline measures. */
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
  derived: [
    derive(
      'street_address',
      'situs_address, unless it is the placeholder for a missing address.',
      (_draft, cell) => {
        const address = cell('situs_address');
        return address === "'-" || address === '-' ? null : address;
      },
    ),
    derive(
      'parcel_area',
      "The city's area in square feet, or the county outline's area if the city reports 0.",
      (_draft, cell) => Number(cell('parcel_area_sqft')) || Number(cell('lot_area_sqft')) || null,
    ),
    derive('lot_use', 'use_group, with commercial_other read as commercial.', (_draft, cell) => {
      const group = cell('use_group');
      return group === 'commercial_other' ? 'commercial' : group;
    }),
  ],
};
