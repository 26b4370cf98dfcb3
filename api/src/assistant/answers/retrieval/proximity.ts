import type { IndexedPassage, Term } from './indexed-passage.ts';
import { stemOf } from './words.ts';

/** Two question terms closer than this, in words, count as close: in question order, and reversed. */
const FORWARD = 12;
const BACKWARD = 8;

/** Scores how close adjacent question terms are in a passage; reversed order counts half. */
export function adjacentPairs({ words }: IndexedPassage, terms: readonly Term[]): number {
  let sum = 0;
  for (let i = 0; i + 1 < terms.length; i++) {
    const [a, b] = [terms[i], terms[i + 1]];
    if (!a || !b) continue;
    let best = 0;
    let lastA = Number.NEGATIVE_INFINITY;
    let lastB = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < words.length; at++) {
      if (words[at] === a.term) {
        lastA = at;
        if (at - lastB < BACKWARD) best = Math.max(best, 0.5 / (at - lastB));
      } else if (words[at] === b.term) {
        lastB = at;
        if (at - lastA < FORWARD) best = Math.max(best, 1 / (at - lastA));
      }
    }
    sum += best * Math.min(a.weight, b.weight);
  }
  return sum;
}

/** Returns the total weight of the question terms that occur in a sentence. */
export function sentenceScore(
  { words, sentences }: IndexedPassage,
  sentence: number,
  terms: readonly Term[],
): number {
  const from = sentences[sentence] ?? words.length;
  const to = sentences[sentence + 1] ?? words.length;
  let sum = 0;
  for (const { term, weight } of terms) {
    for (let at = from; at < to; at++) {
      if (words[at] !== term) continue;
      sum += weight;
      break;
    }
  }
  return sum;
}

/** Returns the score of a passage's best sentence. */
export function bestSentenceScore(passage: IndexedPassage, terms: readonly Term[]): number {
  let best = 0;
  for (let i = 0; i < passage.sentences.length; i++) best = Math.max(best, sentenceScore(passage, i, terms));
  return best;
}

/** Returns whether a question starts like "what is …" or "who was …". */
export function asksForDefinition(question: string): boolean {
  return /^\s*(?:(?:so|and|but)\s+)?(?:what|who)(?:['’]s|\s+(?:is|are|was|were|does|do))\b/i.test(question);
}

const DEFINING = new Set(
  ['is', 'are', 'was', 'were', 'means', 'refers', 'defined', 'called', 'known'].map(stemOf),
);
/** Number of words, from the start of a sentence, in which the defining verb must appear. */
const OPENING = 12;
/** Maximum number of terms in a question that asks for a definition. */
const MAX_TERMS = 4;

/** Scores, from 0 to 1, how well a passage defines the subject ("A permitting agency is …"). */
export function definitionScore(
  { words, sentences }: IndexedPassage,
  terms: readonly Term[],
  stemAt: (term: number) => string,
): number {
  const head = terms.at(-1);
  if (!head || terms.length > MAX_TERMS) return 0;
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  for (let i = 0; i < sentences.length; i++) {
    const from = sentences[i] ?? 0;
    const to = Math.min(sentences[i + 1] ?? words.length, from + OPENING);
    let verb = from + 1;
    while (verb < to && !DEFINING.has(stemAt(words[verb] ?? -1))) verb++;
    if (verb >= to || (words[verb - 1] !== head.term && words[verb - 2] !== head.term)) continue;
    const subject = words.subarray(from, verb);
    const matched = terms.reduce((sum, { term, weight }) => sum + (subject.includes(term) ? weight : 0), 0);
    if (matched / total >= 0.6) return (i === 0 ? 1 : 0.6) * (matched / total);
  }
  return 0;
}
