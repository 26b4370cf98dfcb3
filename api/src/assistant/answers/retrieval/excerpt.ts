import { nearestHeading } from '../passages.ts';
import { expectedAnswerOf, isYesNo } from './expected-answer.ts';
import { composeQuote, mayBeYesNo, REFERS_BACK } from './quote.ts';
import {
  type Sentence,
  type SentenceFeatures,
  type SentenceQuestion,
  type Source,
  sentencesFor,
} from './sentence-features.ts';
import { BEFORE_READING, BY_READING, BY_WORDS } from './sentence-weights.ts';
import { stemsOf } from './words.ts';

/** A question, and how to read sentences together with it. */
export interface SearchedQuestion extends SentenceQuestion {
  /**
   * Returns the log-odds that each sentence answers the question, for those at the beginning that were read. Without it,
   * sentences are ranked by their features alone.
   */
  readonly scoreAnswers?:
    | ((sentences: readonly string[]) => Promise<readonly number[] | undefined> | undefined)
    | undefined;
}

/** Text of a passage that answers a question. */
export interface Quote<S extends Source> {
  readonly source: S;
  /** Verbatim sentences, or list items in lines that start with "- ". */
  readonly text: string;
}

/** The quote composed around a sentence. */
interface ChosenQuote<S extends Source> {
  readonly sentence: ScoredSentence<S>;
  readonly text: string;
  /** Probability, from 0 to 1, that the quote has the right sentence if any sentence is right. */
  readonly share: number;
}

/** A sentence with the score that it is ranked by. */
export interface ScoredSentence<S extends Source> extends Sentence<S> {
  /** Weighted sum of the features; only differences between the sentences of a question mean anything. */
  readonly score: number;
  /** Log-odds that the sentence answers the question; undefined without a cross-encoder. */
  readonly answerScore: number | undefined;
}

/** Maximum number of sentences that the cross-encoder is given: the best ones by their features. */
const MAX_READ = 24;
/** Number of best sentences that a quote may begin with. */
const MAX_STARTS = 5;
/** Minimum gain, in probability, of a quote that does not begin with the best sentence. */
const MIN_GAIN = 0.1;
/** Greatest lead of the first quote over a second one, in score: the second is at least 1/e² as likely to be right. */
const MAX_LEAD = 2;
/** Minimum share of the question's words, by weight, that a second quote adds. */
const MIN_ADDED_SHARE = 0.3;
/** Maximum length of each of two quotes, in characters; a longer first quote stands alone. */
const MAX_PAIRED = 200;

/**
 * Ranks the sentences of the passages, best first: those that cover the question, contain the kind of thing it asks for (a
 * name, a date, an amount) and, as the cross-encoder reads them, answer it. It reads the best ones by their features; the others
 * are dropped.
 */
export async function rankSentences<S extends Source>(
  asked: SearchedQuestion,
  sources: readonly S[],
): Promise<ScoredSentence<S>[]> {
  const sentences = sentencesFor(asked, sources);
  const read = await readSentences(asked, sortedForReading(sentences).slice(0, MAX_READ));
  return (read ?? sentences.map(scoredByWords)).sort(bestFirst);
}

/** Sorts sentences by their features alone, best first, so that those that answer are read. */
export const sortedForReading = <S extends Source>(sentences: readonly Sentence<S>[]): Sentence<S>[] =>
  sentences
    .map((sentence) => ({ sentence, score: scoreOf(sentence.features, BEFORE_READING) }))
    .sort(bestFirst)
    .map(({ sentence }) => sentence);

/**
 * Scores the sentences that the cross-encoder reads, by their features and by whether they answer; undefined without a
 * cross-encoder.
 */
export async function readSentences<S extends Source>(
  { stems, scoreAnswers }: SearchedQuestion,
  sentences: readonly Sentence<S>[],
): Promise<ScoredSentence<S>[] | undefined> {
  if (sentences.length === 0) return [];
  const answerScores = await scoreAnswers?.(sentences.map((each) => inContext(each, stems)));
  return answerScores?.flatMap((answerScore, i) => {
    const each = sentences[i];
    if (!each) return [];
    const score = scoreOf(each.features, BY_READING) + BY_READING.answerScore * answerScore;
    return { ...each, answerScore, score };
  });
}

/**
 * Returns the quote of the best passage that most probably has the right sentence. It begins with the best sentence unless a
 * quote that begins with another good one, such as the sentence before it, is clearly more probable. Returns undefined
 * without sentences.
 */
export function chooseQuote<S extends Source>(
  asked: SentenceQuestion,
  sentences: readonly ScoredSentence<S>[],
): ChosenQuote<S> | undefined {
  const [best] = sentences;
  if (!best) return undefined;
  const question = withExpectedAnswer(asked);
  const read = sentences.slice(0, MAX_READ);
  const oddsOf = (some: readonly ScoredSentence<S>[]) =>
    some.reduce((sum, { score }) => sum + Math.exp(score - best.score), 0);
  const quoteFrom = (sentence: ScoredSentence<S>): ChosenQuote<S> => {
    const text = composeQuote(sentence, question);
    const quoted = read.filter(
      (each) => each === sentence || (each.source === sentence.source && text.includes(each.text)),
    );
    return { sentence, text, share: oddsOf(quoted) / oddsOf(read) };
  };
  const ofBest = quoteFrom(best);
  const others = sentences.slice(1, MAX_STARTS).filter(({ part }) => part === best.part && !part.isList);
  const [other = ofBest] = others.map(quoteFrom).sort((a, b) => b.share - a.share);
  return other.share > ofBest.share + MIN_GAIN ? other : ofBest;
}

/**
 * Quotes the best passage, and a sentence of another passage if that adds words of the question. Returns one or two quotes;
 * none without sentences.
 */
export function excerptOf<S extends Source>(
  asked: SentenceQuestion,
  sentences: readonly ScoredSentence<S>[],
): Quote<S>[] {
  const chosen = chooseQuote(asked, sentences);
  if (!chosen) return [];
  const quote = { source: chosen.sentence.source, text: chosen.text };
  const second =
    quote.text.length > MAX_PAIRED ? undefined : sentences.find(complements(asked, chosen.sentence, quote));
  return second ? [quote, { source: second.source, text: second.text }] : [quote];
}

/** Returns whether a quote lacks the phone number, the email address or the price asked for. */
export function lacksDetail({ question }: SentenceQuestion, quote: string): boolean {
  const form = expectedAnswerOf(question)?.requiredForm;
  return !!form && !form.test(quote);
}

/** Adds what the wording of a question shows about its answer. */
const withExpectedAnswer = (asked: SentenceQuestion) => ({
  ...asked,
  expected: expectedAnswerOf(asked.question),
  isYesNo: isYesNo(asked.question),
  mayBeYesNo: mayBeYesNo(asked.question),
});

const scoredByWords = <S extends Source>(sentence: Sentence<S>): ScoredSentence<S> => ({
  ...sentence,
  score: scoreOf(sentence.features, BY_WORDS),
  answerScore: undefined,
});

function scoreOf(features: SentenceFeatures, weights: Readonly<SentenceFeatures>): number {
  let sum = 0;
  for (const [name, value] of Object.entries(features))
    sum += weights[name as keyof SentenceFeatures] * value;
  return sum;
}

/** Returns a sentence with its antecedent and the question or heading above it, as in "Returns: Within 30 days." */
export function inContext(sentence: Sentence<Source>, stems: readonly string[]): string {
  const text = withAntecedent(sentence, stems);
  const heading = sentence.part.pageQuestion || nearestHeading(sentence.source.heading);
  if (heading === '' || text.startsWith(heading)) return text;
  return `${heading}${/\p{P}$/u.test(heading) ? '' : ':'} ${text}`;
}

/**
 * Returns a sentence with the one that its first word refers to, or a list item with the line above its list if that adds words
 * of the question.
 */
function withAntecedent({ part, at, text, stems }: Sentence<Source>, searched: readonly string[]): string {
  if (!part.isList) return at > 0 && REFERS_BACK.test(text) ? `${part.units[at - 1]} ${text}` : text;
  const lead = stemsOf(part.lead);
  return searched.some((stem) => lead.has(stem) && !stems.has(stem)) ? `${part.lead} ${text}` : text;
}

const bestFirst = (a: { score: number }, b: { score: number }) => b.score - a.score;

/** Returns a predicate for sentences of other passages: whether one adds words of the question that the first quote lacks. */
function complements<S extends Source>(
  { stems, weightOf }: SentenceQuestion,
  first: ScoredSentence<S>,
  quote: Quote<S>,
) {
  const quoted = stemsOf(`${quote.text} ${first.part.pageQuestion} ${first.source.heading}`);
  const total = stems.reduce((sum, stem) => sum + weightOf(stem), 0);
  return ({ source, part, text, stems: own, score }: ScoredSentence<S>): boolean => {
    if (source === first.source || part.isList || score < first.score - MAX_LEAD) return false;
    if (text.length > MAX_PAIRED || quote.text.includes(text) || text.endsWith('?')) return false;
    const added = stems.filter((stem) => own.has(stem) && !quoted.has(stem));
    return added.reduce((sum, stem) => sum + weightOf(stem), 0) >= MIN_ADDED_SHARE * total;
  };
}
