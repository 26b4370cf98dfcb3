import {
  type ConfigurationDocumentKind,
  type ConfigurationState,
  configurationDocuments,
  type RecordedEvent,
  type SystemVersionKind,
} from '@landline/event-schemas';
import { type Handlers, type Projector, patch, put } from '../../projector.ts';
import { bigint, integer, jsonb, nullable, table, text, timestamp } from '../../table.ts';

/** Every state of every configuration document. The state at a position is the last row up to it. */
export const configurationDocument = table('configuration_document', {
  key: ['document_id', 'position'],
  columns: {
    document_id: text(),
    /** Commit position of the event that caused this state. */
    position: bigint(),
    at: timestamp(),
    kind: text<ConfigurationDocumentKind>(),
    client_id: nullable(text()),
    /** Null when the document does not exist. */
    content: nullable(jsonb<unknown>()),
    /** Revision of that event in its stream. */
    revision: bigint(),
  },
  indexes: { configuration_document_by_position: '(generation, position)' },
});

/** Lifespan of each client: a rollback does not change clients that are newer than the version. */
export const configuredClient = table('configured_client', {
  key: ['client_id'],
  columns: { client_id: text(), created_position: bigint(), closed_position: nullable(bigint()) },
});

export const systemVersion = table('system_version', {
  key: ['version_id'],
  columns: {
    version_id: text(),
    version_name: text(),
    description: text(),
    kind: text<SystemVersionKind>(),
    position: bigint(),
    file_count: integer(),
    created_at: timestamp(),
    created_by: text(),
    /** Position of the last rollback to this version. Until a later change, the configuration equals the version. */
    restored_position: nullable(bigint()),
    restored_at: nullable(timestamp()),
    /** The rollback in progress. */
    rollback_id: nullable(text()),
    rollback_differences: nullable(integer()),
    rollback_requested_at: nullable(timestamp()),
    rollback_position: nullable(bigint()),
    /** Reason the rollback stopped, and the number of documents not restored. */
    rollback_failure: nullable(text()),
    rollback_remaining: nullable(integer()),
    deleted_at: nullable(timestamp()),
  },
});

/** Handlers that store the state of a document after each of its events. An event type belongs to one kind. */
const configurationHandlers = Object.fromEntries(
  Object.entries(configurationDocuments).flatMap(([kind, { on }]) =>
    Object.entries(on).map(([type, fold]) => [
      type,
      (event: RecordedEvent) => {
        const state = (fold as (event: RecordedEvent) => ConfigurationState | undefined)(event);
        if (!state) return [];
        const { id, client_id, content } = state;
        const { position, revision, metadata } = event;
        return put(configurationDocument, {
          document_id: `${kind}:${id}`,
          position,
          at: metadata.at,
          kind: kind as ConfigurationDocumentKind,
          client_id,
          content,
          revision,
        });
      },
    ]),
  ),
) as Handlers;

const NO_ROLLBACK = {
  rollback_id: null,
  rollback_differences: null,
  rollback_requested_at: null,
  rollback_position: null,
  rollback_failure: null,
  rollback_remaining: null,
};

/** Configuration versions and the documents for comparing them (spec 002 §3, §4). */
export const systemVersions: Projector<'system-versions'> = {
  name: 'system-versions',
  version: 4,
  tables: [configurationDocument, configuredClient, systemVersion],
  on: {
    ...configurationHandlers,
    ClientCreated: ({ data: { client_id }, position }) =>
      put(configuredClient, { client_id, created_position: position, closed_position: null }),
    ClientClosed: ({ data: { client_id }, position }) =>
      patch(configuredClient, { client_id }, { closed_position: position }),
    SystemVersionCreated: ({ data: { position, ...data }, metadata }) =>
      put(systemVersion, {
        ...data,
        position: BigInt(position),
        created_at: metadata.at,
        created_by: metadata.actor.id,
        restored_position: null,
        restored_at: null,
        ...NO_ROLLBACK,
        deleted_at: null,
      }),
    SystemRollbackRequested: ({ data: { version_id, rollback_id, differences }, position, metadata }) =>
      patch(
        systemVersion,
        { version_id },
        {
          rollback_id,
          rollback_differences: differences,
          rollback_requested_at: metadata.at,
          rollback_position: position,
        },
      ),
    SystemVersionRolledBack: ({ data: { version_id, as_of }, metadata }) =>
      patch(
        systemVersion,
        { version_id },
        { ...NO_ROLLBACK, restored_position: BigInt(as_of), restored_at: metadata.at },
      ),
    SystemRollbackFailed: ({ data: { version_id, reason, remaining } }) =>
      patch(systemVersion, { version_id }, { rollback_failure: reason, rollback_remaining: remaining }),
    SystemRollbackResumed: ({ data: { version_id } }) =>
      patch(systemVersion, { version_id }, { rollback_failure: null, rollback_remaining: null }),
    SystemRollbackAbandoned: ({ data: { version_id } }) => patch(systemVersion, { version_id }, NO_ROLLBACK),
    SystemVersionDeleted: ({ data: { version_id }, metadata }) =>
      patch(systemVersion, { version_id }, { deleted_at: metadata.at }),
  },
  // Only staff see the global configuration.
  audience: () => [],
};
