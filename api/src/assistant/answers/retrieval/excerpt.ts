import type { SentenceMatch, WordMatch } from '../embeddings/contract.ts';
import { matchedShare } from './agreement.ts';
import { expectedAnswerOf } from './expected-answer.ts';
import { composeQuote, isYesNo, REFERS_BACK } from './quote.ts';
import {
  type Sentence,
  type SentenceFeatures,
  type SentenceQuestion,
  type Source,
  sentencesFor,
} from './sentence-features.ts';
import { stemsOf } from './words.ts';

export interface SearchedQuestion extends SentenceQuestion {
  /** Compares sentences with the question by meaning. Without it, they are compared by words only. */
  readonly compare?:
    | ((sentences: readonly string[]) => Promise<readonly SentenceMatch[] | undefined> | undefined)
    | undefined;
}

export interface Quote<S extends Source> {
  readonly source: S;
  /** Verbatim sentences, or list items in lines that start with "- ". */
  readonly text: string;
}

export interface ScoredSentence<S extends Source> extends Sentence<S> {
  readonly score: number;
  /** Cosine of sentence and question; undefined if they are compared by words only. */
  readonly similarity: number | undefined;
  /** Words of the question with the closest ones of the sentence; undefined if they are compared by words only. */
  readonly words: readonly WordMatch[] | undefined;
}

const WEIGHT: Readonly<SentenceFeatures> = {
  coverage: 1,
  rarity: 0.8,
  rank: 2.5,
  kind: 0.65,
  distinctKind: 0.8,
  topic: 0.4,
  opening: 0.4,
  definition: 0.6,
  stopWords: 0.06,
  length: -0.03,
  verdict: 0.3,
  foreignVerdict: -0.5,
  fragment: -0.5,
  listFragment: -1.2,
  reference: -0.6,
  condition: -0.55,
  foreignStep: -0.5,
  question: -0.6,
};
/** Weight of the cosine of sentence and question, and of the share of the question's words that match. */
export const MEANING = { whole: 1.5, words: 2.5 };
const MAX_MEANING = MEANING.whole + MEANING.words;
/** Maximum number of sentences that are compared by meaning: those that fit best by words. */
export const COMPARED = 5;
/** Minimum score of a second quote, as a share of the first one's. */
const SECOND_SHARE = 0.8;
/** Minimum share of the question's words, by weight, that a second quote adds. */
const SECOND_ADDS = 0.3;
/** Maximum length of a first quote that is followed by a second one, in characters. */
const MAX_FIRST = 200;

/**
 * Returns the sentences of the best passages, best first: those that cover the question, contain the kind of thing it
 * asks for (a name, a date, an amount) and mean the same. Compares only sentences by meaning that can become the best.
 */
export async function sentencesByScore<S extends Source>(
  asked: SearchedQuestion,
  sources: readonly S[],
): Promise<ScoredSentence<S>[]> {
  const sorted = sentencesFor(asked, sources)
    .map((each) => ({ ...each, score: scoreOf(each.features), similarity: undefined, words: undefined }))
    .sort(bestFirst);
  const [first, ...others] = sorted.slice(0, COMPARED);
  const [leader] = (first && (await compareByMeaning(asked, [first]))) ?? [];
  if (!leader) return sorted;
  // As neither a cosine nor a share exceeds 1, only these can become the best.
  const rivals = others.filter(({ score }) => score + MAX_MEANING > leader.score);
  const compared = await compareByMeaning(asked, rivals);
  return compared ? [leader, ...compared].sort(bestFirst) : sorted;
}

/** Adds how well the sentences match the question in meaning to their scores; undefined if that is not known. */
async function compareByMeaning<S extends Source>(
  { stems, weightOf, compare }: SearchedQuestion,
  sentences: readonly ScoredSentence<S>[],
): Promise<ScoredSentence<S>[] | undefined> {
  const matches =
    sentences.length === 0 ? [] : await compare?.(sentences.map((each) => withAntecedent(each, stems)));
  return (
    matches &&
    sentences.map((each, i) => {
      const match = matches[i];
      if (!match) return each;
      const { similarity, words } = match;
      const matched = matchedShare(words, each.stems, weightOf);
      const score = each.score + MEANING.whole * similarity + MEANING.words * matched;
      return { ...each, similarity, words, score };
    })
  );
}

/** Quotes the best sentence in its context, and a sentence of another passage if that adds words of the question. */
export function excerptOf<S extends Source>(
  asked: SentenceQuestion,
  sentences: readonly ScoredSentence<S>[],
): Quote<S>[] {
  const [first] = sentences;
  if (!first) return [];
  const quote = { source: first.source, text: composeQuote(first, withExpectedAnswer(asked)) };
  const second = quote.text.length > MAX_FIRST ? undefined : sentences.find(complements(asked, first, quote));
  return second ? [quote, { source: second.source, text: second.text }] : [quote];
}

/** Returns whether the quote of a sentence lacks the phone number, the email address or the price asked for. */
export function quoteLacksDetail<S extends Source>(
  asked: SentenceQuestion,
  sentence: ScoredSentence<S>,
): boolean {
  const question = withExpectedAnswer(asked);
  const { expected } = question;
  return !!expected?.isCertain && expected.offers(composeQuote(sentence, question), new Set()) === 0;
}

const withExpectedAnswer = (asked: SentenceQuestion) => ({
  ...asked,
  expected: expectedAnswerOf(asked.question),
  isYesNo: isYesNo(asked.question),
});

function scoreOf(features: SentenceFeatures): number {
  let sum = 0;
  for (const [name, weight] of Object.entries(WEIGHT))
    sum += weight * features[name as keyof SentenceFeatures];
  return sum;
}

/**
 * Returns a sentence with the one that its first word refers to, or a list item with the line above its list if that
 * adds words of the question.
 */
function withAntecedent({ part, at, text, stems }: Sentence<Source>, wanted: readonly string[]): string {
  if (!part.isList) return at > 0 && REFERS_BACK.test(text) ? `${part.units[at - 1]} ${text}` : text;
  const lead = stemsOf(part.lead);
  return wanted.some((stem) => lead.has(stem) && !stems.has(stem)) ? `${part.lead} ${text}` : text;
}

const bestFirst = (a: { score: number }, b: { score: number }) => b.score - a.score;

/** Returns whether a sentence of another passage has words of the question that the first quote lacks. */
function complements<S extends Source>(
  { stems, weightOf }: SentenceQuestion,
  first: ScoredSentence<S>,
  quote: Quote<S>,
) {
  const quoted = stemsOf(`${quote.text} ${first.part.asked} ${first.source.heading}`);
  const total = stems.reduce((sum, stem) => sum + weightOf(stem), 0);
  return ({ source, part, text, stems: own, score }: ScoredSentence<S>): boolean => {
    if (source === first.source || part.isList || score < SECOND_SHARE * first.score) return false;
    if (text.length > MAX_FIRST || quote.text.includes(text) || text.endsWith('?')) return false;
    const added = stems.filter((stem) => own.has(stem) && !quoted.has(stem));
    return added.reduce((sum, stem) => sum + weightOf(stem), 0) >= SECOND_ADDS * total;
  };
}
