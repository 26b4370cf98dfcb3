import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { AnswerQualityAnalytics } from './contract.ts';
import { inDays, shownView, strictness, type View } from './view.ts';

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

/** Counts the judged answers of a day: each is in one of the bands. */
const judged = ({ excellent, good, fair, poor }: z.infer<typeof dayRow>) => excellent + good + fair + poor;

/** Returns scores and quality bands of the judged answers, and confidence and ratings of all (spec 002 §9). */
export async function answerQuality(db: CommonQueryMethods, view: View): Promise<AnswerQualityAnalytics> {
  const counts = COUNTS.map((name) => {
    const column = sql.identifier([name]);
    return sql.fragment`sum(${column})::int AS ${column}`;
  });
  const days = await db.any(sql.type(dayRow)`
    SELECT day AS date, ${sql.join(counts, sql.fragment`, `)}, sum(score_sum) AS score_sum,
      sum(confidence_sum) AS confidence_sum
    FROM read.analytics_day WHERE ${inDays(view)} AND level > ${strictness(view)}::int GROUP BY day ORDER BY day
  `);
  const sum = (amountOf: (row: z.infer<typeof dayRow>) => number) =>
    days.reduce((total, row) => total + amountOf(row), 0);
  const totalResponses = sum(({ answers }) => answers);
  const average = (total: number, count: number) =>
    count === 0 ? null : Math.round((total / count) * 1000) / 1000;
  return {
    ...shownView(view),
    totalResponses,
    judgedResponses: sum(judged),
    averageScore: average(
      sum((row) => row.score_sum),
      sum(judged),
    ),
    averageConfidence: average(
      sum((row) => row.confidence_sum),
      totalResponses,
    ),
    qualityDistribution: {
      excellent: sum(({ excellent }) => excellent),
      good: sum(({ good }) => good),
      fair: sum(({ fair }) => fair),
      poor: sum(({ poor }) => poor),
    },
    unanswered: sum(({ unanswered }) => unanswered),
    failed: sum(({ failed }) => failed),
    thumbs_up: sum(({ up }) => up),
    thumbs_down: sum(({ down }) => down),
    daily_quality: days.flatMap((day) => {
      const responses = judged(day);
      const average_score = average(day.score_sum, responses);
      return average_score === null ? [] : [{ date: day.date, responses, average_score }];
    }),
  };
}
