import { SYNONYMOUS_WORDS } from '@landline/event-schemas/synonyms';
import { stemmer } from 'stemmer';

/** Maps a stem to the representative of its synonym group; a stem in several groups uses the first. */
const REPLACED_STEMS = new Map<string, string>([['much', 'cost']]);
for (const [first = '', ...others] of SYNONYMOUS_WORDS) {
  for (const word of [first, ...others]) {
    const stem = stemmer(word);
    if (!REPLACED_STEMS.has(stem)) REPLACED_STEMS.set(stem, stemmer(first));
  }
}

/** Stems that only ask and carry no topic. */
const ASKING = new Set(
  'need want know find wonder ask question possible available information info detail way time'
    .split(' ')
    .map(stemmer),
);

/**
 * Returns the group key of a question from its stems: synonyms are replaced by their representative and
 * question words are dropped. It does not depend on other questions, so groups can be summed.
 */
export function questionGroup(stems: readonly string[]): string {
  const representatives = new Set(stems.map((stem) => REPLACED_STEMS.get(stem) ?? stem));
  const topics = representatives.difference(ASKING);
  return [...(topics.size === 0 ? representatives : topics)].sort().join(' ');
}
