import { IconMap2 } from '@tabler/icons-react';
import { LinkCard, LinkCards } from '../../../shared/ui/link-card.tsx';
import { HUB } from '../../datasets/paths.ts';

/** Leads to the hub of all datasets (001 §2). */
export function PropertyFinder() {
  return (
    <LinkCards label="Property Finder">
      <LinkCard title="Property Hub" to={HUB} icon={IconMap2}>
        Every dataset of parcels, scored and ready to be judged.
      </LinkCard>
    </LinkCards>
  );
}
