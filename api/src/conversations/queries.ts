import { conversationSource } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { paginationOf } from '../http/pagination.ts';
import { liveGeneration } from '../live-generation.ts';
import {
  CONVERSATIONS_PAGE,
  type ConversationList,
  type ConversationSummary,
  citedPage,
  type LeftMessageList,
  type Transcript,
} from './contract.ts';

const LIVE = liveGeneration('conversations');

/** The last conversation of a user for whom the client vouched. */
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

const summary = z.object({
  conversation_id: z.string(),
  source: conversationSource,
  domain: z.string().nullable(),
  user_id: z.string().nullable(),
  started_at: z.number(),
  last_at: z.number(),
  question_count: z.number(),
  unanswered_count: z.number(),
  last_question: z.string().nullable(),
});

const SUMMARY = sql.fragment`
  conversation_id, source, domain, user_id, started_at, last_at, question_count, unanswered_count, last_question`;

const iso = (at: number) => new Date(at).toISOString();
const toSummary = (row: z.infer<typeof summary>): ConversationSummary => ({
  id: row.conversation_id,
  source: row.source,
  domain: row.domain,
  userId: row.user_id,
  startedAt: iso(row.started_at),
  lastAt: iso(row.last_at),
  questionCount: row.question_count,
  unansweredCount: row.unanswered_count,
  lastQuestion: row.last_question,
});

const total = z.object({ total: z.number() });
const pages = (page: number, count: number) => paginationOf({ page, limit: CONVERSATIONS_PAGE }, count);
const pageOf = (page: number) =>
  sql.fragment`LIMIT ${CONVERSATIONS_PAGE} OFFSET ${(page - 1) * CONVERSATIONS_PAGE}`;

/** A page of a client's conversations, the last first. */
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
  const [rows, count] = await Promise.all([
    db.any(sql.type(summary)`
      SELECT ${SUMMARY} ${from} ORDER BY last_at DESC, conversation_id ${pageOf(page)}
    `),
    db.oneFirst(sql.type(total)`SELECT count(*)::int AS total ${from}`),
  ]);
  return { conversations: rows.map(toSummary), pagination: pages(page, count) };
}

const exchangeRow = z.object({
  question_id: z.string(),
  question: z.string(),
  page_url: z.string().nullable(),
  asked_at: z.number(),
  answer: z.string().nullable(),
  citations: z.array(citedPage).nullable(),
  confidence: z.number().nullable(),
  answered: z.boolean().nullable(),
  stopped: z.boolean().nullable(),
  failed: z.boolean(),
  rating: z.enum(['up', 'down']).nullable(),
});

/** A conversation of this client, to be read by people. */
export async function findTranscript(
  db: CommonQueryMethods,
  clientId: string,
  conversationId: string,
): Promise<Transcript | undefined> {
  const [found, exchanges] = await Promise.all([
    db.maybeOne(sql.type(summary)`
      SELECT ${SUMMARY} FROM read.conversation
      WHERE generation = ${LIVE} AND client_id = ${clientId} AND conversation_id = ${conversationId}
    `),
    db.any(sql.type(exchangeRow)`
      SELECT question_id, question, page_url, asked_at, answer, citations, confidence, answered, stopped, failed, rating
      FROM read.exchange
      WHERE generation = ${LIVE} AND client_id = ${clientId} AND conversation_id = ${conversationId}
      ORDER BY asked_at, question_id
    `),
  ]);
  if (!found) return undefined;
  return {
    ...toSummary(found),
    exchanges: exchanges.map((row) => ({
      questionId: row.question_id,
      question: row.question,
      answer: row.answer,
      citations: row.citations ?? [],
      answered: row.answered ?? false,
      stopped: row.stopped ?? false,
      rating: row.rating,
      pageUrl: row.page_url,
      confidence: row.confidence,
      failed: row.failed,
      askedAt: iso(row.asked_at),
    })),
  };
}

const leftMessageRow = z.object({
  message_id: z.string(),
  conversation_id: z.string().nullable(),
  domain: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  text: z.string(),
  status: z.enum(['open', 'handled']),
  left_at: z.number(),
  handled_at: z.number().nullable(),
});
const counted = z.object({ open: z.number(), handled: z.number() });

/** A page of what visitors have left for a client's people, newest first. */
export async function listLeftMessages(
  db: CommonQueryMethods,
  clientId: string,
  { page, status }: { page: number; status: 'open' | 'handled' },
): Promise<LeftMessageList> {
  const from = sql.fragment`FROM read.left_message WHERE generation = ${LIVE} AND client_id = ${clientId}`;
  const [rows, counts] = await Promise.all([
    db.any(sql.type(leftMessageRow)`
      SELECT message_id, conversation_id, domain, name, email, text, status, left_at, handled_at
      ${from} AND status = ${status} ORDER BY left_at DESC, message_id ${pageOf(page)}
    `),
    db.one(sql.type(counted)`
      SELECT count(*) FILTER (WHERE status = 'open')::int AS open,
        count(*) FILTER (WHERE status = 'handled')::int AS handled ${from}
    `),
  ]);
  return {
    messages: rows.map((row) => ({
      id: row.message_id,
      conversationId: row.conversation_id,
      domain: row.domain,
      name: row.name,
      email: row.email,
      text: row.text,
      status: row.status,
      leftAt: iso(row.left_at),
      handledAt: row.handled_at === null ? null : iso(row.handled_at),
    })),
    counts,
    pagination: pages(page, counts[status]),
  };
}
