import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { nameUuid } from '../commands/ids.ts';
import type { Deps } from '../deps.ts';
import { liveGeneration } from '../live-generation.ts';
import type { Secrets } from '../secrets.ts';
import type { GapQueue } from './contract.ts';
import { MOST_TOPICS } from './questions.ts';
import { grouped } from './similar.ts';
import { inDays, isIn, LIVE, shownView, strictness, type View } from './view.ts';

type Needs = Pick<Deps, 'pool' | 'secrets'>;

const SHOWN_GAPS = 50;

const gapRow = z.object({
  topic: z.string(),
  client_id: z.string(),
  count: z.number(),
  unanswered: z.number(),
  down: z.number(),
});
type GapRow = z.infer<typeof gapRow>;

const lastGap = z.object({
  client_id: z.string(),
  topic: z.string(),
  question: z.string(),
  conversation_id: z.string(),
  question_id: z.string(),
  asked_at: z.number(),
});

interface Gap extends Omit<GapQueue['gaps'][number], 'requested'> {
  readonly questionId: string;
  /** Of every way of asking; the first is the gap's own id. */
  readonly topicIds: readonly string[];
}

/** What the assistant did not know, failed at, or was rated down for: what the client's pages lack. */
export async function gapQueue(needs: Needs, view: View): Promise<GapQueue> {
  const gaps = await gapsIn(needs, view);
  const requested = await requestedAmong(needs, gaps);
  return {
    ...shownView(view),
    gaps: gaps.map(({ questionId: _, topicIds, ...gap }) => ({
      ...gap,
      requested: topicIds.some((id) => requested.has(id)),
    })),
  };
}

/** A client's gap by the id of any of its topics: in a view that was read again, another may come first. */
export async function findGap(
  needs: Needs,
  view: View,
  { clientId, gapId }: { clientId: string; gapId: string },
): Promise<(Gap & { readonly requested: boolean }) | undefined> {
  const gaps = await gapsIn(needs, view);
  const gap = gaps.find((each) => each.clientId === clientId && each.topicIds.includes(gapId));
  return gap && { ...gap, requested: (await requestedAmong(needs, [gap])).size > 0 };
}

async function gapsIn({ pool, secrets }: Needs, view: View): Promise<Gap[]> {
  const rows = await pool.any(sql.type(gapRow)`
    SELECT client_id, topic, sum(questions)::int AS count, sum(unanswered)::int AS unanswered, sum(down)::int AS down
    FROM read.analytics_gap WHERE ${inDays(view)} AND level > ${strictness(view)}::int
    GROUP BY client_id, topic ORDER BY count DESC, topic, client_id LIMIT ${MOST_TOPICS}
  `);
  const groups = [...Map.groupBy(rows, ({ client_id }) => client_id).values()].flatMap(grouped);
  const total = (members: readonly GapRow[], of: 'count' | 'unanswered' | 'down') =>
    members.reduce((sum, row) => sum + row[of], 0);
  const shown = groups.sort((a, b) => total(b, 'count') - total(a, 'count')).slice(0, SHOWN_GAPS);
  const last = await lastOf(pool, view, shown.flat());
  const gaps = shown.flatMap((members) => {
    const [first] = members;
    const known = first && last.get(keyOf(first));
    if (!known) return [];
    const times = members.map((member) => last.get(keyOf(member))?.asked_at ?? 0);
    return {
      id: topicId(secrets, first),
      question: known.question,
      count: total(members, 'count'),
      unanswered: total(members, 'unanswered'),
      rated_down: total(members, 'down'),
      last_asked_at: new Date(Math.max(...times)).toISOString(),
      clientId: first.client_id,
      conversationId: known.conversation_id,
      questionId: known.question_id,
      topicIds: members.map((member) => topicId(secrets, member)),
    };
  });
  return gaps.sort((a, b) => b.count - a.count || (a.last_asked_at > b.last_asked_at ? -1 : 1));
}

/** Keyed, for it outlives the words: whoever guesses them must not be able to tell. */
const topicId = (secrets: Secrets, { client_id, topic }: GapRow): string =>
  nameUuid('gap', secrets.hmac('gap', JSON.stringify([client_id, topic])).toString('hex'));

const keyOf = ({ client_id, topic }: { client_id: string; topic: string }) => `${client_id} ${topic}`;

/** As each of these was asked last, in vain. */
async function lastOf(db: CommonQueryMethods, view: View, gaps: readonly GapRow[]) {
  const rows = await db.any(sql.type(lastGap)`
    SELECT wanted.client_id, wanted.topic, last.* FROM ${sql.unnest(
      gaps.map(({ client_id, topic }) => [client_id, topic]),
      ['text', 'text'],
    )} AS wanted (client_id, topic)
    CROSS JOIN LATERAL (
      SELECT question, conversation_id, question_id, asked_at FROM read.analytics_question q
      WHERE q.generation = ${LIVE} AND q.topic = wanted.topic AND q.client_id = wanted.client_id AND ${isIn(view)}
        AND (NOT answered OR rating = 'down' OR (failed AND answered_at IS NULL))
      ORDER BY asked_at DESC LIMIT 1
    ) AS last
  `);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** The ids of these gaps' topics that their own client has requested content for. */
async function requestedAmong(
  { pool }: Needs,
  gaps: readonly Pick<Gap, 'clientId' | 'topicIds'>[],
): Promise<ReadonlySet<string>> {
  const wanted = gaps.flatMap(({ clientId, topicIds }) => topicIds.map((id) => [clientId, id]));
  const found = await pool.anyFirst(sql.type(z.object({ topic_id: z.string() }))`
    SELECT topic_id FROM ${sql.unnest(wanted, ['text', 'text'])} AS wanted (client_id, topic_id)
    WHERE EXISTS (
      SELECT FROM read.content_request request
      WHERE generation = ${liveGeneration('content-requests')} AND request.client_id = wanted.client_id
        AND wanted.topic_id = ANY(gap_topic_ids))
  `);
  return new Set(found);
}
