import type { CandidateRow } from '@landline/api/candidates/contract';
import type { Dataset } from '@landline/api/datasets/contract';

type Place = Pick<CandidateRow, 'latitude' | 'longitude' | 'apn' | 'street_address' | 'city' | 'zip_code'>;

/** A street map around the parcel; null when nobody knows where it is. */
export function mapLink({ latitude, longitude }: Place): string | null {
  if (latitude === null || longitude === null) return null;
  return `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`;
}

/** A satellite view of the parcel; null when nobody knows where it is. */
export function satelliteLink({ latitude, longitude }: Place): string | null {
  if (latitude === null || longitude === null) return null;
  return `https://www.google.com/maps/@?api=1&map_action=map&center=${latitude},${longitude}&zoom=19&basemap=satellite`;
}

/** A view from the side, with buildings. */
export function earthLink({ latitude, longitude }: Place): string | null {
  if (latitude === null || longitude === null) return null;
  return `https://earth.google.com/web/@${latitude},${longitude},0a,600d,35y,0h,55t,0r`;
}

type Recorded = Pick<Dataset, 'state' | 'is_demo'>;

/** Whether parcels of a dataset can be looked up in public records. */
export const hasParcelViewer = ({ state, is_demo }: Recorded) =>
  !is_demo && (state === 'CA' || state === 'UT');

/** A box around Los Angeles County: other counties of California have numbers of ten digits too. */
const isInLosAngeles = ({ latitude, longitude }: Place) =>
  latitude !== null &&
  longitude !== null &&
  latitude > 32.7 &&
  latitude < 34.9 &&
  longitude > -119 &&
  longitude < -117.6;

/**
 * The public parcel viewer of the county or state: of Los Angeles County by its ten-digit number, of Utah.
 * Made-up parcels are in none.
 */
export function parcelsLink(place: Place, dataset: Recorded): string | null {
  if (!hasParcelViewer(dataset)) return null;
  const digits = place.apn.replace(/\D/g, '');
  if (dataset.state === 'CA' && digits.length === 10 && isInLosAngeles(place)) {
    return `https://portal.assessor.lacounty.gov/parceldetail/${digits}`;
  }
  if (dataset.state === 'UT') return 'https://parcels.utah.gov/';
  return null;
}

/** Pages that value homes: of the address, and of its zip code. Made-up and industrial parcels are on none. */
export function valuationLinks(
  { street_address, city, zip_code }: Place,
  { state, is_demo, property_type }: Recorded & Pick<Dataset, 'property_type'>,
): { label: string; href: string }[] {
  if (is_demo || property_type !== 'adu' || street_address === null) return [];
  const address = [street_address, city, state, zip_code].filter(Boolean).join(' ');
  return [
    {
      label: 'Zillow',
      href: `https://www.zillow.com/homes/${encodeURIComponent(address.replace(/[\s,]+/g, '-'))}_rb/`,
    },
    ...(zip_code === null
      ? []
      : [{ label: `Redfin, ${zip_code}`, href: `https://www.redfin.com/zipcode/${zip_code.slice(0, 5)}` }]),
  ];
}
