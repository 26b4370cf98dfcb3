import type { Tone } from '../../../shared/ui/tag.tsx';

const TONES: readonly Tone[] = ['quiet', 'info', 'accent', 'notice', 'bad'];

/** Returns one tone per two priorities (spec 002 §9): 1 and 2, 3 and 4, and so on. */
export const priorityTone = (priority: number): Tone => TONES[Math.ceil(priority / 2) - 1] ?? 'quiet';

/** Select options 1 to 10 (spec 002 §5). */
export const PRIORITIES = Array.from({ length: 10 }, (_, index) => {
  const value = String(index + 1);
  const word = index === 0 ? ' (Lowest)' : index === 9 ? ' (Highest)' : '';
  return { value, label: `${value}${word}` };
});
