import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import type { Dataset } from '@landline/api/property/datasets/contract';
import { Anchor, Group } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import common from '../../../../shared/ui/common.module.css';
import { mapLinks, parcelsLink, valuationLinks } from '../external-links.ts';

/** Links to the parcel on other maps, in county records and on valuation sites. */
export function QuickLinks({ candidate, dataset }: { candidate: CandidateDetail; dataset: Dataset }) {
  const maps = mapLinks(candidate);
  const links = [
    { label: 'Map', href: maps?.map },
    { label: 'Satellite', href: maps?.satellite },
    { label: 'Earth', href: maps?.earth },
    { label: 'Parcels', href: parcelsLink(candidate, dataset) },
    ...valuationLinks(candidate, dataset),
  ].filter(({ href }) => href);
  if (links.length === 0) return null;
  return (
    <Group component="ul" gap="6px 16px" className={common.list ?? ''} aria-label="Quick links">
      {links.map(({ label, href }) => (
        <li key={label}>
          <Anchor
            href={href ?? ''}
            target="_blank"
            rel="noreferrer"
            size="sm"
            style={{ display: 'inline-flex', gap: 3, alignItems: 'center' }}
          >
            {label} <IconExternalLink size={14} stroke={1.7} />
          </Anchor>
        </li>
      ))}
    </Group>
  );
}
