import type { Question } from './logged-questions.ts';

/** Stop words: omitted from the word cloud and from grouping. */
const STOP_WORDS = new Set('when is how do i get what about you have where can'.split(' '));
/** Words that the word cloud shows but that are ignored when questions are grouped. */
const IGNORED_IN_GROUPS = new Set(['find']);
const SYNONYMS = new Map([['much', 'price']]);
const SMALL_TALK = new Set(['hello', 'thanks', 'ok']);
/** Number of the moderate filter level; the three levels are numbered from 1. */
const MODERATE_LEVEL = 2;
/** Above the highest level: no filter removes the text. */
const NEVER_FILTERED = 4;

/** Facts derived from the text of a question. */
interface TextFacts {
  readonly words: readonly string[];
  /** The words, sorted and joined. */
  readonly topic: string;
  /** Key shared by all questions that ask the same thing. */
  readonly group: string;
  /** Lowest filter level that removes the text. */
  readonly leftOutFrom: number;
}
const cache = new Map<string, TextFacts>();

export function factsOf(text: string): TextFacts {
  const cached = cache.get(text);
  if (cached) return cached;
  const uniqueWords = new Set(text.toLowerCase().match(/[a-z]+/g));
  const words = [...uniqueWords.difference(STOP_WORDS)];
  const groupWords = words
    .filter((word) => !IGNORED_IN_GROUPS.has(word))
    .map((word) => SYNONYMS.get(word) ?? word);
  const facts = {
    words,
    topic: words.toSorted().join(' '),
    group: [...new Set(groupWords)].sort().join(' '),
    leftOutFrom: words.every((word) => SMALL_TALK.has(word)) ? MODERATE_LEVEL : NEVER_FILTERED,
  };
  cache.set(text, facts);
  return facts;
}

const count = (questions: readonly Question[], matches: (question: Question) => boolean) =>
  questions.filter(matches).length;
const isUp = ({ rating }: Question) => rating === 'up';
const isDown = ({ rating }: Question) => rating === 'down';
const isUnanswered = ({ answer }: Question) => answer?.answered === false;
const lastAskedAt = (questions: readonly Question[]) =>
  questions.reduce((latest, { at }) => (at > latest ? at : latest), '');

/** Returns the number of questions and answers for each day with questions, oldest first. */
export const daysOf = (questions: readonly Question[]) =>
  [...Map.groupBy(questions, ({ day }) => day)]
    .map(
      ([day, questions]) =>
        [day, [questions.length, count(questions, ({ answer }) => answer !== undefined)]] as const,
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** Counts answers by quality band (spec 002 §9) and rating. Scores are in thousandths, so that sums are exact. */
export function qualityOf(questions: readonly Question[]) {
  const scores = questions.flatMap((each) => scoreOf(each) ?? []);
  const within = (from: number, below: number) =>
    scores.filter((score) => score >= from && score < below).length;
  return {
    excellent: within(800, Number.POSITIVE_INFINITY),
    good: within(600, 800),
    fair: within(400, 600),
    poor: within(0, 400),
    up: count(questions, isUp),
    down: count(questions, isDown),
    unanswered: count(questions, isUnanswered),
  };
}

const scoreOf = (question: Question): number | undefined =>
  isUp(question) ? 1_000 : isDown(question) ? 0 : undefined;

/** Counts the questions that each word occurs in. */
export function wordsOf(questions: readonly Question[]): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const { text } of questions)
    for (const word of factsOf(text).words) words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

/** Returns percentiles of the time to the first token and to the complete answer, in milliseconds. */
export const timesOf = (questions: readonly Question[]) =>
  (['first_token_ms', 'duration_ms'] as const).map((measure) =>
    percentiles(questions.flatMap(({ answer }) => answer?.[measure] ?? [])),
  );

/** Returns percentiles of durations in milliseconds, rounded to two significant digits as on the screen. */
function percentiles(times: readonly number[]) {
  const sorted = times.map(roundToTwoDigits).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1];
  return sorted.length === 0 ? null : { p50: at(0.5), p90: at(0.9), p95: at(0.95) };
}

function roundToTwoDigits(ms: number): number {
  const unit = ms < 100 ? 1 : 10 ** (Math.floor(Math.log10(ms)) - 1);
  return Math.round(ms / unit) * unit;
}

/** Returns the expected figures of each question group. */
export const groupsOf = (questions: readonly Question[]) =>
  new Map(
    [...Map.groupBy(questions, ({ text }) => factsOf(text).group)].map(([group, members]) => [
      group,
      {
        count: members.length,
        variants: new Set(members.map(({ text }) => factsOf(text).topic)).size,
        answered: count(members, ({ answer }) => answer?.answered === true),
        thumbs_up: count(members, isUp),
        thumbs_down: count(members, isDown),
        last_asked_at: lastAskedAt(members),
        average: average(members.flatMap((each) => scoreOf(each) ?? [])),
      },
    ]),
  );

const average = (scores: readonly number[]) =>
  scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length / 1_000;

/** Counts unanswered and thumbs-down questions by client and group. */
export const gapsOf = (questions: readonly Question[]) =>
  new Map(
    [
      ...Map.groupBy(
        questions.filter((each) => isUnanswered(each) || isDown(each)),
        ({ client, text }) => `${client} ${factsOf(text).group}`,
      ),
    ].map(([gap, members]) => [
      gap,
      {
        count: members.length,
        unanswered: count(members, isUnanswered),
        rated_down: count(members, isDown),
        last_asked_at: lastAskedAt(members),
      },
    ]),
  );
