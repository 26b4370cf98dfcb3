import { Tag, type Tone } from '../../../shared/ui/tag.tsx';

/** Colours go by half of the value (spec 002 §9). */
const TONES: readonly Tone[] = ['quiet', 'quiet', 'accent', 'notice', 'bad'];

/** 1 is the lowest priority, 10 the highest; 8 to 10 is scraped first. */
export function PriorityBadge({ priority }: { priority: number }) {
  return <Tag tone={TONES[Math.ceil(priority / 2) - 1] ?? 'quiet'}>{priority}</Tag>;
}

/** Of a select: 1 to 10, as they are called (spec 002 §5). */
export const PRIORITIES = Array.from({ length: 10 }, (_, index) => {
  const value = String(index + 1);
  const word = index === 0 ? ' (Lowest)' : index === 9 ? ' (Highest)' : '';
  return { value, label: `${value}${word}` };
});
export const DEFAULT_PRIORITY = 5;
