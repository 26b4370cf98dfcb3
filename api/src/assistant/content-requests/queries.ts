import { type CommonQueryMethods, sql } from 'slonik';
import { CLIENTS } from '../../clients/clients/queries.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import {
  type ContentRequestList,
  contentRequestRecord,
  type PendingContentRequests,
  pendingContentRequest,
} from './contract.ts';

const LIVE = liveGeneration('content-requests');

/**
 * Description of a request. A request that was made from an unanswered question shows the current text of the question,
 * which may be erased.
 */
const DESCRIPTION = sql.fragment`CASE WHEN request.gap_question_id IS NULL THEN request.description ELSE coalesce(
  (SELECT 'Visitors ask: ' || exchange.question FROM read.exchange
   WHERE exchange.generation = ${liveGeneration('conversations')} AND exchange.client_id = request.client_id
     AND exchange.conversation_id = request.gap_conversation_id
     AND exchange.question_id = request.gap_question_id), '') END`;
const COLUMNS = sql.fragment`request.request_id AS id, request.client_id, request.url, ${DESCRIPTION} AS description,
  request.priority, request.status, request.admin_notes AS "adminNotes", request.created_at, request.updated_at`;

/** Returns a client's requests, newest first. */
export async function listContentRequests(
  db: CommonQueryMethods,
  clientId: string,
): Promise<ContentRequestList> {
  const requests = await db.any(sql.type(contentRequestRecord)`
    SELECT ${COLUMNS} FROM read.content_request AS request
    WHERE generation = ${LIVE} AND client_id = ${clientId}
    ORDER BY created_at DESC, request_id
  `);
  return { requests: [...requests] };
}

/** Returns the pending requests of clients that are not closed, by priority, then oldest first. */
export async function listPending(db: CommonQueryMethods): Promise<PendingContentRequests> {
  const requests = await db.any(sql.type(pendingContentRequest)`
    SELECT ${COLUMNS}, client.name AS client_name
    FROM read.content_request AS request
    JOIN ${CLIENTS} AS client ON client.client_id = request.client_id
      AND client.closed_at IS NULL
    WHERE request.generation = ${LIVE} AND request.status = 'pending'
    ORDER BY array_position(ARRAY['high', 'medium', 'low'], request.priority), request.created_at, request.request_id
  `);
  return { requests: [...requests] };
}
