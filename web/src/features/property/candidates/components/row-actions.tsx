import type { CandidateRow } from '@landline/api/property/candidates/contract';
import type { Dataset } from '@landline/api/property/datasets/contract';
import { Group } from '@mantine/core';
import { type Icon, IconFileDescription, IconMap, IconMapPin2, IconWorld } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { mapLinks, parcelsLink } from '../external-links.ts';
import classes from './row-actions.module.css';

/** Links to the details of a candidate and to other maps. */
export function RowActions({ row, dataset, to }: { row: CandidateRow; dataset: Dataset; to: string }) {
  const name = row.street_address ?? row.apn;
  const maps = mapLinks(row);
  return (
    <Group component="span" gap={2} wrap="nowrap" h="100%" ml={-6}>
      <Link to={to} className={classes.action} title="Details" aria-label={`Details of ${name}`}>
        <IconFileDescription size={17} stroke={1.6} />
      </Link>
      <ExternalLink href={maps?.satellite} icon={IconMap} title="Map" label={`Satellite view of ${name}`} />
      <ExternalLink
        href={parcelsLink(row, dataset)}
        icon={IconMapPin2}
        title="Parcels"
        label={`County parcel viewer of ${name}`}
      />
      <ExternalLink href={maps?.earth} icon={IconWorld} title="Earth" label={`3D view of ${name}`} />
    </Group>
  );
}

interface ExternalProps {
  href: string | null | undefined;
  icon: Icon;
  title: string;
  label: string;
}

function ExternalLink({ href, icon: Mark, title, label }: ExternalProps) {
  if (!href) return null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className={classes.action}
      title={title}
      aria-label={label}
    >
      <Mark size={17} stroke={1.6} />
    </a>
  );
}
