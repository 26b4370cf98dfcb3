import type { CandidateRow } from '@landline/api/property/candidates/contract';
import type { Dataset } from '@landline/api/property/datasets/contract';

type Parcel = Pick<CandidateRow, 'latitude' | 'longitude' | 'apn' | 'street_address' | 'city' | 'zip_code'>;
type Source = Pick<Dataset, 'state' | 'is_demo'>;

/** Returns links to a street map, satellite view and tilted 3D view of a parcel; null without coordinates. */
export function mapLinks({ latitude, longitude }: Parcel) {
  if (latitude === null || longitude === null) return null;
  const at = `${latitude},${longitude}`;
  const google = 'https://www.google.com/maps';
  return {
    map: `${google}/search/?api=1&query=${at}`,
    satellite: `${google}/@?api=1&map_action=map&center=${at}&zoom=19&basemap=satellite`,
    earth: `https://earth.google.com/web/@${at},0a,600d,35y,0h,55t,0r`,
  };
}

/** Returns whether a public parcel viewer covers the parcels of a dataset. */
export const hasParcelViewer = ({ state, is_demo }: Source) => !is_demo && (state === 'CA' || state === 'UT');

/** Checks a box around Los Angeles County, because other California counties use ten-digit parcel numbers too. */
const isInLosAngeles = ({ latitude, longitude }: Parcel) =>
  latitude !== null &&
  longitude !== null &&
  latitude > 32.7 &&
  latitude < 34.9 &&
  longitude > -119 &&
  longitude < -117.6;

/**
 * Returns the link to a public parcel viewer: the parcel's page in Los Angeles County, the state viewer in Utah,
 * otherwise null.
 */
export function parcelsLink(parcel: Parcel, dataset: Source): string | null {
  if (!hasParcelViewer(dataset)) return null;
  const digits = parcel.apn.replace(/\D/g, '');
  if (dataset.state === 'CA' && digits.length === 10 && isInLosAngeles(parcel)) {
    return `https://portal.assessor.lacounty.gov/parceldetail/${digits}`;
  }
  return dataset.state === 'UT' ? 'https://parcels.utah.gov/' : null;
}

/** Returns links to home valuation pages for the address and ZIP code; none for demo and industrial parcels. */
export function valuationLinks(
  { street_address, city, zip_code }: Parcel,
  { state, is_demo, property_type }: Source & Pick<Dataset, 'property_type'>,
): { label: string; href: string }[] {
  if (is_demo || property_type !== 'adu' || street_address === null) return [];
  const address = [street_address, city, state, zip_code]
    .filter(Boolean)
    .join(' ')
    .replace(/[\s,]+/g, '-');
  const zillow = {
    label: 'Zillow',
    href: `https://www.zillow.com/homes/${encodeURIComponent(address)}_rb/`,
  };
  if (zip_code === null) return [zillow];
  const href = `https://www.redfin.com/zipcode/${zip_code.slice(0, 5)}`;
  return [zillow, { label: `Redfin, ${zip_code}`, href }];
}
