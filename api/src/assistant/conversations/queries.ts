import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { paginationOf } from '../../platform/http/pagination.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import {
  CONVERSATIONS_PAGE,
  type ConversationList,
  conversationSummary,
  type LeftMessageList,
  leftMessageRecord,
  type Transcript,
  transcript,
} from './contract.ts';

const LIVE = liveGeneration('conversations');

/** Returns the id of an identified user's last conversation. */
export function conversationOfUser(
  db: CommonQueryMethods,
  clientId: string,
  userKey: string,
): Promise<string | null> {
  return db.maybeOneFirst(sql.type(z.object({ conversation_id: z.string() }))`
    SELECT conversation_id FROM read.conversation
    WHERE generation = ${LIVE} AND client_id = ${clientId} AND user_key = ${userKey}
    ORDER BY last_at DESC LIMIT 1
  `);
}

const SUMMARY = sql.fragment`conversation_id AS id, source, domain, user_id AS "userId", started_at AS "startedAt",
  last_at AS "lastAt", question_count AS "questionCount", unanswered_count AS "unansweredCount",
  last_question AS "lastQuestion"`;

const total = z.object({ total: z.number() });
const pageOf = (page: number) =>
  sql.fragment`LIMIT ${CONVERSATIONS_PAGE} OFFSET ${(page - 1) * CONVERSATIONS_PAGE}`;

/** Returns a page of a client's conversations, latest first. */
export async function listConversations(
  db: CommonQueryMethods,
  clientId: string,
  { page, only }: { page: number; only?: 'unanswered' | 'rated_down' | undefined },
): Promise<ConversationList> {
  const filter =
    only === 'unanswered'
      ? sql.fragment`AND unanswered_count > 0`
      : only === 'rated_down'
        ? sql.fragment`AND EXISTS (
            SELECT FROM read.exchange WHERE exchange.generation = c.generation
              AND exchange.conversation_id = c.conversation_id AND rating = 'down')`
        : sql.fragment``;
  const from = sql.fragment`FROM read.conversation AS c
    WHERE generation = ${LIVE} AND client_id = ${clientId} AND question_count > 0 ${filter}`;
  const [conversations, count] = await Promise.all([
    db.any(sql.type(conversationSummary)`
      SELECT ${SUMMARY} ${from} ORDER BY last_at DESC, conversation_id ${pageOf(page)}
    `),
    db.oneFirst(sql.type(total)`SELECT count(*)::int AS total ${from}`),
  ]);
  return {
    conversations: [...conversations],
    pagination: paginationOf({ page, limit: CONVERSATIONS_PAGE }, count),
  };
}

/** Returns a client's conversation with its exchanges. */
export async function findTranscript(
  db: CommonQueryMethods,
  clientId: string,
  conversationId: string,
): Promise<Transcript | undefined> {
  const [summary, exchanges] = await Promise.all([
    db.maybeOne(sql.type(conversationSummary)`
      SELECT ${SUMMARY} FROM read.conversation
      WHERE generation = ${LIVE} AND client_id = ${clientId} AND conversation_id = ${conversationId}
    `),
    db.any(sql.type(transcript.shape.exchanges.element)`
      SELECT question_id AS "questionId", question, page_url AS "pageUrl", asked_at AS "askedAt", answer,
        coalesce(citations, '[]') AS citations, coalesce(suggestions, '{}') AS suggestions, confidence, coalesce(answered, false) AS answered,
        coalesce(stopped, false) AS stopped, failed, rating, judged_right AS "judgedRight"
      FROM read.exchange
      WHERE generation = ${LIVE} AND client_id = ${clientId} AND conversation_id = ${conversationId}
      ORDER BY asked_at, question_id
    `),
  ]);
  return summary ? { ...summary, exchanges: [...exchanges] } : undefined;
}

const countRow = z.object({ open: z.number(), handled: z.number() });

/** Returns a page of the messages left by a client's visitors, newest first. */
export async function listLeftMessages(
  db: CommonQueryMethods,
  clientId: string,
  { page, status }: { page: number; status: 'open' | 'handled' },
): Promise<LeftMessageList> {
  const from = sql.fragment`FROM read.left_message WHERE generation = ${LIVE} AND client_id = ${clientId}`;
  const [messages, counts] = await Promise.all([
    db.any(sql.type(leftMessageRecord)`
      SELECT message_id AS id, conversation_id AS "conversationId", domain, name, email, text, status,
        left_at AS "leftAt", handled_at AS "handledAt"
      ${from} AND status = ${status} ORDER BY left_at DESC, message_id ${pageOf(page)}
    `),
    db.one(sql.type(countRow)`
      SELECT count(*) FILTER (WHERE status = 'open')::int AS open,
        count(*) FILTER (WHERE status = 'handled')::int AS handled ${from}
    `),
  ]);
  return {
    messages: [...messages],
    counts,
    pagination: paginationOf({ page, limit: CONVERSATIONS_PAGE }, counts[status]),
  };
}
