import { IconMap2 } from '@tabler/icons-react';
import { LinkCard, LinkCards } from '../../../../shared/ui/link-card.tsx';
import { DatasetAccess } from '../../../property/dataset-access/components/dataset-access.tsx';
import { HUB } from '../../../property/datasets/paths.ts';
import classes from './tabs.module.css';

/** Property Finder tab: link to the Property Hub and dataset access (spec 001 §2). */
export default function PropertyFinder() {
  return (
    <div className={classes.sections}>
      <LinkCards label="Property Finder">
        <LinkCard title="Property Hub" to={HUB} icon={IconMap2}>
          All parcel datasets, scored and ready to review.
        </LinkCard>
      </LinkCards>
      <DatasetAccess />
    </div>
  );
}
