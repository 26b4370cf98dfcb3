import type { CandidateDetail } from '@landline/api/candidates/contract';
import {
  formatAcres,
  formatCount,
  formatRatio,
  formatSquareFeet,
  MISSING,
  wordsOf,
} from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { qualityOf } from '../quality.ts';
import { type Fact, Facts } from './facts.tsx';

const text = (value: string | null) => (value === null || value === '' ? MISSING : value);

const BUILDING_AREA_SOURCES = {
  estimated: 'Estimated',
  county_adjusted: 'Adjusted to county records',
} as const;

/** What is known about the parcel itself. */
export function MetricsCard({ candidate }: { candidate: CandidateDetail }) {
  const ios = candidate.property_type === 'ios';
  const facts: Fact[] = [
    {
      label: 'Lot size',
      value: formatAcres(candidate.parcel_area),
      note: candidate.parcel_area === null ? null : formatSquareFeet(candidate.parcel_area),
    },
    {
      label: 'Open space',
      value: formatRatio(candidate.open_ratio),
      note: candidate.open_area === null ? null : formatSquareFeet(candidate.open_area),
    },
    {
      label: 'Building area',
      value: formatSquareFeet(candidate.building_area),
      note: candidate.building_area_source && BUILDING_AREA_SOURCES[candidate.building_area_source],
    },
    { label: 'Units', value: formatCount(candidate.units) },
    { label: 'Buildings', value: formatCount(candidate.building_count) },
    ...(ios ? [] : [{ label: 'Potential garages', value: formatCount(candidate.potential_garages_count) }]),
    { label: 'Year built', value: candidate.year_built ?? MISSING },
    { label: 'Zoning', value: text(candidate.zoning_code) },
    ...(ios
      ? [
          { label: 'Property type', value: text(candidate.ios_property_type) },
          { label: 'Lot use', value: text(candidate.lot_use) },
          { label: 'Lot shape', value: text(candidate.lot_shape) },
          { label: 'Topography', value: text(candidate.topography) },
        ]
      : []),
    {
      label: 'Place',
      value: [candidate.city, candidate.zip_code].filter(Boolean).join(' ') || MISSING,
    },
  ];
  const warnings = qualityOf(candidate);
  return (
    <Card title="Property metrics">
      <Facts
        facts={
          warnings.length === 0
            ? facts
            : [...facts, { label: 'Data quality', value: warnings.map(wordsOf).join(', ') }]
        }
      />
    </Card>
  );
}
