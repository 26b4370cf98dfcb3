import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { AnswerQualityAnalytics } from './contract.ts';
import { averageOf, sumOf } from './figures.ts';
import { type GoldenResults, goldenResults } from './golden-results.ts';
import { filterLevelOf, inDays, type View, viewScopeOf } from './view.ts';

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

/** Returns the number of judged answers on a day; each falls into exactly one quality band. */
const judgedCount = ({ excellent, good, fair, poor }: z.infer<typeof dayRow>) =>
  excellent + good + fair + poor;

/**
 * Returns scores and quality bands of the judged answers, and confidence and ratings of the answers to visitors
 * (spec 002 §9). Golden questions: the totals include each client's last run in the period; the daily series includes each
 * client's last run of each day.
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
    FROM read.analytics_day WHERE ${inDays(view)} AND level > ${filterLevelOf(view)}::int GROUP BY day ORDER BY day
  `),
  ]);
  const sum = (amountOf: (row: z.infer<typeof dayRow>) => number) => sumOf(days, amountOf);
  const totalResponses = sum(({ answers }) => answers);
  const judgedResponses = sum(judgedCount) + golden.last.passed + golden.last.failed;
  return {
    ...viewScopeOf(view),
    totalResponses,
    judgedResponses,
    goldenResults: golden.last,
    averageScore: averageOf(sum((row) => row.score_sum) + golden.last.passed, judgedResponses, 3),
    averageConfidence: averageOf(
      sum((row) => row.confidence_sum),
      totalResponses,
      3,
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
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([date, { responses, score }]) => {
      const average_score = averageOf(score, responses, 3);
      return average_score === null ? [] : { date, responses, average_score };
    });
}
