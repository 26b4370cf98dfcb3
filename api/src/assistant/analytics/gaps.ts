import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { nameUuid } from '../../platform/commands/ids.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { AssistantPorts } from '../ports.ts';
import type { GapQueue } from './contract.ts';
import { dayBefore, filterLevelOf, inDays, isInView, LIVE, type View, viewScopeOf } from './view.ts';

type Ports = Pick<AssistantPorts, 'pool' | 'secrets'>;

const MAX_GAPS = 50;

const gapRow = z.object({
  client_id: z.string(),
  question_group: z.string(),
  /** All wordings, most frequent first. */
  topics: z.array(z.string()),
  count: z.number(),
  unanswered: z.number(),
  down: z.number(),
});
type GapRow = z.infer<typeof gapRow>;

const lastGap = z.object({
  client_id: z.string(),
  question_group: z.string(),
  client_name: z.string(),
  question: z.string(),
  conversation_id: z.string(),
  question_id: z.string(),
  last_asked_at: z.string(),
  approved: z.boolean(),
});

type Gap = GapQueue['gaps'][number] & {
  /** Ids of all wordings; the first is the gap's id. */
  readonly topicIds: readonly string[];
};

/**
 * Returns the gaps in a client's content: questions that were not answered, that failed, or whose answer was rated down. Open
 * gaps come first.
 */
export async function gapQueue(ports: Ports, view: View, limit = MAX_GAPS): Promise<GapQueue> {
  const found: Gap[] = [];
  for (let offset = 0, more = true; more; offset += limit) {
    const groups = await groupsIn(ports.pool, view, { limit, offset });
    found.push(...(await gapsOf(ports, view, groups)));
    // Handled gaps must not fill the list.
    more = groups.length === limit && found.filter(isOpen).length < limit;
  }
  const gaps = found
    .sort(
      (a, b) =>
        Number(isOpen(b)) - Number(isOpen(a)) ||
        b.count - a.count ||
        (a.last_asked_at > b.last_asked_at ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ topicIds, ...gap }) => gap);
  return { ...viewScopeOf(view), gaps };
}

const isOpen = ({ approved, requested }: Gap) => !approved && !requested;

/** Finds a gap by the id of any wording, since the most frequent wording may have changed. */
export async function findGap(ports: Ports, view: View, gapId: string): Promise<Gap | undefined> {
  // A view of all clients counts UTC days, so it may start a day before this client's own view.
  const wideView = { ...view, from: dayBefore(view.from) };
  const groups = await groupsIn(ports.pool, wideView, { limit: null, offset: 0 });
  const group = groups.find((each) => topicIdsOf(ports, each).includes(gapId));
  const [gap] = group ? await gapsOf(ports, wideView, [group]) : [];
  return gap;
}

/** Returns groups of unanswered questions, most frequent first. A null `limit` returns all. */
async function groupsIn(
  db: CommonQueryMethods,
  view: View,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<readonly GapRow[]> {
  const gapRows = sql.fragment`read.analytics_gap WHERE ${inDays(view)} AND level > ${filterLevelOf(view)}::int`;
  return db.any(sql.type(gapRow)`
    SELECT largest.*, ARRAY(
      SELECT topic FROM ${gapRows} AND client_id = largest.client_id AND question_group = largest.question_group
      GROUP BY topic ORDER BY sum(questions) DESC, topic
    ) AS topics
    FROM (
      SELECT client_id, question_group, sum(questions)::int AS count, sum(unanswered)::int AS unanswered,
        sum(down)::int AS down
      FROM ${gapRows}
      GROUP BY client_id, question_group ORDER BY count DESC, question_group, client_id
      LIMIT ${limit}::int OFFSET ${offset}
    ) AS largest
  `);
}

async function gapsOf(ports: Ports, view: View, groups: readonly GapRow[]): Promise<Gap[]> {
  const lastQuestions = await lastQuestionsOf(ports.pool, view, groups);
  const requested = await requestedTopicIds(ports, groups);
  return groups.flatMap((row) => {
    const last = lastQuestions.get(keyOf(row));
    const topicIds = topicIdsOf(ports, row);
    const [id] = topicIds;
    if (!last || id === undefined) return []; // reset or erased between the two queries
    return {
      id,
      question: last.question,
      count: row.count,
      unanswered: row.unanswered,
      rated_down: row.down,
      last_asked_at: last.last_asked_at,
      clientId: row.client_id,
      clientName: last.client_name,
      conversationId: last.conversation_id,
      questionId: last.question_id,
      approved: last.approved,
      requested: topicIds.some((each) => requested.has(each)),
      topicIds,
    };
  });
}

const topicIdsOf = ({ secrets }: Ports, { client_id, topics }: GapRow) =>
  topics.map((topic) => topicId(secrets, client_id, topic));

/** Returns the id of a wording: a keyed hash, because the id outlives an erased question and must not confirm a guess of its text. */
const topicId = (secrets: Secrets, client_id: string, topic: string): string =>
  nameUuid('gap', secrets.hmac('gap', JSON.stringify([client_id, topic])).toString('hex'));

const keyOf = (row: { client_id: string; question_group: string }) =>
  `${row.client_id} ${row.question_group}`;

/**
 * Returns the name of each gap's client, the last unanswered question in the main wording, the last time any wording was
 * asked, and whether an answer was approved.
 */
async function lastQuestionsOf(db: CommonQueryMethods, view: View, gaps: readonly GapRow[]) {
  const unansweredRows = sql.fragment`read.analytics_question q
    WHERE q.generation = ${LIVE} AND q.question_group = gap.question_group AND q.client_id = gap.client_id
      AND ${isInView(view)} AND (NOT answered OR rating = 'down' OR (failed AND answered_at IS NULL))`;
  const rows = await db.any(sql.type(lastGap)`
    SELECT gap.client_id, gap.question_group, client.name AS client_name, of_topic.*, of_group.*, of_answers.* FROM ${sql.unnest(
      gaps.map(({ client_id, question_group, topics }) => [client_id, question_group, topics[0] ?? '']),
      ['text', 'text', 'text'],
    )} AS gap (client_id, question_group, topic)
    JOIN read.analytics_client client ON client.generation = ${LIVE} AND client.client_id = gap.client_id
    CROSS JOIN LATERAL (
      SELECT question, conversation_id, question_id FROM ${unansweredRows} AND q.topic = gap.topic
      ORDER BY asked_at DESC LIMIT 1
    ) AS of_topic
    CROSS JOIN LATERAL (
      SELECT asked_at AS last_asked_at FROM ${unansweredRows} ORDER BY asked_at DESC LIMIT 1
    ) AS of_group
    CROSS JOIN LATERAL (
      SELECT EXISTS (SELECT FROM ${unansweredRows} AND judged_right IS NOT NULL) AS approved
    ) AS of_answers
  `);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Returns the ids of the wordings of the groups for which the same client has a content request. */
async function requestedTopicIds(ports: Ports, groups: readonly GapRow[]): Promise<ReadonlySet<string>> {
  const wordings = groups.flatMap((group) => topicIdsOf(ports, group).map((id) => [group.client_id, id]));
  const requested = await ports.pool.anyFirst(sql.type(z.object({ topic_id: z.string() }))`
    SELECT topic_id FROM ${sql.unnest(wordings, ['text', 'text'])} AS wording (client_id, topic_id)
    WHERE EXISTS (
      SELECT FROM read.content_request request
      WHERE generation = ${liveGeneration('content-requests')} AND request.client_id = wording.client_id
        AND wording.topic_id = ANY(gap_topic_ids))
  `);
  return new Set(requested);
}
