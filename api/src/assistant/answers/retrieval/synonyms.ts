import { SYNONYMOUS_WORDS } from '@landline/event-schemas/synonyms';
import { stemOf } from './words.ts';

/** Synonymous stems of each stem. */
export const SYNONYMS: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const found = new Map<string, Set<string>>();
  for (const words of SYNONYMOUS_WORDS) {
    const group = words.map(stemOf);
    for (const stem of group) {
      const others = found.get(stem) ?? new Set<string>();
      for (const other of group) if (other !== stem) others.add(other);
      found.set(stem, others);
    }
  }
  return found;
})();
