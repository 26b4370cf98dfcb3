import { SYNONYMOUS_WORDS } from '@landline/event-schemas/synonyms';
import { stemmer } from 'stemmer';

/** For a stem, the one that stands for all that are used for one another: of the first group that it is in. */
const STANDS_FOR = new Map<string, string>([['much', 'cost']]);
for (const [first = '', ...others] of SYNONYMOUS_WORDS) {
  for (const word of [first, ...others]) {
    const stem = stemmer(word);
    if (!STANDS_FOR.has(stem)) STANDS_FOR.set(stem, stemmer(first));
  }
}

/** They ask, and say nothing of what is asked for. */
const ASKING = new Set(
  'need want know find wonder ask question possible available information info detail way time'
    .split(' ')
    .map(stemmer),
);

/**
 * What questions that ask the same have in common, out of the stems of one of them: words that are used for one another
 * are one, and those that only ask are none. It is the same whatever else was asked, so that groups can be summed.
 */
export function questionGroup(stems: readonly string[]): string {
  const said = new Set(stems.map((stem) => STANDS_FOR.get(stem) ?? stem));
  const asked = said.difference(ASKING);
  return [...(asked.size === 0 ? said : asked)].sort().join(' ');
}
