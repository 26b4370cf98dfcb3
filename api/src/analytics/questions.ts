import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { nameUuid } from '../commands/ids.ts';
import type { FaqAnalytics, GapQueue, QuestionGroup, WordCloud } from './contract.ts';
import { grouped } from './similar.ts';
import { inDays, LIVE, questionsIn, shownView, strictness, type View } from './view.ts';

/** Topics, the most frequent first, that are put together. */
const MOST_TOPICS = 500;
const SHOWN_GROUPS = 25;
const SHOWN_GAPS = 50;
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
  last_at: z.number(),
});

/** As each of these topics was asked last. */
async function wordings(db: CommonQueryMethods, view: View, topics: readonly string[]) {
  const wording = z.object({ topic: z.string(), question: z.string() });
  const ofClient =
    view.clientId === undefined ? sql.fragment`` : sql.fragment`AND q.client_id = ${view.clientId}`;
  const rows = await db.any(sql.type(wording)`
    SELECT topic, question FROM ${sql.unnest(
      topics.map((topic) => [topic]),
      ['text'],
    )} AS wanted (topic)
    CROSS JOIN LATERAL (
      SELECT question FROM read.analytics_question q
      WHERE q.generation = ${LIVE} AND q.topic = wanted.topic ${ofClient}
        AND q.left_out_from > ${strictness(view)}::int
      ORDER BY asked_at DESC LIMIT 1
    ) AS last
  `);
  return new Map(rows.map(({ topic, question }) => [topic, question]));
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
      SELECT topic, count(*)::int AS count, count(*) FILTER (WHERE answered)::int AS answered,
        coalesce(sum(score), 0) AS score_sum, count(score)::int AS scored,
        count(*) FILTER (WHERE rating = 'up')::int AS up, count(*) FILTER (WHERE rating = 'down')::int AS down,
        max(asked_at) AS last_at
      FROM ${questionsIn(view)} WHERE topic IS NOT NULL
      GROUP BY topic ORDER BY count(*) DESC, topic LIMIT ${MOST_TOPICS}
    `),
  ]);
  const groups = grouped(topics).slice(0, most);
  const leaders = await wordings(
    db,
    view,
    groups.flatMap(([first]) => (first ? [first.topic] : [])),
  );
  return {
    ...shownView(view),
    total_questions,
    questions: groups.map((members) => groupOf(members, leaders)),
  };
}

function groupOf(members: readonly z.infer<typeof topicRow>[], wording: Map<string, string>): QuestionGroup {
  const sum = (of: (row: z.infer<typeof topicRow>) => number) =>
    members.reduce((all, row) => all + of(row), 0);
  const scored = sum((row) => row.scored);
  const leader = members[0]?.topic ?? '';
  return {
    question: wording.get(leader) ?? leader,
    count: sum(({ count }) => count),
    variants: members.length,
    answered: sum(({ answered }) => answered),
    average_score: scored === 0 ? null : Math.round((sum((row) => row.score_sum) / scored) * 1000) / 1000,
    thumbs_up: sum(({ up }) => up),
    thumbs_down: sum(({ down }) => down),
    last_asked_at: new Date(Math.max(...members.map(({ last_at }) => last_at))).toISOString(),
  };
}

const wordRow = z.object({ word: z.string(), count: z.number() });

/** In how many questions each word stands; the forms of a word are one, shown as it is written most often. */
export async function wordCloud(db: CommonQueryMethods, view: View): Promise<WordCloud> {
  const [total_questions, rows] = await Promise.all([
    questionCount(db, view),
    db.any(sql.type(wordRow)`
      SELECT word, count(*)::int AS count FROM ${questionsIn(view)} CROSS JOIN LATERAL unnest(q.words) AS word
      GROUP BY word ORDER BY count(*) DESC, word LIMIT ${MOST_WORDS}
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

const gapRow = z.object({
  topic: z.string(),
  count: z.number(),
  unanswered: z.number(),
  down: z.number(),
  last_at: z.number(),
  question: z.string(),
  client_id: z.string(),
  conversation_id: z.string(),
});

/** What the assistant did not know, failed at, or was rated down for: what the client's pages lack. */
export async function gapQueue(db: CommonQueryMethods, view: View): Promise<GapQueue> {
  const rows = await db.any(sql.type(gapRow)`
    SELECT topic, q.client_id, count(*)::int AS count, count(*) FILTER (WHERE rating = 'down')::int AS down,
      count(*) FILTER (WHERE NOT answered OR (failed AND answered_at IS NULL))::int AS unanswered,
      max(asked_at) AS last_at, (array_agg(question ORDER BY asked_at DESC))[1] AS question,
      (array_agg(q.conversation_id ORDER BY asked_at DESC))[1] AS conversation_id
    FROM ${questionsIn(view)}
    WHERE topic IS NOT NULL AND (NOT answered OR rating = 'down' OR (failed AND answered_at IS NULL))
    GROUP BY q.client_id, topic ORDER BY count(*) DESC, topic LIMIT ${MOST_TOPICS}
  `);
  const byClient = [...Map.groupBy(rows, ({ client_id }) => client_id).values()];
  const gaps = byClient.flatMap((ofClient) =>
    grouped(ofClient).flatMap((members) => {
      const [first] = members;
      if (!first) return [];
      const sum = (of: (row: z.infer<typeof gapRow>) => number) =>
        members.reduce((all, row) => all + of(row), 0);
      return {
        id: nameUuid('gap', first.client_id, first.topic),
        question: first.question,
        count: sum(({ count }) => count),
        unanswered: sum(({ unanswered }) => unanswered),
        rated_down: sum(({ down }) => down),
        last_asked_at: new Date(Math.max(...members.map(({ last_at }) => last_at))).toISOString(),
        clientId: first.client_id,
        conversationId: first.conversation_id,
      };
    }),
  );
  gaps.sort((a, b) => b.count - a.count || (a.last_asked_at > b.last_asked_at ? -1 : 1));
  const shown = gaps.slice(0, SHOWN_GAPS);
  const requested = await requestedAmong(
    db,
    shown.map(({ id }) => id),
  );
  return { ...shownView(view), gaps: shown.map((gap) => ({ ...gap, requested: requested.has(gap.id) })) };
}

/** A gap's content request has the gap's id. */
async function requestedAmong(db: CommonQueryMethods, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await db.anyFirst(sql.type(z.object({ request_id: z.string() }))`
    SELECT request_id FROM read.content_request
    WHERE generation = (SELECT live_generation FROM read.projector WHERE name = 'content-requests')
      AND request_id = ANY(${sql.array([...ids], 'text')})
  `);
  return new Set(found);
}
