import type { Question } from './brute-force.ts';

/** What the benchmark's visitors say without asking for anything in it: no word of the cloud. */
const SAYING = new Set('when is how do i get what about you have where can'.split(' '));
/** They ask as well, and make a question no other one. */
const ASKING = new Set(['find']);
const SAME = new Map([['much', 'price']]);
const SMALL_TALK = new Set(['hello', 'thanks', 'ok']);
/** In the order of the filter's levels, from 1; what none of them leaves out is above them. */
const MODERATE = 2;
const ABOVE_ALL = 4;

/** What can be told of a text. */
interface Told {
  readonly words: readonly string[];
  /** The words, whatever their order. */
  readonly topic: string;
  /** The same for all that ask the same. */
  readonly group: string;
  readonly leftOutFrom: number;
}
const told = new Map<string, Told>();

export function toldBy(text: string): Told {
  const known = told.get(text);
  if (known) return known;
  const said = new Set(text.toLowerCase().match(/[a-z]+/g));
  const words = [...said.difference(SAYING)];
  const asked = words.filter((word) => !ASKING.has(word)).map((word) => SAME.get(word) ?? word);
  const all = {
    words,
    topic: words.toSorted().join(' '),
    group: [...new Set(asked)].sort().join(' '),
    leftOutFrom: words.every((word) => SMALL_TALK.has(word)) ? MODERATE : ABOVE_ALL,
  };
  told.set(text, all);
  return all;
}

const count = (of: readonly Question[], is: (question: Question) => boolean) => of.filter(is).length;
const isUp = ({ rating }: Question) => rating === 'up';
const isDown = ({ rating }: Question) => rating === 'down';
const isUnanswered = ({ answer }: Question) => answer?.answered === false;
const last = (of: readonly Question[]) => of.reduce((at, each) => (each.at > at ? each.at : at), '');

/** Of each day with questions, in order: questions, and answers. */
export const daysOf = (questions: readonly Question[]) =>
  [...Map.groupBy(questions, ({ day }) => day)]
    .map(([day, of]) => [day, [of.length, count(of, ({ answer }) => answer !== undefined)]] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** Spec 002 §9's bands, of what the screen says a score is; in thousandths, so that no sum is rounded. */
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

function scoreOf({ answer, rating }: Question): number | undefined {
  if (!answer) return undefined;
  const given = answer.answered ? Math.round(800 * answer.confidence) + (answer.cited ? 200 : 0) : 0;
  const score = given + (rating === 'up' ? 200 : rating === 'down' ? -400 : 0);
  return Math.min(1_000, Math.max(0, score));
}

/** In how many questions each word stands. */
export function wordsOf(questions: readonly Question[]): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const { text } of questions)
    for (const word of toldBy(text).words) words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

/** Milliseconds to the first word and to the whole answer, within which so many answers were there. */
export const timesOf = (questions: readonly Question[]) =>
  (['first_token_ms', 'duration_ms'] as const).map((measure) =>
    percentiles(questions.flatMap(({ answer }) => answer?.[measure] ?? [])),
  );

/** Of so many milliseconds, each to two digits, as they are shown. */
function percentiles(times: readonly number[]) {
  const sorted = times.map(inTwoDigits).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1];
  return sorted.length === 0 ? null : { p50: at(0.5), p90: at(0.9), p95: at(0.95) };
}

function inTwoDigits(ms: number): number {
  const unit = ms < 100 ? 1 : 10 ** (Math.floor(Math.log10(ms)) - 1);
  return Math.round(ms / unit) * unit;
}

/** What is asked, by its group. */
export const groupsOf = (questions: readonly Question[]) =>
  new Map(
    [...Map.groupBy(questions, ({ text }) => toldBy(text).group)].map(([group, of]) => [
      group,
      {
        count: of.length,
        variants: new Set(of.map(({ text }) => toldBy(text).topic)).size,
        answered: count(of, ({ answer }) => answer?.answered === true),
        thumbs_up: count(of, isUp),
        thumbs_down: count(of, isDown),
        last_asked_at: last(of),
        average: average(of.flatMap((each) => scoreOf(each) ?? [])),
      },
    ]),
  );

const average = (scores: readonly number[]) =>
  scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length / 1_000;

/** What was not answered, or badly, by its client and its group. */
export const gapsOf = (questions: readonly Question[]) =>
  new Map(
    [
      ...Map.groupBy(
        questions.filter((each) => isUnanswered(each) || isDown(each)),
        ({ client, text }) => `${client} ${toldBy(text).group}`,
      ),
    ].map(([gap, of]) => [
      gap,
      {
        count: of.length,
        unanswered: count(of, isUnanswered),
        rated_down: count(of, isDown),
        last_asked_at: last(of),
      },
    ]),
  );
