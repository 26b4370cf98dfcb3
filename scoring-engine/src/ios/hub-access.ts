import { type CandidateFeatures, METERS_PER_MILE } from '@landline/event-schemas';
import type { HubAccess } from '../breakdown.ts';
import type { ScoringModel } from '../model/document.ts';

const KINDS = {
  closest_interchange: 'Interchange',
  closest_rail_facility: 'Rail',
  closest_airport_cargo: 'Air cargo',
  closest_distribution_center: 'Distribution center',
} as const;
type Facilities = Pick<CandidateFeatures, keyof typeof KINDS>;

/**
 * Describes the distance to the closest hub, a facility of critical importance. The tooltip (`hover`) lists all known
 * infrastructure (spec 001 §3, §8).
 */
export function hubAccessOf(
  { bands, otherwise }: ScoringModel['ios']['hub_access'],
  features: Facilities,
): HubAccess {
  const facilities = (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) => {
    const facility = features[kind];
    return facility ? [{ ...facility, kind: KINDS[kind] }] : [];
  });
  if (facilities.length === 0) return { label: 'Unknown', hover: 'No infrastructure data available' };
  const hubs = facilities.filter(({ importance }) => importance?.toLowerCase() === 'critical');
  const nearest = Math.min(...hubs.map(({ distance_meters }) => distance_meters));
  return {
    label: bands.find(({ to }) => nearest <= to)?.label ?? otherwise,
    hover: facilities
      .toSorted((a, b) => a.distance_meters - b.distance_meters)
      .map(
        ({ kind, name, distance_meters }) =>
          `${kind}: ${name}, ${(distance_meters / METERS_PER_MILE).toFixed(1)} mi`,
      )
      .join('; '),
  };
}
