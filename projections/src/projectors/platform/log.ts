import type { ActorRole, RecordedEvent } from '@landline/event-schemas';
import { append, forEveryType, type Projector } from '../../projector.ts';
import { bigint, integer, nullable, table, text, timestamp } from '../../table.ts';
import { clientOf } from './activity.ts';

/** Search index of the log: place and time, actor, client and cause of each event. */
const loggedEvent = table('logged_event', {
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
    // Hash indexes: stream names and correlation ids arrive in random order, which makes b-tree inserts expensive.
    logged_event_by_stream: 'USING hash (stream)',
    logged_event_by_type: '(generation, type, position)',
    logged_event_by_actor: '(generation, actor_id, position)',
    logged_event_by_client: '(generation, client_id, position) WHERE client_id IS NOT NULL',
    logged_event_by_correlation: 'USING hash (correlation_id)',
    // Few events have a cause.
    logged_event_by_causation: '(generation, causation_id, position) WHERE causation_id IS NOT NULL',
    logged_event_by_time: 'USING brin (at)',
  },
});

function loggedRow(event: RecordedEvent) {
  const { id, position, stream, revision, type, metadata } = event;
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
    client_id: clientOf(event),
    correlation_id: correlationId,
    causation_id: causationId ?? null,
    schema_version: schemaVersion,
  };
}

/** Separate from `audit`: both are written for every event and can run in parallel. */
export const log: Projector<'log'> = {
  name: 'log',
  version: 1,
  tables: [loggedEvent],
  on: forEveryType((event) => [append(loggedEvent, loggedRow(event))]),
  audience: () => [],
};
