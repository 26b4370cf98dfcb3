import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { FaqAnalytics, QuestionGroup, WordCloud } from './contract.ts';
import {
  filterLevelOf,
  firstWholeMonthOf,
  inDays,
  isInView,
  LIVE,
  questionsIn,
  type View,
  viewScopeOf,
} from './view.ts';

const MAX_GROUPS = 25;
const MAX_WORDS = 80;

const total = z.object({ total: z.number() });
/** Counts questions from daily totals, without reading the questions. */
const questionCount = (db: CommonQueryMethods, view: View) =>
  db.oneFirst(sql.type(total)`
    SELECT coalesce(sum(questions), 0)::int AS total FROM read.analytics_day
    WHERE ${inDays(view)} AND level > ${filterLevelOf(view)}::int
  `);

const groupRow = z.object({
  question_group: z.string(),
  topic: z.string(),
  variants: z.number(),
  count: z.number(),
  answered: z.number(),
  score_sum: z.number(),
  scored: z.number(),
  up: z.number(),
  down: z.number(),
});
type GroupRow = z.infer<typeof groupRow>;

const QUESTION_COLUMNS = sql.fragment`question_group, topic, 1 AS questions, answered::int,
  (score IS NOT NULL)::int AS scored, score AS score_sum, (rating = 'up')::int AS up, (rating = 'down')::int AS down`;
const MONTH_COLUMNS = sql.fragment`question_group, topic, questions, answered, scored, score_sum, up, down`;

/**
 * Selects topics: for one client from its questions, for all clients from monthly sums plus the questions of the
 * first, partial month.
 */
function topicsIn(view: View) {
  if (view.clientId !== undefined)
    return sql.fragment`SELECT ${QUESTION_COLUMNS} FROM ${questionsIn(view)} WHERE topic IS NOT NULL`;
  const since = firstWholeMonthOf(view);
  return sql.fragment`
    SELECT ${QUESTION_COLUMNS} FROM ${questionsIn(view, since)} WHERE topic IS NOT NULL
    UNION ALL
    SELECT ${MONTH_COLUMNS} FROM read.analytics_topic
    WHERE generation = ${LIVE} AND month >= ${since.slice(0, 7)} AND level > ${filterLevelOf(view)}::int`;
}

const wording = z.object({ question_group: z.string(), question: z.string(), last_asked_at: z.string() });
type Wording = z.infer<typeof wording>;

/** Returns the last wording of each group's main topic and the last time the group was asked. */
async function lastWordings(db: CommonQueryMethods, view: View, groups: readonly GroupRow[]) {
  const lastOf = (column: string, where: ReturnType<typeof sql.fragment>) => sql.fragment`
    SELECT ${sql.identifier([column])} FROM read.analytics_question q
    WHERE q.generation = ${LIVE} AND q.question_group = main.question_group AND ${where} AND ${isInView(view)}
    ORDER BY asked_at DESC LIMIT 1`;
  const rows = await db.any(sql.type(wording)`
    SELECT main.question_group, of_topic.question, of_group.asked_at AS last_asked_at FROM ${sql.unnest(
      groups.map(({ question_group, topic }) => [question_group, topic]),
      ['text', 'text'],
    )} AS main (question_group, topic)
    CROSS JOIN LATERAL (${lastOf('question', sql.fragment`q.topic = main.topic`)}) AS of_topic
    CROSS JOIN LATERAL (${lastOf('asked_at', sql.fragment`true`)}) AS of_group
  `);
  return new Map(rows.map((row) => [row.question_group, row]));
}

/** Returns the most frequently asked question groups, each shown in the latest wording of its most frequent topic. */
export async function faqAnalytics(
  db: CommonQueryMethods,
  view: View,
  limit = MAX_GROUPS,
): Promise<FaqAnalytics> {
  const [total_questions, groups] = await Promise.all([
    questionCount(db, view),
    db.any(sql.type(groupRow)`
      SELECT question_group, (array_agg(topic ORDER BY questions DESC, topic))[1] AS topic,
        count(*)::int AS variants, sum(questions)::int AS count, sum(answered)::int AS answered,
        sum(score_sum) AS score_sum, sum(scored)::int AS scored, sum(up)::int AS up, sum(down)::int AS down
      FROM (
        SELECT question_group, topic, sum(questions) AS questions, coalesce(sum(answered), 0) AS answered,
          coalesce(sum(score_sum), 0) AS score_sum, sum(scored) AS scored,
          coalesce(sum(up), 0) AS up, coalesce(sum(down), 0) AS down
        FROM (${topicsIn(view)}) AS topic_counts GROUP BY question_group, topic
      ) AS topics
      GROUP BY question_group ORDER BY count DESC, question_group LIMIT ${limit}
    `),
  ]);
  const wordingByGroup = await lastWordings(db, view, groups);
  const questions = groups.flatMap((group) => {
    const lastWording = wordingByGroup.get(group.question_group);
    // Without a wording, the analytics were reset or the questions erased between the two queries.
    return lastWording ? [groupOf(group, lastWording)] : [];
  });
  return { ...viewScopeOf(view), total_questions, questions };
}

function groupOf(
  { question_group: _, topic: __, score_sum, scored, up, down, ...counts }: GroupRow,
  { question, last_asked_at }: Wording,
): QuestionGroup {
  return {
    ...counts,
    question,
    average_score: scored === 0 ? null : Math.round((score_sum / scored) * 1000) / 1000,
    thumbs_up: up,
    thumbs_down: down,
    last_asked_at,
  };
}

/** Selects words: for one client from its questions, for all clients from daily sums. */
const wordsIn = (view: View) =>
  view.clientId === undefined
    ? sql.fragment`SELECT word, questions FROM read.analytics_word
        WHERE ${inDays(view)} AND level > ${filterLevelOf(view)}::int`
    : sql.fragment`SELECT word, 1 AS questions FROM ${questionsIn(view)} CROSS JOIN LATERAL unnest(q.words) AS word`;

const wordRow = z.object({ word: z.string(), count: z.number() });

/** Counts the questions that contain each word. Forms of a word count as one, shown in the most frequent form. */
export async function wordCloud(db: CommonQueryMethods, view: View, limit = MAX_WORDS): Promise<WordCloud> {
  const [total_questions, words] = await Promise.all([
    questionCount(db, view),
    // Each `word` value is "<stem> <word>". A question contributes each stem at most once.
    db.any(sql.type(wordRow)`
      SELECT split_part((array_agg(word ORDER BY questions DESC, word))[1], ' ', 2) AS word,
        sum(questions)::int AS count
      FROM (SELECT word, sum(questions) AS questions FROM (${wordsIn(view)}) AS used_words GROUP BY word) AS forms
      GROUP BY split_part(word, ' ', 1) ORDER BY count DESC, word LIMIT ${limit}
    `),
  ]);
  return { ...viewScopeOf(view), total_questions, words: [...words] };
}
