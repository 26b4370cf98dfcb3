import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import { FEET_PER_METER, type Infrastructure } from '@landline/event-schemas';
import { formatDistance } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { SourceNote } from '../../environment/components/source-note.tsx';
import { layerOf } from '../../environment/findings.ts';
import { useBreakdown } from '../api/candidates.ts';
import { Facts } from './facts.tsx';

const KINDS = [
  ['closest_interchange', 'Interchange'],
  ['closest_rail_facility', 'Rail facility'],
  ['closest_airport_cargo', 'Air cargo'],
  ['closest_distribution_center', 'Distribution center'],
] as const;

/** Distances to highways, rail, air cargo and distribution centers. */
export function InfrastructureCard({ candidate }: { candidate: CandidateDetail }) {
  const { data: breakdown } = useBreakdown(candidate.id);
  const hubAccess = breakdown?.property_type === 'ios' ? breakdown.hub_access : null;
  return (
    <Card
      title="Infrastructure access"
      aside={hubAccess && <Tag title={hubAccess.hover}>{hubAccess.label}</Tag>}
    >
      <Facts
        facts={KINDS.map(([field, label]) => {
          const place = candidate[field];
          const source = place && (
            <>
              {place.name}
              <SourceNote candidate={candidate} layer={layerOf(candidate, place.layer_id)} />
            </>
          );
          return { label, value: <Distance place={place} />, note: source };
        })}
      />
    </Card>
  );
}

function Distance({ place }: { place: Infrastructure | null }) {
  if (place === null) return <span title="No infrastructure data available">Unknown</span>;
  return (
    <>
      {formatDistance(place.distance_meters * FEET_PER_METER)}{' '}
      {place.importance === 'critical' && <Tag tone="good">Hub</Tag>}
    </>
  );
}
