import { SYNONYMS } from '../answers/retrieval/synonyms.ts';

/** Questions of one topic, as they were counted: the topic is the stems of its words. */
export interface Topic {
  readonly topic: string;
  readonly count: number;
}

/** Questions ask the same when so much of all their words is common to both. */
const ALIKE = 0.6;

/**
 * Puts topics together that ask the same: each joins the most frequent one before it with which it shares enough of its
 * words, where words that are used for one another are one. The first of a group is its most frequent.
 */
export function grouped<T extends Topic>(topics: readonly T[]): T[][] {
  const groups: { stems: ReadonlySet<string>; members: T[] }[] = [];
  const byStem = new Map<string, number[]>();
  for (const topic of topics.toSorted((a, b) => b.count - a.count || (a.topic < b.topic ? -1 : 1))) {
    const stems = new Set(topic.topic.split(' ').map(oneOfSynonyms));
    const near = new Set([...stems].flatMap((stem) => byStem.get(stem) ?? []));
    const found = [...near].sort((a, b) => a - b).find((at) => isAlike(stems, groups[at]?.stems));
    if (found !== undefined) {
      groups[found]?.members.push(topic);
      continue;
    }
    for (const stem of stems) byStem.set(stem, [...(byStem.get(stem) ?? []), groups.length]);
    groups.push({ stems, members: [topic] });
  }
  const total = (members: readonly T[]) => members.reduce((sum, { count }) => sum + count, 0);
  return groups.map(({ members }) => members).sort((a, b) => total(b) - total(a));
}

function isAlike(a: ReadonlySet<string>, b: ReadonlySet<string> | undefined): boolean {
  if (!b) return false;
  const common = a.intersection(b).size;
  return common / (a.size + b.size - common) >= ALIKE;
}

const oneOfSynonyms = (stem: string): string =>
  [...(SYNONYMS.get(stem) ?? [])].reduce((first, other) => (other < first ? other : first), stem);
