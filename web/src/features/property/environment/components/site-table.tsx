import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import { Box, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { formatDistance } from '../../../../shared/format.ts';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { layerOf } from '../findings.ts';
import { datesOf } from '../site-dates.ts';
import classes from './site-table.module.css';
import { SourceNote } from './source-note.tsx';

/** Number of sites listed before "Show all". */
const LISTED_SITES = 8;

/** Regulated sites within a mile, nearest first, with distance and source. */
export function SiteTable({ candidate }: { candidate: CandidateDetail }) {
  const [isExpanded, setExpanded] = useState(false);
  const sites = candidate.ios_epa_facilities?.toSorted((a, b) => a.distance_feet - b.distance_feet) ?? [];
  if (sites.length === 0) return null;
  return (
    <Box mt="md">
      <DataTable
        label="Regulated sites nearby"
        scrolls
        className={classes.table}
        rows={isExpanded ? sites : sites.slice(0, LISTED_SITES)}
        keyOf={(_, index) => index} // a source may list the same site twice
        columns={[
          {
            header: 'Regulated site',
            cell: ({ site_name, site_address }) => (
              <>
                {site_name}
                {site_address && <small>{site_address}</small>}
              </>
            ),
          },
          {
            header: 'Type and status',
            cell: (site) => {
              const type = [...new Set([site.source, site.contamination_type])].filter(Boolean).join(': ');
              const dates = datesOf(site);
              return (
                <>
                  <Text span inherit lineClamp={2} title={type}>
                    {type}
                  </Text>
                  {site.regulatory_status && <small>{site.regulatory_status}</small>}
                  {dates && <small>{dates}</small>}
                  <SourceNote candidate={candidate} layer={layerOf(candidate, site.layer_id)} />
                </>
              );
            },
          },
          {
            header: 'Distance',
            isNumeric: true,
            className: classes.distance,
            cell: ({ is_onsite, distance_feet }) => (
              <>
                {is_onsite && <Tag tone="bad">On-site</Tag>}
                <span>{formatDistance(distance_feet)}</span>
              </>
            ),
          },
        ]}
      />
      {sites.length > LISTED_SITES && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          onClick={() => setExpanded(!isExpanded)}
          aria-expanded={isExpanded}
        >
          {isExpanded ? 'Show the nearest' : `Show all ${sites.length} sites`}
        </Button>
      )}
    </Box>
  );
}
