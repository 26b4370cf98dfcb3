import { EVERYONE, type EventType, type RecordedEvent } from '@landline/event-schemas';
import { append, type Change, forEveryType, type Projector } from '../../projector.ts';
import { bigint, nullable, table, text } from '../../table.ts';

/**
 * Index of the events that concern an entity, without their contents. Histories read the events from the
 * log, so erasing them there is enough.
 */
export const auditEntry = table('audit_entry', {
  key: ['entity', 'position'],
  columns: {
    /** Type and id, e.g. `client:4f…`. */
    entity: text(),
    position: bigint(),
    /** Client whose activity this is: the client it was done for, or that owns the entity. */
    client_id: nullable(text()),
  },
  indexes: { audit_entry_by_client: '(generation, client_id, position) WHERE client_id IS NOT NULL' },
});

/** Fields in which events name the entities they concern. */
const ENTITY_FIELDS = [
  ['client_id', 'client'],
  ['user_id', 'user'],
  ['candidate_id', 'candidate'],
  ['dataset_key', 'dataset'],
  ['import_id', 'import'],
] as const;

/** A dataset's history shows the import of a file, not each of its chunks. */
const CHUNK_EVENTS: ReadonlySet<EventType> = new Set(['CandidatesImported', 'CandidateRowsRejected']);

/**
 * Returns the entities of an event as `type:id`. Candidate events belong to the candidate's history, not to
 * its dataset's.
 */
function entitiesOf({ type, data }: RecordedEvent): string[] {
  const fields = data as Partial<Record<string, unknown>>;
  if (CHUNK_EVENTS.has(type)) return [`import:${fields.import_id}`];
  // Widget loads and expired conversations are not part of the client's history.
  if (type === 'WidgetLoadsCounted' || type === 'OutdatedConversationsFound') return [];
  if (typeof fields.message_id === 'string') return [`leftMessage:${fields.message_id}`];
  if (typeof fields.conversation_id === 'string') return [`conversation:${fields.conversation_id}`];
  if (typeof fields.page_id === 'string') return [`page:${fields.page_id}`];
  const entities: string[] = [];
  for (const [field, entity] of ENTITY_FIELDS) {
    const id = fields[field];
    if (typeof id === 'string' && !(entity === 'dataset' && fields.candidate_id))
      entities.push(`${entity}:${id}`);
  }
  return entities;
}

/** Returns the client whose users may see the event. */
export function clientOf({ data, metadata }: RecordedEvent): string | null {
  const { client_id, scope } = data as { client_id?: string; scope?: string };
  return client_id ?? (scope === EVERYONE ? undefined : scope) ?? metadata.actor.clientId ?? null;
}

function entriesOf(event: RecordedEvent): Change[] {
  const client_id = clientOf(event);
  const { position } = event;
  return entitiesOf(event).map((entity) => append(auditEntry, { entity, position, client_id }));
}

export const audit: Projector<'audit'> = {
  name: 'audit',
  version: 2,
  tables: [auditEntry],
  on: forEveryType(entriesOf),
  audience: (event) => {
    const clientId = clientOf(event);
    return clientId === null ? [] : [clientId];
  },
};
