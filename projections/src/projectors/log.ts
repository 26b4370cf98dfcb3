import type { ActorRole, RecordedEvent } from '@landline/event-schemas';
import { append, forEveryType, type Projector } from '../projector.ts';
import { bigint, integer, nullable, table, text, timestamp } from '../table.ts';
import { clientOf } from './audit.ts';

/** Every event of the log, as it is looked for: where and when it happened, by whom, for whom, and because of what. */
export const loggedEvent = table('logged_event', {
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
    // Hashed: names of streams and correlations come in no order, which a tree pays for on each event.
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

/** Beside `audit`, and not part of it: the two are what every event writes, and they write at the same time. */
export const log: Projector = {
  name: 'log',
  version: 1,
  tables: [loggedEvent],
  on: forEveryType((event) => [append(loggedEvent, loggedRow(event))]),
  audience: () => [],
};
