import type { Tone } from '../../shared/ui/tag.tsx';

const TONES: readonly Tone[] = ['quiet', 'info', 'accent', 'notice', 'bad'];

/** Colours go by half of the value (spec 002 §9): 1 and 2 have one, 3 and 4 the next. */
export const priorityTone = (priority: number): Tone => TONES[Math.ceil(priority / 2) - 1] ?? 'quiet';

/** Of a select: 1 to 10, as they are called (spec 002 §5). */
export const PRIORITIES = Array.from({ length: 10 }, (_, index) => {
  const value = String(index + 1);
  const word = index === 0 ? ' (Lowest)' : index === 9 ? ' (Highest)' : '';
  return { value, label: `${value}${word}` };
});
export const DEFAULT_PRIORITY = 5;
