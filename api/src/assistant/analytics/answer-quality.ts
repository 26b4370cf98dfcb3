import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { AnswerQualityAnalytics } from './contract.ts';
import { type GoldenResults, goldenResults } from './golden-results.ts';
import { inDays, strictness, type View, viewScopeOf } from './view.ts';

const COUNTS = [
  'answers',
  'unanswered',
  'failed',
  'up',
  'down',
  'excellent',
  'good',
  'fair',
  'poor',
] as const;
const SUMS = ['score_sum', 'confidence_sum'] as const;
const dayRow = z.record(z.enum([...COUNTS, ...SUMS]), z.number()).and(z.object({ date: z.string() }));

/** Returns the number of judged answers of a day; each is in one of the bands. */
const judgedCount = ({ excellent, good, fair, poor }: z.infer<typeof dayRow>) =>
  excellent + good + fair + poor;

/**
 * Returns scores and quality bands of the judged answers, and confidence and ratings of the answers to visitors
 * (spec 002 §9). Each golden question counts once, with its last result.
 */
export async function answerQuality(db: CommonQueryMethods, view: View): Promise<AnswerQualityAnalytics> {
  const counts = COUNTS.map((name) => {
    const column = sql.identifier([name]);
    return sql.fragment`sum(${column})::int AS ${column}`;
  });
  const [golden, days] = await Promise.all([
    goldenResults(db, view),
    db.any(sql.type(dayRow)`
    SELECT day AS date, ${sql.join(counts, sql.fragment`, `)}, sum(score_sum) AS score_sum,
      sum(confidence_sum) AS confidence_sum
    FROM read.analytics_day WHERE ${inDays(view)} AND level > ${strictness(view)}::int GROUP BY day ORDER BY day
  `),
  ]);
  const sum = (amountOf: (row: z.infer<typeof dayRow>) => number) =>
    days.reduce((total, row) => total + amountOf(row), 0);
  const totalResponses = sum(({ answers }) => answers);
  const judgedResponses = sum(judgedCount) + golden.last.passed + golden.last.failed;
  const average = (total: number, count: number) =>
    count === 0 ? null : Math.round((total / count) * 1000) / 1000;
  return {
    ...viewScopeOf(view),
    totalResponses,
    judgedResponses,
    goldenResults: golden.last,
    averageScore: average(sum((row) => row.score_sum) + golden.last.passed, judgedResponses),
    averageConfidence: average(
      sum((row) => row.confidence_sum),
      totalResponses,
    ),
    qualityDistribution: {
      excellent: sum(({ excellent }) => excellent) + golden.last.passed,
      good: sum(({ good }) => good),
      fair: sum(({ fair }) => fair),
      poor: sum(({ poor }) => poor) + golden.last.failed,
    },
    unanswered: sum(({ unanswered }) => unanswered),
    failed: sum(({ failed }) => failed),
    thumbs_up: sum(({ up }) => up),
    thumbs_down: sum(({ down }) => down),
    daily_quality: dailyQuality(days, golden.byDay),
  };
}

/** Returns the average score of each day that has judged answers. */
function dailyQuality(days: readonly z.infer<typeof dayRow>[], golden: GoldenResults['byDay']) {
  const byDay = new Map(days.map((day) => [day.date, { responses: judgedCount(day), score: day.score_sum }]));
  for (const [date, { passed, failed }] of golden) {
    const { responses = 0, score = 0 } = byDay.get(date) ?? {};
    byDay.set(date, { responses: responses + passed + failed, score: score + passed });
  }
  return [...byDay]
    .filter(([, { responses }]) => responses > 0)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([date, { responses, score }]) => ({
      date,
      responses,
      average_score: Math.round((score / responses) * 1000) / 1000,
    }));
}
