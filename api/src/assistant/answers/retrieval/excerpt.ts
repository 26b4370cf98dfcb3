import { expectedAnswerOf } from './expected-answer.ts';
import { sentencesOf } from './sentences.ts';
import { shortenSentence } from './shorten-sentence.ts';
import { SYNONYMS } from './synonyms.ts';
import { isStopWord, wordsOf } from './words.ts';

/** A candidate passage; sources are sorted best first. */
export interface Source {
  /** Headings above the passage; empty if there are none. */
  readonly heading: string;
  readonly text: string;
  /** Ranking score. */
  readonly score: number;
}

export interface Quote<S extends Source> {
  readonly source: S;
  readonly sentence: string;
}

interface Candidate<S extends Source> extends Quote<S> {
  readonly stems: ReadonlySet<string>;
  readonly before: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
  score: number;
}

/** Weights of the features of an answering sentence. */
const WEIGHT = {
  rank: 1,
  before: 0.5,
  synonym: 0.5,
  expectedAnswer: 0.2,
  length: 0.03,
  rarity: 0.8,
  stopWord: 0.06,
  heading: 0.5,
  question: 0.6,
};
/** Maximum length of an answer in characters, including citation numbers. */
const MAX_LENGTH = 300;
const CITATION_LENGTH = ' [1]'.length;
/** Minimum number of characters left for another sentence to be added. */
const MIN_ROOM = 40;
const MAX_SENTENCES = 4;

/**
 * Returns the sentences that answer a question, best first, verbatim and up to MAX_LENGTH. Prefers sentences that cover the
 * question and contain the kind of thing it asks for (a name, a date, an amount).
 */
export function excerptOf<S extends Source>(
  question: string,
  stems: readonly string[],
  sources: readonly S[],
  weightOf: (stem: string) => number,
): Quote<S>[] {
  const candidates = scoredCandidates(question, stems, sources, weightOf);
  const [first, ...rest] = candidates.sort((a, b) => b.score - a.score);
  if (!first) return [];
  const chosen: Quote<S>[] = [
    { ...first, sentence: shortenSentence(first.sentence, MAX_LENGTH - CITATION_LENGTH, stems, weightOf) },
  ];
  let room = MAX_LENGTH - (chosen[0]?.sentence.length ?? 0) - CITATION_LENGTH - 1;
  for (const candidate of rest.slice(0, 8)) {
    if (room < MIN_ROOM || chosen.length === MAX_SENTENCES) break;
    const length = candidate.sentence.length + CITATION_LENGTH;
    if (length > room || chosen.some(({ sentence }) => sentence === candidate.sentence)) continue;
    chosen.push(candidate);
    room -= length + 1;
  }
  return chosen.map(({ source, sentence }) => ({ source, sentence }));
}

function scoredCandidates<S extends Source>(
  question: string,
  stems: readonly string[],
  sources: readonly S[],
  weightOf: (stem: string) => number,
): Candidate<S>[] {
  const expectedAnswer = expectedAnswerOf(question);
  const questionWords = new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const stopWords = [...new Set(wordsOf(question).map(({ stem }) => stem))].filter(isStopWord);
  const top = sources[0]?.score || 1;
  const candidates = sources.flatMap(candidatesIn);
  const rarityOf = (stem: string) =>
    Math.log(1 + candidates.length / (1 + candidates.filter((each) => each.stems.has(stem)).length));
  const rarities = new Map(stems.map((stem) => [stem, rarityOf(stem)]));
  for (const candidate of candidates) {
    candidate.score =
      coverage(stems, candidate, weightOf) +
      WEIGHT.rarity * coverage(stems, candidate, (stem) => rarities.get(stem) ?? 0) +
      WEIGHT.rank * (candidate.source.score / top) +
      WEIGHT.expectedAnswer * (expectedAnswer?.offers(candidate.sentence, questionWords) ?? 0) +
      WEIGHT.stopWord *
        (stopWords.filter((stem) => candidate.stems.has(stem)).length / (stopWords.length || 1)) -
      WEIGHT.length * (candidate.sentence.length / 100) -
      // A sentence that is a question rarely answers the visitor's.
      (candidate.sentence.endsWith('?') ? WEIGHT.question : 0);
  }
  return candidates;
}

function candidatesIn<S extends Source>(source: S): Candidate<S>[] {
  let before: ReadonlySet<string> = new Set();
  const above = new Set(wordsOf(source.heading).map(({ stem }) => stem));
  const sentences = sentencesOf(source.text);
  return sentences.map(({ start, end }, i) => {
    // A sentence that ends with a colon needs the next line.
    const next = source.text[end - 1] === ':' ? sentences[i + 1] : undefined;
    const joinsNext = next !== undefined && next.end - start < MAX_LENGTH - CITATION_LENGTH;
    const sentence = source.text.slice(start, joinsNext ? next.end : end).replaceAll(/\s+/g, ' ');
    const stems = new Set(wordsOf(sentence).map(({ stem }) => stem));
    const candidate = { source, sentence, stems, before, above, score: 0 };
    before = stems;
    return candidate;
  });
}

/** Share of the question that a sentence covers; the previous sentence and headings count in part. */
function coverage(
  stems: readonly string[],
  { stems: own, before, above }: Candidate<Source>,
  weightOf: (stem: string) => number,
): number {
  let sum = 0;
  let total = 0;
  for (const stem of stems) {
    const weight = weightOf(stem);
    total += weight;
    if (own.has(stem)) sum += weight;
    else if ([...(SYNONYMS.get(stem) ?? [])].some((other) => own.has(other))) sum += WEIGHT.synonym * weight;
    else if (before.has(stem)) sum += WEIGHT.before * weight;
    else if (above.has(stem)) sum += WEIGHT.heading * weight;
  }
  return total === 0 ? 0 : sum / total;
}
