import { clipped } from './clip.ts';
import { sentencesOf } from './sentences.ts';
import { soughtBy } from './sought.ts';
import { SYNONYMS } from './synonyms.ts';
import { isEmptyWord, wordsOf } from './words.ts';

/** A passage that may answer, best first in its list. */
export interface Source {
  /** Of the headings above it; empty where there is none. */
  readonly heading: string;
  readonly text: string;
  /** As it was ranked. */
  readonly score: number;
}

export interface Quoted<S extends Source> {
  readonly source: S;
  readonly sentence: string;
}

interface Candidate<S extends Source> extends Quoted<S> {
  readonly stems: ReadonlySet<string>;
  readonly before: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
  score: number;
}

/** How much each sign counts that a sentence is the one that answers. */
const WEIGHT = {
  rank: 1,
  before: 0.5,
  synonym: 0.5,
  sought: 0.2,
  length: 0.03,
  local: 0.8,
  empty: 0.06,
  heading: 0.5,
  question: 0.6,
};
/** A reader takes in so much at a glance, with a number behind each sentence. */
const GLANCE = 300;
const NUMBER = ' [1]'.length;
/** What is left of the glance has to hold a sentence that is worth it. */
const LEAST_ROOM = 40;
const MOST_SENTENCES = 4;

/**
 * The sentences that answer, the best first, as many as are read at a glance: those that say most of what was asked and
 * hold such a thing as was asked for (a name, a date, an amount), each in its own words.
 */
export function excerptOf<S extends Source>(
  question: string,
  stems: readonly string[],
  sources: readonly S[],
  weightOf: (stem: string) => number,
): Quoted<S>[] {
  const candidates = scored(question, stems, sources, weightOf);
  const [first, ...rest] = candidates.sort((a, b) => b.score - a.score);
  if (!first) return [];
  const chosen: Quoted<S>[] = [
    { ...first, sentence: clipped(first.sentence, GLANCE - NUMBER, stems, weightOf) },
  ];
  let room = GLANCE - (chosen[0]?.sentence.length ?? 0) - NUMBER - 1;
  for (const candidate of rest.slice(0, 8)) {
    if (room < LEAST_ROOM || chosen.length === MOST_SENTENCES) break;
    const length = candidate.sentence.length + NUMBER;
    if (length > room || chosen.some(({ sentence }) => sentence === candidate.sentence)) continue;
    chosen.push(candidate);
    room -= length + 1;
  }
  return chosen.map(({ source, sentence }) => ({ source, sentence }));
}

function scored<S extends Source>(
  question: string,
  stems: readonly string[],
  sources: readonly S[],
  weightOf: (stem: string) => number,
): Candidate<S>[] {
  const sought = soughtBy(question);
  const asked = new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const empties = [...new Set(wordsOf(question).map(({ stem }) => stem))].filter(isEmptyWord);
  const top = sources[0]?.score || 1;
  const candidates = sources.flatMap(candidatesIn);
  const local = (stem: string) =>
    Math.log(1 + candidates.length / (1 + candidates.filter((each) => each.stems.has(stem)).length));
  const locals = new Map(stems.map((stem) => [stem, local(stem)]));
  for (const candidate of candidates) {
    candidate.score =
      share(stems, candidate, weightOf) +
      WEIGHT.local * share(stems, candidate, (stem) => locals.get(stem) ?? 0) +
      WEIGHT.rank * (candidate.source.score / top) +
      WEIGHT.sought * (sought?.offers(candidate.sentence, asked) ?? 0) +
      WEIGHT.empty * (empties.filter((stem) => candidate.stems.has(stem)).length / (empties.length || 1)) -
      WEIGHT.length * (candidate.sentence.length / 100) -
      // A question does not answer one.
      (candidate.sentence.endsWith('?') ? WEIGHT.question : 0);
  }
  return candidates;
}

function candidatesIn<S extends Source>(source: S): Candidate<S>[] {
  let before: ReadonlySet<string> = new Set();
  const above = new Set(wordsOf(source.heading).map(({ stem }) => stem));
  const sentences = sentencesOf(source.text);
  return sentences.map(({ start, end }, i) => {
    // What ends with a colon says nothing without the line behind it.
    const next = source.text[end - 1] === ':' ? sentences[i + 1] : undefined;
    const isWhole = next !== undefined && next.end - start < GLANCE - NUMBER;
    const sentence = source.text.slice(start, isWhole ? next.end : end).replaceAll(/\s+/g, ' ');
    const stems = new Set(wordsOf(sentence).map(({ stem }) => stem));
    const candidate = { source, sentence, stems, before, above, score: 0 };
    before = stems;
    return candidate;
  });
}

/** How much of what was asked a sentence says; what the sentence before it said counts in part. */
function share(
  stems: readonly string[],
  { stems: said, before, above }: Candidate<Source>,
  weightOf: (stem: string) => number,
): number {
  let sum = 0;
  let total = 0;
  for (const stem of stems) {
    const weight = weightOf(stem);
    total += weight;
    if (said.has(stem)) sum += weight;
    else if ([...(SYNONYMS.get(stem) ?? [])].some((other) => said.has(other))) sum += WEIGHT.synonym * weight;
    else if (before.has(stem)) sum += WEIGHT.before * weight;
    else if (above.has(stem)) sum += WEIGHT.heading * weight;
  }
  return total === 0 ? 0 : sum / total;
}
