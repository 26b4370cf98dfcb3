import type { Passage, Term } from './passage-index.ts';
import { stemOf } from './words.ts';

/** Two words of the question this far apart in a passage are still together. */
const FORWARD = 12;
const BACKWARD = 8;

/** Neighbours of the question that are neighbours in the passage, the rarer the better; the other way round counts half. */
export function pairs({ words }: Passage, terms: readonly Term[]): number {
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

/** What of the question stands in one sentence. */
export function inSentence({ words, sentences }: Passage, sentence: number, terms: readonly Term[]): number {
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

/** What of the question stands in the sentence that has most of it. */
export function bestSentence(passage: Passage, terms: readonly Term[]): number {
  let best = 0;
  for (let i = 0; i < passage.sentences.length; i++) best = Math.max(best, inSentence(passage, i, terms));
  return best;
}

/** True for "what is …" and "who was …". */
export function asksForDefinition(question: string): boolean {
  return /^\s*(?:(?:so|and|but)\s+)?(?:what|who)(?:['’]s|\s+(?:is|are|was|were|does|do))\b/i.test(question);
}

const DEFINING = new Set(
  ['is', 'are', 'was', 'were', 'means', 'refers', 'defined', 'called', 'known'].map(stemOf),
);
/** A definition begins so many words into its sentence at the latest, and is asked for in so many words at most. */
const OPENING = 12;
const MOST_WORDS = 4;

/** 0 to 1: whether a sentence says of the very thing what it is ("A permitting agency is …"). */
export function defines(
  { words, sentences }: Passage,
  terms: readonly Term[],
  stemAt: (term: number) => string,
): number {
  const head = terms.at(-1);
  if (!head || terms.length > MOST_WORDS) return 0;
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  for (let i = 0; i < sentences.length; i++) {
    const from = sentences[i] ?? 0;
    const to = Math.min(sentences[i + 1] ?? words.length, from + OPENING);
    let verb = from + 1;
    while (verb < to && !DEFINING.has(stemAt(words[verb] ?? -1))) verb++;
    if (verb >= to || (words[verb - 1] !== head.term && words[verb - 2] !== head.term)) continue;
    const subject = words.subarray(from, verb);
    const said = terms.reduce((sum, { term, weight }) => sum + (subject.includes(term) ? weight : 0), 0);
    if (said / total >= 0.6) return (i === 0 ? 1 : 0.6) * (said / total);
  }
  return 0;
}
