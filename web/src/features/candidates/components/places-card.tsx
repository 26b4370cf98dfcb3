import type { CandidateDetail } from '@landline/api/candidates/contract';
import { FEET_PER_METER, type Infrastructure } from '@landline/event-schemas';
import { formatBothUnits, formatDate } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { OwnSource, SourceNote } from '../../environment/components/source-note.tsx';
import { layerOf } from '../../environment/findings.ts';
import { useBreakdown } from '../api/get-breakdown.ts';
import { Facts } from './facts.tsx';

const KINDS = [
  ['closest_interchange', 'Interchange'],
  ['closest_rail_facility', 'Rail facility'],
  ['closest_airport_cargo', 'Air cargo'],
  ['closest_distribution_center', 'Distribution center'],
] as const;

/** How far it is to what trucks, trains and planes need. */
export function PlacesCard({ candidate }: { candidate: CandidateDetail }) {
  const { data: breakdown } = useBreakdown(candidate.id);
  const hubAccess = breakdown?.property_type === 'ios' ? breakdown.hub_access : null;
  return (
    <Card
      title="Infrastructure access"
      aside={hubAccess && <Tag title={hubAccess.hover}>{hubAccess.label}</Tag>}
    >
      <Facts
        facts={KINDS.map(([field, label]) => ({
          label,
          value: <Distance place={candidate[field]} />,
          note: candidate[field] && <Origin candidate={candidate} place={candidate[field]} />,
        }))}
      />
    </Card>
  );
}

function Distance({ place }: { place: Infrastructure | null }) {
  if (place === null) return <span title="No infrastructure data available">Unknown</span>;
  return (
    <>
      {formatBothUnits(place.distance_meters * FEET_PER_METER)}{' '}
      {place.importance === 'critical' && <Tag tone="good">Hub</Tag>}
    </>
  );
}

/** Its name, and who says that it is there. */
function Origin({ candidate, place }: { candidate: CandidateDetail; place: Infrastructure }) {
  const layer = layerOf(candidate, place.layer_id);
  return (
    <>
      {place.name}
      {layer ? (
        <SourceNote layer={layer} />
      ) : (
        <OwnSource imported={formatDate(candidate.source.imported_at)} isDemo={candidate.is_demo} />
      )}
    </>
  );
}
