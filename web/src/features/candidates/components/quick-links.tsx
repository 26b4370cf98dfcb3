import type { CandidateDetail } from '@landline/api/candidates/contract';
import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useDataset } from '../../datasets/api/get-dataset.ts';
import { earthLink, parcelsLink, satelliteLink } from '../links.ts';
import classes from './quick-links.module.css';

/** The same place on a map, in 3D, and in the county's records. */
export function QuickLinks({ candidate }: { candidate: CandidateDetail }) {
  const { data: dataset } = useDataset(candidate.dataset_key);
  const links = [
    { label: 'Map', href: satelliteLink(candidate) },
    { label: 'Parcels', href: dataset ? parcelsLink(candidate, dataset) : null },
    { label: 'Earth', href: earthLink(candidate) },
  ];
  return (
    <span className={classes.links}>
      {links.map(
        ({ label, href }) =>
          href && (
            <Anchor
              key={label}
              href={href}
              target="_blank"
              rel="noreferrer"
              size="sm"
              className={classes.link ?? ''}
            >
              {label} <IconExternalLink size={14} stroke={1.7} />
            </Anchor>
          ),
      )}
    </span>
  );
}
