import type { ErasedKind } from '@landline/event-schemas';
import { type Projector, patch, put } from '../../projector.ts';
import { integer, nullable, table, text, timestamp } from '../../table.ts';

/** Erasure requests and their outcome. */
const erasure = table('erasure', {
  key: ['erasure_id'],
  columns: {
    erasure_id: text(),
    kind: text<ErasedKind>(),
    person_id: text(),
    reference: text(),
    status: text<'requested' | 'erasing' | 'erased' | 'declined'>(),
    requested_at: timestamp(),
    requested_by: text(),
    decided_at: nullable(timestamp()),
    decided_by: nullable(text()),
    erased_at: nullable(timestamp()),
  },
});

/** Retention period of each client's conversations. */
const conversationRetention = table('conversation_retention', {
  key: ['client_id'],
  columns: { client_id: text(), days: nullable(integer()) },
});

export const erasures: Projector<'erasures'> = {
  name: 'erasures',
  version: 1,
  tables: [erasure, conversationRetention],
  on: {
    ErasureRequested: ({ data: { subjects: _, ...data }, metadata }) =>
      put(erasure, {
        ...data,
        status: 'requested',
        requested_at: metadata.at,
        requested_by: metadata.actor.id,
        decided_at: null,
        decided_by: null,
        erased_at: null,
      }),
    ErasureApproved: ({ data, metadata }) =>
      patch(erasure, data, { status: 'erasing', decided_at: metadata.at, decided_by: metadata.actor.id }),
    ErasureDeclined: ({ data, metadata }) =>
      patch(erasure, data, { status: 'declined', decided_at: metadata.at, decided_by: metadata.actor.id }),
    PersonErased: ({ data: { erasure_id }, metadata }) =>
      patch(erasure, { erasure_id }, { status: 'erased', erased_at: metadata.at }),
    ConversationRetentionSet: ({ data }) => put(conversationRetention, data),
  },
  audience: () => [],
};
