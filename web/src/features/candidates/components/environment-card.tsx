import type { Breakdown, CandidateDetail } from '@landline/api/candidates/contract';
import {
  type Icon,
  IconAlertOctagon,
  IconCircleCheck,
  IconClock,
  IconEye,
  IconEyeSearch,
} from '@tabler/icons-react';
import { formatDistance } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import table from '../../../shared/ui/table.module.css';
import { useBreakdown } from '../api/get-breakdown.ts';
import classes from './environment-card.module.css';

type Environment = Extract<Breakdown, { property_type: 'ios' }>['environmental'];
type Finding = Environment['soil'];
type Status = Finding['status'];

const STATUS: Record<Status, { icon: Icon; label: string }> = {
  clear: { icon: IconCircleCheck, label: 'Clear' },
  review: { icon: IconEyeSearch, label: 'Review' },
  critical: { icon: IconAlertOctagon, label: 'Critical' },
  pending: { icon: IconClock, label: 'Pending' },
};

/** Environmental due diligence (spec 001 §4). */
export function EnvironmentCard({ candidate }: { candidate: CandidateDetail }) {
  const { data: breakdown } = useBreakdown(candidate.id);
  const environment = breakdown?.property_type === 'ios' ? breakdown.environmental : null;
  const facilities = candidate.ios_epa_facilities;
  return (
    <Card
      title={environment?.header ?? 'Environmental Considerations'}
      aside={environment?.grade && <GradeNote environment={environment} />}
    >
      {environment && (
        <ul className={classes.findings}>
          <FindingRow
            finding={environment.contamination}
            {...(environment.contamination.monitoring_only && { icon: IconEye })}
          />
          <FindingRow finding={environment.flood} />
          <FindingRow finding={environment.soil} />
        </ul>
      )}
      {candidate.is_demo && (
        <p className={classes.note}>Flood, soil and tank findings of this demo parcel are made up.</p>
      )}
      {facilities && facilities.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
        <section className={table.frame} tabIndex={0} aria-label="Regulated sites nearby">
          <table className={`${table.table} ${classes.sites}`}>
            <thead>
              <tr>
                <th>Regulated site</th>
                <th>Source</th>
                <th>Status</th>
                <th data-num>Distance</th>
              </tr>
            </thead>
            <tbody>
              {facilities.map((site) => (
                <tr key={`${site.site_name}/${site.source}/${site.distance_feet}`}>
                  <td>
                    {site.site_name}
                    {site.contamination_type && <small>{site.contamination_type}</small>}
                  </td>
                  <td>{site.source}</td>
                  <td>{site.regulatory_status ?? ''}</td>
                  <td data-num>{site.is_onsite ? 'On-site' : formatDistance(site.distance_feet)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}

function GradeNote({ environment: { grade, multiplier } }: { environment: Environment }) {
  return (
    <span className={classes.grade}>
      Grade {grade}
      {multiplier < 1 && (
        <span className="num">, takes {Math.round((1 - multiplier) * 100)} % of the score</span>
      )}
    </span>
  );
}

interface FindingRowProps {
  finding: Finding;
  icon?: Icon;
}

function FindingRow({ finding: { status, text }, icon }: FindingRowProps) {
  const Mark = icon ?? STATUS[status].icon;
  return (
    <li className={classes.finding}>
      <span className={classes.status} data-status={status}>
        <Mark size={18} stroke={1.7} /> {STATUS[status].label}
      </span>
      <span>{text}</span>
    </li>
  );
}
