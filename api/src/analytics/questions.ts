import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { FaqAnalytics, QuestionGroup, WordCloud } from './contract.ts';
import { grouped } from './similar.ts';
import { inDays, isIn, LIVE, questionsIn, shownView, strictness, type View, wholeMonthsOf } from './view.ts';

/** Topics, the most frequent first, that are put together. */
export const MOST_TOPICS = 500;
const SHOWN_GROUPS = 25;
const MOST_WORDS = 1_000;
const SHOWN_WORDS = 80;

const total = z.object({ total: z.number() });
/** From the days: nothing has to be read for it. */
const questionCount = (db: CommonQueryMethods, view: View) =>
  db.oneFirst(sql.type(total)`
    SELECT coalesce(sum(questions), 0)::int AS total FROM read.analytics_day
    WHERE ${inDays(view)} AND level > ${strictness(view)}::int
  `);

const topicRow = z.object({
  topic: z.string(),
  count: z.number(),
  answered: z.number(),
  score_sum: z.number(),
  scored: z.number(),
  up: z.number(),
  down: z.number(),
});
type TopicRow = z.infer<typeof topicRow>;

const TOPICS = sql.fragment`topic, 1 AS questions, answered::int, (score IS NOT NULL)::int AS scored, score AS score_sum,
  (rating = 'up')::int AS up, (rating = 'down')::int AS down`;

/** Of a client from its questions. Of all from whole months, and from the questions of the month that the view begins in. */
function topicsIn(view: View) {
  if (view.clientId !== undefined)
    return sql.fragment`SELECT ${TOPICS} FROM ${questionsIn(view)} WHERE topic IS NOT NULL`;
  const since = wholeMonthsOf(view);
  return sql.fragment`
    SELECT ${TOPICS} FROM ${questionsIn(view, since)} WHERE topic IS NOT NULL
    UNION ALL
    SELECT topic, questions, answered, scored, score_sum, up, down FROM read.analytics_topic
    WHERE generation = ${LIVE} AND month >= ${since.slice(0, 7)} AND level > ${strictness(view)}::int`;
}

const wording = z.object({ topic: z.string(), question: z.string(), asked_at: z.number() });
type Wording = z.infer<typeof wording>;

/** As each of these topics was asked last, and when. */
async function wordings(db: CommonQueryMethods, view: View, topics: readonly string[]) {
  const rows = await db.any(sql.type(wording)`
    SELECT topic, question, asked_at FROM ${sql.unnest(
      topics.map((topic) => [topic]),
      ['text'],
    )} AS wanted (topic)
    CROSS JOIN LATERAL (
      SELECT question, asked_at FROM read.analytics_question q
      WHERE q.generation = ${LIVE} AND q.topic = wanted.topic AND ${isIn(view)}
      ORDER BY asked_at DESC LIMIT 1
    ) AS last
  `);
  return new Map(rows.map((row) => [row.topic, row]));
}

/** What is asked most: similar questions are one. */
export async function faqAnalytics(
  db: CommonQueryMethods,
  view: View,
  most = SHOWN_GROUPS,
): Promise<FaqAnalytics> {
  const [total_questions, topics] = await Promise.all([
    questionCount(db, view),
    db.any(sql.type(topicRow)`
      SELECT topic, sum(questions)::int AS count, coalesce(sum(answered), 0)::int AS answered,
        coalesce(sum(score_sum), 0) AS score_sum, sum(scored)::int AS scored,
        coalesce(sum(up), 0)::int AS up, coalesce(sum(down), 0)::int AS down
      FROM (${topicsIn(view)}) AS asked
      GROUP BY topic ORDER BY count DESC, topic LIMIT ${MOST_TOPICS}
    `),
  ]);
  const groups = grouped(topics).slice(0, most);
  const known = await wordings(
    db,
    view,
    groups.flatMap((members) => members.map(({ topic }) => topic)),
  );
  return {
    ...shownView(view),
    total_questions,
    questions: groups.map((members) => groupOf(members, known)),
  };
}

function groupOf(members: readonly TopicRow[], known: ReadonlyMap<string, Wording>): QuestionGroup {
  const sum = (of: (row: TopicRow) => number) => members.reduce((all, row) => all + of(row), 0);
  const scored = sum((row) => row.scored);
  const leader = members[0]?.topic ?? '';
  return {
    question: known.get(leader)?.question ?? leader,
    count: sum(({ count }) => count),
    variants: members.length,
    answered: sum(({ answered }) => answered),
    average_score: scored === 0 ? null : Math.round((sum((row) => row.score_sum) / scored) * 1000) / 1000,
    thumbs_up: sum(({ up }) => up),
    thumbs_down: sum(({ down }) => down),
    last_asked_at: new Date(
      Math.max(...members.map(({ topic }) => known.get(topic)?.asked_at ?? 0)),
    ).toISOString(),
  };
}

/** Of a client from its questions; of all, who have too many, from what is summed of each day. */
const wordsIn = (view: View) =>
  view.clientId === undefined
    ? sql.fragment`SELECT word, questions FROM read.analytics_word
        WHERE ${inDays(view)} AND level > ${strictness(view)}::int`
    : sql.fragment`SELECT word, 1 AS questions FROM ${questionsIn(view)} CROSS JOIN LATERAL unnest(q.words) AS word`;

const wordRow = z.object({ word: z.string(), count: z.number() });

/** In how many questions each word stands; the forms of a word are one, shown as it is written most often. */
export async function wordCloud(db: CommonQueryMethods, view: View): Promise<WordCloud> {
  const [total_questions, rows] = await Promise.all([
    questionCount(db, view),
    db.any(sql.type(wordRow)`
      SELECT word, sum(questions)::int AS count FROM (${wordsIn(view)}) AS said
      GROUP BY word ORDER BY count DESC, word LIMIT ${MOST_WORDS}
    `),
  ]);
  // Each is `stem word`; a question names a stem once.
  const byStem = Map.groupBy(rows, ({ word }) => word.slice(0, word.indexOf(' ')));
  const words = [...byStem.values()].map((forms) => ({
    word: forms[0]?.word.slice(forms[0].word.indexOf(' ') + 1) ?? '',
    count: forms.reduce((sum, { count }) => sum + count, 0),
  }));
  words.sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1));
  return { ...shownView(view), total_questions, words: words.slice(0, SHOWN_WORDS) };
}
