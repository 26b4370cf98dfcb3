import { Tag } from '../../../../shared/ui/tag.tsx';

/** Marks generated data. */
export const DemoBadge = () => (
  <Tag outline title="These parcels were generated to demonstrate Landline. They do not exist.">
    Demo data
  </Tag>
);
