import { Tag } from '../../../shared/ui/tag.tsx';

/** Says of a dataset or a candidate that nobody measured it. */
export function DemoBadge() {
  return (
    <Tag outline title="These parcels were made up to show how Landline works. They do not exist.">
      Made-up demo data
    </Tag>
  );
}
