import { EVERYONE, type EventType, type RecordedEvent } from '@landline/event-schemas';
import { append, type Change, forEveryType, type Projector } from '../projector.ts';
import { bigint, nullable, type RowOf, table, text } from '../table.ts';

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
  if (type === 'WidgetLoadsCounted' || type === 'OutdatedConversationsFound') return [];
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
export function clientOf({ data, metadata }: RecordedEvent): string | null {
  const { client_id, scope } = data as { client_id?: string; scope?: string };
  return client_id ?? (scope === EVERYONE ? undefined : scope) ?? metadata.actor.clientId ?? null;
}

function entriesOf(event: RecordedEvent): Change[] {
  const client_id = clientOf(event);
  const { position } = event;
  return entitiesOf(event).map((entity) => append(auditEntry, { entity, position, client_id }));
}

export const audit: Projector = {
  name: 'audit',
  version: 2,
  tables: [auditEntry],
  on: forEveryType(entriesOf),
  audience: (event) => {
    const clientId = clientOf(event);
    return clientId === null ? [] : [clientId];
  },
};
