import { IconMap2 } from '@tabler/icons-react';
import { LinkCard, LinkCards } from '../../../shared/ui/link-card.tsx';
import { HUB } from '../../datasets/paths.ts';
import { DatasetAccess } from '../../grants/components/dataset-access.tsx';
import classes from './tabs.module.css';

/** Leads to the hub of all datasets, and says who may see which of them (001 §2). */
export function PropertyFinder() {
  return (
    <div className={classes.sections}>
      <LinkCards label="Property Finder">
        <LinkCard title="Property Hub" to={HUB} icon={IconMap2}>
          Every dataset of parcels, scored and ready to be judged.
        </LinkCard>
      </LinkCards>
      <DatasetAccess />
    </div>
  );
}
