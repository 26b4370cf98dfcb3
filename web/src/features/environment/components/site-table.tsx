import type { CandidateDetail } from '@landline/api/candidates/contract';
import type { EpaFacility } from '@landline/event-schemas';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatBothUnits, formatDate } from '../../../shared/format.ts';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import { layerOf } from '../findings.ts';
import { datesOf } from '../site-dates.ts';
import classes from './site-table.module.css';
import { OwnSource, SourceNote } from './source-note.tsx';

/** Of the nearest so many are shown at first. */
const SHOWN = 8;

/** Regulated sites within a mile, nearest first, each with the distance and where it is from. */
export function SiteTable({ candidate }: { candidate: CandidateDetail }) {
  const [all, setAll] = useState(false);
  const sites = candidate.ios_epa_facilities?.toSorted((a, b) => a.distance_feet - b.distance_feet) ?? [];
  if (sites.length === 0) return null;
  return (
    <div className={classes.sites}>
      <ScrollFrame label="Regulated sites nearby">
        <table className={`${table.table} ${classes.table}`}>
          <thead>
            <tr>
              <th>Regulated site</th>
              <th>Kind and status</th>
              <th data-num>Distance</th>
            </tr>
          </thead>
          <tbody>
            {(all ? sites : sites.slice(0, SHOWN)).map((site, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a source may list the same site twice
              <SiteRow key={index} site={site} candidate={candidate} />
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      {sites.length > SHOWN && (
        <Button variant="default" size="xs" mt="xs" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'Show the nearest' : `Show all ${sites.length} sites`}
        </Button>
      )}
    </div>
  );
}

function SiteRow({ site, candidate }: { site: EpaFacility; candidate: CandidateDetail }) {
  const { site_name, site_address, source, contamination_type, regulatory_status, distance_feet, is_onsite } =
    site;
  const layer = layerOf(candidate, site.layer_id);
  const kind = [source, contamination_type]
    .filter((text, n, all) => text && all.indexOf(text) === n)
    .join(': ');
  const dates = datesOf(site);
  return (
    <tr>
      <td>
        {site_name}
        {site_address && <small>{site_address}</small>}
      </td>
      <td>
        <span className={classes.kind} title={kind}>
          {kind}
        </span>
        {regulatory_status && <small>{regulatory_status}</small>}
        {dates && <small>{dates}</small>}
        {layer ? (
          <SourceNote layer={layer} />
        ) : (
          <OwnSource imported={formatDate(candidate.source.imported_at)} isDemo={candidate.is_demo} />
        )}
      </td>
      <td data-num className={classes.distance}>
        {is_onsite && <Tag tone="bad">On-site</Tag>}
        <span>{formatBothUnits(distance_feet)}</span>
      </td>
    </tr>
  );
}
