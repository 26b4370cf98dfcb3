import { isDeepStrictEqual } from 'node:util';
import { type Counted, together } from './brute-force.ts';

/** An answer of the analytics, by its path. */
export type Get = <Answer>(path: string) => Promise<Answer>;

interface Usage {
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

/** Which figures of which clients, and of all of them, are not what the log says. */
export async function differing(get: Get, counted: ReadonlyMap<string, Counted>): Promise<string[]> {
  const found: string[] = [];
  for (const [id, of] of counted) found.push(...(await differingFrom(get, `&clientId=${id}`, of)));
  found.push(...(await differingFrom(get, '', together(counted.values()))));
  return found;
}

async function differingFrom(get: Get, of: string, counted: Counted): Promise<string[]> {
  const query = `?timeframe=1y&filterContent=false${of}`;
  const [usage, quality, cloud] = [
    await get<Usage>(`usage-analytics${query}`),
    await get<Quality>(`answer-quality-analytics${query}`),
    await get<Words>(`word-cloud${query}`),
  ];
  const shownDays = usage.daily_usage
    .filter((day) => day.non_billable_count > 0)
    .map((day) => [day.date, [day.non_billable_count, day.ai_messages_count]]);
  const { unanswered, thumbs_up: up, thumbs_down: down, qualityDistribution } = quality;
  const shown = {
    days: shownDays,
    quality: { ...qualityDistribution, up, down, unanswered },
    words: cloud.words.filter(({ word, count }) => counted.words.get(word) !== count),
    times: [usage.response_times.first_word, usage.response_times.whole_answer],
  };
  const expected = {
    days: [...counted.days].sort(([a], [b]) => (a < b ? -1 : 1)),
    quality: counted.quality,
    words: [],
    times: counted.times.map(percentiles),
  };
  return (Object.keys(expected) as (keyof typeof expected)[])
    .filter((name) => !isDeepStrictEqual(shown[name], expected[name]))
    .map((name) => `${name} of ${of === '' ? 'all' : of}`);
}

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
