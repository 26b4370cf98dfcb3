import { Tag } from '../../../shared/ui/tag.tsx';
import { priorityTone } from '../priority.ts';

/** 1 is the lowest priority, 10 the highest; 8 to 10 is scraped first. */
export function PriorityBadge({ priority }: { priority: number }) {
  return <Tag tone={priorityTone(priority)}>{priority}</Tag>;
}
