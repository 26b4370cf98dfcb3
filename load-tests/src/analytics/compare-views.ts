import { isDeepStrictEqual } from 'node:util';
import { daysOf, factsOf, gapsOf, groupsOf, qualityOf, timesOf, wordsOf } from './expected-figures.ts';
import type { Question } from './logged-questions.ts';

/** Fetches an analytics view by its path. */
export type Get = <Result>(path: string) => Promise<Result>;

export const TIMEFRAMES = { '7d': 7, '30d': 30, '90d': 90, '180d': 180, '1y': 365 } as const;
/** Filter levels; each filters out more than the one before. */
export const LEVELS = ['basic', 'moderate', 'strict'] as const;
/** Number of clients whose views are all compared; for the others, one view is compared. */
const CLIENTS_IN_EVERY_VIEW = 3;
const SHOWN = { groups: 25, gaps: 50 } as const;
const DAY_MS = 86_400_000;

interface Usage {
  readonly from: string;
  readonly to: string;
  readonly daily_usage: readonly {
    readonly date: string;
    readonly ai_messages_count: number;
    readonly non_billable_count: number;
  }[];
  readonly response_times: Record<'first_word' | 'whole_answer', Record<'p50' | 'p90' | 'p95', number>>;
}
interface Quality {
  readonly qualityDistribution: Record<'excellent' | 'good' | 'fair' | 'poor', number>;
  readonly unanswered: number;
  readonly thumbs_up: number;
  readonly thumbs_down: number;
}
interface Words {
  readonly words: readonly { readonly word: string; readonly count: number }[];
}
interface Faq {
  readonly total_questions: number;
  readonly questions: readonly {
    readonly question: string;
    readonly count: number;
    readonly average_score: number | null;
  }[];
}
interface Gaps {
  readonly gaps: readonly {
    readonly id: string;
    readonly requested: boolean;
    readonly conversationId: string;
    readonly question: string;
    readonly clientId: string;
    readonly count: number;
  }[];
}

interface View {
  /** Undefined for all clients. */
  readonly client: string | undefined;
  readonly timeframe: keyof typeof TIMEFRAMES;
  readonly level: number;
}
const UNFILTERED = { timeframe: '1y', level: 0 } as const;

/** Returns the figures that differ from the log, by view. */
export async function differingFigures(
  get: Get,
  byClient: ReadonlyMap<string, readonly Question[]>,
): Promise<string[]> {
  const differences: string[] = [];
  for (const [client, questions] of byClient)
    differences.push(...(await differingIn(get, { client, ...UNFILTERED }, questions)));
  const all = [...byClient.values()].flat();
  for (const client of [...[...byClient.keys()].slice(0, CLIENTS_IN_EVERY_VIEW), undefined])
    for (const timeframe of Object.keys(TIMEFRAMES) as (keyof typeof TIMEFRAMES)[])
      for (let level = 0; level <= LEVELS.length; level++) {
        const questions = client === undefined ? all : (byClient.get(client) ?? []);
        differences.push(...(await differingIn(get, { client, timeframe, level }, questions)));
      }
  return differences;
}

async function differingIn(get: Get, view: View, questions: readonly Question[]): Promise<string[]> {
  const { client, timeframe, level } = view;
  const filter = level === 0 ? 'filterContent=false' : `filterLevel=${LEVELS[level - 1]}`;
  const query = `?timeframe=${timeframe}&${filter}${client === undefined ? '' : `&clientId=${client}`}`;
  const usage = await get<Usage>(`usage-analytics${query}`);
  const quality = await get<Quality>(`answer-quality-analytics${query}`);
  const cloud = await get<Words>(`word-cloud${query}`);
  const faq = await get<Faq>(`faq-analytics${query}`);
  const { gaps } = await get<Gaps>(`gaps${query}`);
  const log = questions.filter(({ day, text }) => day >= usage.from && factsOf(text).leftOutFrom > level);

  const { unanswered, thumbs_up: up, thumbs_down: down, qualityDistribution } = quality;
  const groups = groupsOf(log);
  const logGaps = gapsOf(log);
  const figures: Record<string, [shown: unknown, expected: unknown]> = {
    timeframe: [(Date.parse(usage.to) - Date.parse(usage.from)) / DAY_MS + 1, TIMEFRAMES[timeframe]],
    days: [
      usage.daily_usage
        .filter((day) => day.non_billable_count > 0)
        .map((day) => [day.date, [day.non_billable_count, day.ai_messages_count]]),
      daysOf(log),
    ],
    times: [[usage.response_times.first_word, usage.response_times.whole_answer], timesOf(log)],
    quality: [{ ...qualityDistribution, up, down, unanswered }, qualityOf(log)],
    words: [byWord(cloud.words.map(({ word, count }) => [word, count])), byWord(wordsOf(log))],
    questions: [faq.total_questions, log.length],
    'most asked': [countsOf(faq.questions), most(groups.values(), SHOWN.groups)],
    groups: [
      faq.questions.filter(({ question, average_score, ...shown }) => {
        const { average, ...expected } = groups.get(factsOf(question).group) ?? { average: null };
        return !isDeepStrictEqual(shown, expected) || !isRounded(average_score, average);
      }),
      [],
    ],
    'most missed': [countsOf(gaps), most(logGaps.values(), SHOWN.gaps)],
    gaps: [
      gaps.filter(({ id: _, requested: __, conversationId: ___, question, clientId, ...shown }) => {
        const expected = logGaps.get(`${clientId} ${factsOf(question).group}`);
        return !isDeepStrictEqual(shown, expected);
      }),
      [],
    ],
  };
  return Object.entries(figures)
    .filter(([, [shown, expected]]) => !isDeepStrictEqual(shown, expected))
    .map(([name]) => `${name} in ${query}`);
}

const byWord = (words: Iterable<readonly [string, number]>) =>
  [...words].sort(([a], [b]) => (a < b ? -1 : 1));
const countsOf = (rows: readonly { readonly count: number }[]) => rows.map(({ count }) => count);
const most = (rows: Iterable<{ readonly count: number }>, shown: number) =>
  countsOf([...rows])
    .sort((a, b) => b - a)
    .slice(0, shown);

/** Returns whether a figure shown with three decimals equals the exact one. */
const isRounded = (shown: number | null, exact: number | null) =>
  shown === null || exact === null ? shown === exact : Math.abs(shown - exact) < 0.000_501;
