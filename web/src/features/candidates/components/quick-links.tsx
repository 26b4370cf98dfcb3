import type { CandidateDetail } from '@landline/api/candidates/contract';
import type { Dataset } from '@landline/api/datasets/contract';
import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { earthLink, mapLink, parcelsLink, satelliteLink, valuationLinks } from '../links.ts';
import classes from './quick-links.module.css';

/** The same place on a map, from above, in 3D, in the county's records, and what others value it at. */
export function QuickLinks({ candidate, dataset }: { candidate: CandidateDetail; dataset: Dataset }) {
  const links = [
    { label: 'Map', href: mapLink(candidate) },
    { label: 'Satellite', href: satelliteLink(candidate) },
    { label: 'Earth', href: earthLink(candidate) },
    { label: 'Parcels', href: parcelsLink(candidate, dataset) },
    ...valuationLinks(candidate, dataset),
  ].filter((link) => link.href !== null);
  if (links.length === 0) return null;
  return (
    <ul className={classes.links} aria-label="Quick links">
      {links.map(({ label, href }) => (
        <li key={label}>
          <Anchor href={href ?? ''} target="_blank" rel="noreferrer" size="sm" className={classes.link ?? ''}>
            {label} <IconExternalLink size={14} stroke={1.7} />
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
