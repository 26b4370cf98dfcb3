import type { ContentRequestPriority, RecordedEvent } from '@landline/event-schemas';
import type { ContentRequestStatus } from '@landline/event-schemas/lifecycles/content-request';
import { clientAudience, type Projector, patch, put } from '../../projector.ts';
import { nullable, table, text, textArray, timestamp } from '../../table.ts';

export const contentRequest = table('content_request', {
  key: ['request_id'],
  columns: {
    request_id: text(),
    client_id: text(),
    url: text(),
    description: text(),
    /** Question and topics of the gap it came from, if any. */
    gap_conversation_id: nullable(text()),
    gap_question_id: nullable(text()),
    gap_topic_ids: textArray(),
    requested_by: text(),
    priority: text<ContentRequestPriority>(),
    status: text<ContentRequestStatus>(),
    /** The latest staff note; null before the first one. */
    admin_notes: nullable(text()),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  indexes: {
    content_request_by_client: '(generation, client_id, created_at DESC)',
    content_request_pending: `(generation, created_at) WHERE status = 'pending'`,
  },
});

type StatusEventType =
  | 'ContentRequestProcessingStarted'
  | 'ContentRequestCompleted'
  | 'ContentRequestRejected';

const changeStatusTo =
  (status: ContentRequestStatus) =>
  ({ data: { request_id, admin_notes }, metadata }: RecordedEvent<StatusEventType>) =>
    patch(
      contentRequest,
      { request_id },
      { status, updated_at: metadata.at, ...(admin_notes !== '' && { admin_notes }) },
    );

/** Content that clients ask to add to the assistant (spec 002 §3). */
export const contentRequests: Projector<'content-requests'> = {
  name: 'content-requests',
  version: 2,
  tables: [contentRequest],
  on: {
    ContentRequestSubmitted: ({ data: { gap, ...data }, metadata }) =>
      put(contentRequest, {
        ...data,
        gap_conversation_id: gap?.conversation_id ?? null,
        gap_question_id: gap?.question_id ?? null,
        gap_topic_ids: gap?.topic_ids ?? [],
        requested_by: metadata.actor.id,
        status: 'pending',
        admin_notes: null,
        created_at: metadata.at,
        updated_at: metadata.at,
      }),
    ContentRequestProcessingStarted: changeStatusTo('processing'),
    ContentRequestCompleted: changeStatusTo('completed'),
    ContentRequestRejected: changeStatusTo('rejected'),
  },
  audience: clientAudience,
};
