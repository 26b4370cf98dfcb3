import type { IndexedPassage, QueryTerm } from './indexed-passage.ts';
import { stemOf } from './words.ts';

/** Distance in words from which terms in the order of the question no longer count as close. */
const WINDOW = 12;
/** The same for terms in reversed order. */
const REVERSED_WINDOW = 8;

/**
 * Returns how close the adjacent terms of a question are in a passage: the sum, over the pairs, of the lower of the two
 * weights divided by the smallest distance between the terms, in words. Reversed order counts half.
 */
export function proximityScore({ termIds }: IndexedPassage, terms: readonly QueryTerm[]): number {
  let sum = 0;
  for (let i = 0; i + 1 < terms.length; i++) {
    const [a, b] = [terms[i], terms[i + 1]];
    if (!a || !b) continue;
    let best = 0;
    let lastA = Number.NEGATIVE_INFINITY;
    let lastB = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < termIds.length; at++) {
      if (termIds[at] === a.termId) {
        lastA = at;
        if (at - lastB < REVERSED_WINDOW) best = Math.max(best, 0.5 / (at - lastB));
      } else if (termIds[at] === b.termId) {
        lastB = at;
        if (at - lastA < WINDOW) best = Math.max(best, 1 / (at - lastA));
      }
    }
    sum += best * Math.min(a.weight, b.weight);
  }
  return sum;
}

/** Returns the total weight of the question terms that occur in a sentence, given by its index in the passage. */
export function sentenceScore(
  { termIds, sentenceStarts }: IndexedPassage,
  sentence: number,
  terms: readonly QueryTerm[],
): number {
  const from = sentenceStarts[sentence] ?? termIds.length;
  const to = sentenceStarts[sentence + 1] ?? termIds.length;
  let sum = 0;
  for (const { termId, weight } of terms) {
    for (let at = from; at < to; at++) {
      if (termIds[at] !== termId) continue;
      sum += weight;
      break;
    }
  }
  return sum;
}

/** Returns the highest `sentenceScore` in a passage. */
export function bestSentenceScore(passage: IndexedPassage, terms: readonly QueryTerm[]): number {
  let best = 0;
  for (let i = 0; i < passage.sentenceStarts.length; i++)
    best = Math.max(best, sentenceScore(passage, i, terms));
  return best;
}

/** Returns whether a question asks for a definition, as in "what is …" or "who was …". */
export function asksForDefinition(question: string): boolean {
  return /^\s*(?:(?:so|and|but)\s+)?(?:what|who)(?:['’]s|\s+(?:is|are|was|were))\b/i.test(question);
}

/** Stems of verbs that follow the subject of a definition. */
const DEFINING = new Set(
  ['is', 'are', 'was', 'were', 'means', 'refers', 'defined', 'called', 'known'].map(stemOf),
);
/** Number of words at the start of a sentence among which the defining verb must appear. */
const OPENING = 12;
/** Maximum number of terms in a question that asks for a definition. */
const MAX_TERMS = 4;

/**
 * Returns how well a passage defines the subject of the question ("A permitting agency is …"), from 0 to 1. `stemOfTerm`
 * returns the stem of a term id.
 */
export function definitionScore(
  { termIds, sentenceStarts }: IndexedPassage,
  terms: readonly QueryTerm[],
  stemOfTerm: (termId: number) => string,
): number {
  const head = terms.at(-1);
  if (!head || terms.length > MAX_TERMS) return 0;
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  for (let i = 0; i < sentenceStarts.length; i++) {
    const from = sentenceStarts[i] ?? 0;
    const to = Math.min(sentenceStarts[i + 1] ?? termIds.length, from + OPENING);
    let verb = from + 1;
    while (verb < to && !DEFINING.has(stemOfTerm(termIds[verb] ?? -1))) verb++;
    if (verb >= to || (termIds[verb - 1] !== head.termId && termIds[verb - 2] !== head.termId)) continue;
    const subject = termIds.subarray(from, verb);
    const matched = terms.reduce(
      (sum, { termId, weight }) => sum + (subject.includes(termId) ? weight : 0),
      0,
    );
    if (matched / total >= 0.6) return (i === 0 ? 1 : 0.6) * (matched / total);
  }
  return 0;
}
