import {
  type ActorRole,
  EVERYONE,
  type EventType,
  eventDefinitions,
  type RecordedEvent,
} from '@landline/event-schemas';
import { append, type Change, type Handlers, type Projector } from '../projector.ts';
import { bigint, integer, nullable, type RowOf, table, text, timestamp } from '../table.ts';

/**
 * Which events concern what: an index of the log, and nothing of what they say. Who reads a history reads its events
 * from the log, so what is erased there is erased here.
 */
export const auditEntry = table('audit_entry', {
  key: ['entity', 'position'],
  columns: {
    /** Its type and id, e.g. `client:4f…`. */
    entity: text(),
    position: bigint(),
    /** Whose client's it is: who acted for it, or what is its own. */
    client_id: nullable(text()),
  },
  indexes: { audit_entry_by_client: '(generation, client_id, position) WHERE client_id IS NOT NULL' },
});
export type AuditEntryRow = RowOf<typeof auditEntry>;

/** Every event of the log, as it is looked for: where and when it happened, by whom, for whom, and because of what. */
export const logEvent = table('log_event', {
  key: ['position'],
  columns: {
    position: bigint(),
    event_id: text(),
    stream: text(),
    revision: bigint(),
    type: text(),
    at: timestamp(),
    actor_id: text(),
    actor_role: text<ActorRole>(),
    impersonated_by: nullable(text()),
    client_id: nullable(text()),
    correlation_id: text(),
    causation_id: nullable(text()),
    schema_version: integer(),
  },
  indexes: {
    log_event_by_stream: '(generation, stream, revision)',
    log_event_by_type: '(generation, type, position)',
    log_event_by_actor: '(generation, actor_id, position)',
    log_event_by_client: '(generation, client_id, position) WHERE client_id IS NOT NULL',
    log_event_by_correlation: '(generation, correlation_id, position)',
    log_event_by_time: 'USING brin (at)',
  },
});
export type LogEventRow = RowOf<typeof logEvent>;

/** Where an event names what it concerns. */
const NAMED = [
  ['client_id', 'client'],
  ['user_id', 'user'],
  ['candidate_id', 'candidate'],
  ['dataset_key', 'dataset'],
  ['import_id', 'import'],
] as const;

/** A dataset's history tells that a file was imported, not each piece of it. */
const PIECES: ReadonlySet<EventType> = new Set(['CandidatesImported', 'CandidateRowsRejected']);

/** What an event concerns, as `type:id`: what happens to a candidate is its own history, not its dataset's. */
function entitiesOf({ type, data }: RecordedEvent): string[] {
  const named = data as Partial<Record<string, unknown>>;
  if (PIECES.has(type)) return [`import:${named.import_id}`];
  // What visitors say and how often they come is no part of the client's history: that tells what became of it.
  if (type === 'WidgetLoadsCounted') return [];
  if (typeof named.message_id === 'string') return [`leftMessage:${named.message_id}`];
  if (typeof named.conversation_id === 'string') return [`conversation:${named.conversation_id}`];
  if (typeof named.page_id === 'string') return [`page:${named.page_id}`];
  const entities: string[] = [];
  for (const [field, entity] of NAMED) {
    const id = named[field];
    if (typeof id === 'string' && !(entity === 'dataset' && named.candidate_id))
      entities.push(`${entity}:${id}`);
  }
  return entities;
}

/** The client whose own users may see it. */
function clientOf({ data, metadata }: RecordedEvent): string | null {
  const { client_id, scope } = data as { client_id?: string; scope?: string };
  return client_id ?? (scope === EVERYONE ? undefined : scope) ?? metadata.actor.clientId ?? null;
}

function entriesOf(event: RecordedEvent): Change[] {
  const client_id = clientOf(event);
  const { position } = event;
  return [
    append(logEvent, rowOf(event, client_id)),
    ...entitiesOf(event).map((entity) => append(auditEntry, { entity, position, client_id })),
  ];
}

function rowOf({ id, position, stream, revision, type, metadata }: RecordedEvent, client_id: string | null) {
  const { actor, at, correlationId, causationId, schemaVersion } = metadata;
  return {
    position,
    event_id: id,
    stream,
    revision,
    type,
    at,
    actor_id: actor.id,
    actor_role: actor.role,
    impersonated_by: actor.impersonatedBy ?? null,
    client_id,
    correlation_id: correlationId,
    causation_id: causationId ?? null,
    schema_version: schemaVersion,
  };
}

const everyEvent = Object.fromEntries(
  Object.keys(eventDefinitions).map((type) => [type, entriesOf]),
) as Handlers; // one handler for all types

export const audit: Projector = {
  name: 'audit',
  version: 2,
  tables: [auditEntry, logEvent],
  on: everyEvent,
  audience: (event) => {
    const clientId = clientOf(event);
    return clientId === null ? [] : [clientId];
  },
};
