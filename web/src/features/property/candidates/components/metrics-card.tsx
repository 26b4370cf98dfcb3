import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import {
  formatAcres,
  formatCount,
  formatRatio,
  formatSquareFeet,
  MISSING,
  wordsOf,
} from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { qualityFlagsOf } from '../data-quality.ts';
import { type Fact, Facts } from './facts.tsx';

const text = (value: string | null) => value || MISSING;
const area = (value: number | null) => value !== null && formatSquareFeet(value);

const BUILDING_AREA_SOURCES = {
  estimated: 'Estimated',
  county_adjusted: 'Adjusted to county records',
} as const;

/** Facts about the parcel and its buildings. */
export function MetricsCard({ candidate }: { candidate: CandidateDetail }) {
  const ios = candidate.property_type === 'ios';
  const source = candidate.building_area_source;
  const flags = qualityFlagsOf(candidate);
  const facts: (Fact | false)[] = [
    { label: 'Lot size', value: formatAcres(candidate.parcel_area), note: area(candidate.parcel_area) },
    { label: 'Open space', value: formatRatio(candidate.open_ratio), note: area(candidate.open_area) },
    {
      label: 'Building area',
      value: formatSquareFeet(candidate.building_area),
      note: source && BUILDING_AREA_SOURCES[source],
    },
    { label: 'Units', value: formatCount(candidate.units) },
    { label: 'Buildings', value: formatCount(candidate.building_count) },
    !ios && { label: 'Potential garages', value: formatCount(candidate.potential_garages_count) },
    { label: 'Year built', value: candidate.year_built ?? MISSING },
    { label: 'Zoning', value: text(candidate.zoning_code) },
    ios && { label: 'Property type', value: text(candidate.ios_property_type) },
    ios && { label: 'Lot use', value: text(candidate.lot_use) },
    ios && { label: 'Lot shape', value: text(candidate.lot_shape) },
    ios && { label: 'Topography', value: text(candidate.topography) },
    { label: 'Location', value: text([candidate.city, candidate.zip_code].filter(Boolean).join(' ')) },
    flags.length > 0 && { label: 'Data quality', value: flags.map(wordsOf).join(', ') },
  ];
  return (
    <Card title="Property metrics">
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </Card>
  );
}
