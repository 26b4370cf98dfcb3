import type { CandidateDetail } from '@landline/api/candidates/contract';
import {
  type Icon,
  IconAlertOctagon,
  IconCircleCheck,
  IconClock,
  IconEye,
  IconEyeSearch,
} from '@tabler/icons-react';
import { formatDate } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { useBreakdown } from '../../candidates/api/get-breakdown.ts';
import { type Environment, type Finding, findingsOf, type Status } from '../findings.ts';
import classes from './environment-card.module.css';
import { SiteTable } from './site-table.tsx';
import { OwnSource, SourceNote } from './source-note.tsx';
import { TankList } from './tank-list.tsx';

const STATUS: Record<Status, { icon: Icon; label: string }> = {
  clear: { icon: IconCircleCheck, label: 'Clear' },
  review: { icon: IconEyeSearch, label: 'Review' },
  critical: { icon: IconAlertOctagon, label: 'Critical' },
  pending: { icon: IconClock, label: 'Pending' },
};

/** The styles of grades (spec 001 §4). */
const GRADE_STYLE = {
  A: 'excellent',
  B: 'good',
  C: 'fair',
  D: 'poor',
  E: 'unsuitable',
  F: 'unsuitable',
} as const;

/** Environmental due diligence (spec 001 §4): the grade, what it rests on, and every site within a mile. */
export function EnvironmentCard({ candidate }: { candidate: CandidateDetail }) {
  const { data: breakdown } = useBreakdown(candidate.id);
  const environment = breakdown?.property_type === 'ios' ? breakdown.environmental : null;
  return (
    <Card
      title={environment?.header ?? 'Environmental Considerations'}
      aside={environment?.grade && <Grade grade={environment.grade} />}
    >
      {environment && (
        <>
          {environment.grade && <Figures environment={environment} />}
          <ul className={classes.findings}>
            {findingsOf(candidate, environment).map((finding) => (
              <FindingRow key={finding.topic} finding={finding} candidate={candidate} />
            ))}
          </ul>
        </>
      )}
      <SiteTable candidate={candidate} />
      {candidate.environment && (
        <p className={classes.note}>
          Looked up {formatDate(candidate.environment.assessed_at)}. Distances are from the middle of the
          parcel; what lies within 300 ft counts as on-site.
        </p>
      )}
    </Card>
  );
}

function Grade({ grade }: { grade: NonNullable<Environment['grade']> }) {
  return (
    <span className={classes.grade} data-grade={GRADE_STYLE[grade]}>
      Grade {grade}
    </span>
  );
}

function Figures({
  environment: { weighted_score, multiplier, facilities_counted },
}: {
  environment: Environment;
}) {
  const taken = Math.round((1 - multiplier) * 100);
  const figures: [string, string][] = [
    ['Weighted score', weighted_score?.toFixed(1) ?? ''],
    ['Multiplier', `× ${multiplier}`],
    ['Adjustment', taken === 0 ? '0 %' : `−${taken} %`],
    ['Sites within a mile', String(facilities_counted)],
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function FindingRow({ finding, candidate }: { finding: Finding; candidate: CandidateDetail }) {
  const { topic, status, text, isMonitoringOnly, tanks = [], layers, isOwn } = finding;
  const Mark = isMonitoringOnly ? IconEye : STATUS[status].icon;
  return (
    <li className={classes.finding}>
      <span className={classes.status} data-status={status}>
        <Mark
          size={18}
          stroke={1.7}
          aria-label={isMonitoringOnly ? 'Monitoring only' : undefined}
          aria-hidden={!isMonitoringOnly}
        />{' '}
        {STATUS[status].label}
      </span>
      <div>
        <strong>{topic}</strong>
        <span>{text}</span>
        <TankList tanks={tanks} />
        {layers.map((layer) => (
          <SourceNote key={layer.layer_id} layer={layer} />
        ))}
        {isOwn && (
          <OwnSource imported={formatDate(candidate.source.imported_at)} isDemo={candidate.is_demo} />
        )}
      </div>
    </li>
  );
}
