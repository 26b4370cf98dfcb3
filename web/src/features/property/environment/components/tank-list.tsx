import { formatBothUnits } from '../../../../shared/format.ts';
import { Tag } from '../../../../shared/ui/tag.tsx';
import type { Tank } from '../findings.ts';
import { datesOf } from '../site-dates.ts';
import classes from './tank-list.module.css';

const SOURCE: Record<Tank['contamination_source'], { label: string; tone: 'bad' | 'notice' | 'quiet' }> = {
  LUST: { label: 'LUST on site', tone: 'bad' },
  UST: { label: 'UST on site', tone: 'notice' },
  LUST_NEARBY: { label: 'LUST nearby', tone: 'notice' },
  UST_NEARBY: { label: 'UST nearby', tone: 'quiet' },
};

/** Storage tanks on the parcel and within 800 ft, nearest first (spec 001 §3). */
export function TankList({ tanks }: { tanks: readonly Tank[] }) {
  if (tanks.length === 0) return null;
  return (
    <ul className={classes.tanks} aria-label="Storage tanks">
      {tanks.map((tank, index) => {
        const { label, tone } = SOURCE[tank.contamination_source];
        const more = [tank.site_address, datesOf(tank)].filter(Boolean).join('; ');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a source may list the same tank twice
          <li key={index}>
            <span className={classes.name}>{tank.facility_name}</span>
            <Tag tone={tone}>{label}</Tag>
            <span className={`${classes.distance} num`}>{formatBothUnits(tank.distance_feet)}</span>
            {more && <small>{more}</small>}
          </li>
        );
      })}
    </ul>
  );
}
