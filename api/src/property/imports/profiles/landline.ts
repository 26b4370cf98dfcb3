import { IMPORT_FIELDS, type ImportField } from '../fields.ts';
import type { Profile } from '../mapping/profile.ts';

/** Our own format: columns are named like the fields (spec 001 §3). */
export const landline: Profile = {
  name: 'landline',
  signature: ['apn', 'street_address', 'parcel_area', 'building_area'],
  columns: Object.fromEntries(IMPORT_FIELDS.map((field) => [field, field])) as Record<
    ImportField,
    ImportField
  >,
};
