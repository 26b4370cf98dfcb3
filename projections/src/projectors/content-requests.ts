import type { ContentRequestPriority, RecordedEvent } from '@landline/event-schemas';
import type { ContentRequestStatus } from '@landline/event-schemas/lifecycles/content-request';
import { type Projector, patch, put } from '../projector.ts';
import { nullable, type RowOf, table, text, timestamp } from '../table.ts';

export const contentRequest = table('content_request', {
  key: ['request_id'],
  columns: {
    request_id: text(),
    client_id: text(),
    url: text(),
    description: text(),
    priority: text<ContentRequestPriority>(),
    status: text<ContentRequestStatus>(),
    /** What staff said last; null until they say something. */
    admin_notes: nullable(text()),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  indexes: {
    content_request_by_client: '(generation, client_id, created_at DESC)',
    content_request_pending: `(generation, created_at) WHERE status = 'pending'`,
  },
});
export type ContentRequestRow = RowOf<typeof contentRequest>;

type Answered = 'ContentRequestProcessingStarted' | 'ContentRequestCompleted' | 'ContentRequestRejected';

const becomes =
  (status: ContentRequestStatus) =>
  ({ data: { request_id, admin_notes }, metadata }: RecordedEvent<Answered>) =>
    patch(
      contentRequest,
      { request_id },
      { status, updated_at: metadata.at, ...(admin_notes !== '' && { admin_notes }) },
    );

/** What clients ask the assistant to learn (spec 002 §3). */
export const contentRequests: Projector = {
  name: 'content-requests',
  version: 1,
  tables: [contentRequest],
  on: {
    ContentRequestSubmitted: ({ data, metadata }) =>
      put(contentRequest, {
        ...data,
        status: 'pending',
        admin_notes: null,
        created_at: metadata.at,
        updated_at: metadata.at,
      }),
    ContentRequestProcessingStarted: becomes('processing'),
    ContentRequestCompleted: becomes('completed'),
    ContentRequestRejected: becomes('rejected'),
  },
  audience: ({ data }) => ('client_id' in data ? [data.client_id] : []),
};
