import type { RecordedEvent } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { csvHeader, csvLine } from '../../platform/http/csv.ts';
import type { OperationsPorts } from '../ports.ts';
import type { LogFilter } from './contract.ts';
import { openPersonalFields } from './open-personal-fields.ts';
import { eventsAfter, type IndexedEvent } from './queries.ts';

/** Events held in memory at a time. */
const PAGE_SIZE = 100;

/** Yields the matching events, oldest first, one line each. */
export async function* exportOf(
  ports: Pick<OperationsPorts, 'pool' | 'eventStore'>,
  { format, ...filter }: LogFilter & { format: 'ndjson' | 'csv' },
  mayRead: boolean,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvHeader(Object.keys(COLUMNS));
  for (let after = -1n; ; ) {
    const rows = await eventsAfter(ports.pool, filter, { after, limit: PAGE_SIZE });
    const last = rows.at(-1);
    if (last === undefined) return;
    const events = await readAll(ports, rows);
    await openPersonalFields(ports.pool, [...events.values()], mayRead);
    for (const row of rows) {
      const event = events.get(row.position);
      if (event) yield format === 'csv' ? csvOf(row, event) : ndjsonOf(row, event);
    }
    after = last.position;
  }
}

async function readAll(
  { eventStore }: Pick<OperationsPorts, 'eventStore'>,
  rows: readonly IndexedEvent[],
): Promise<Map<bigint, RecordedEvent>> {
  const storedEvents = await Promise.all(rows.map(({ position }) => eventStore.readAt(position)));
  const events = new Map<bigint, RecordedEvent>();
  for (const [index, { position }] of rows.entries()) {
    const event = storedEvents[index] && decodeEvent(storedEvents[index], position);
    if (event) events.set(position, event);
  }
  return events;
}

function ndjsonOf(row: IndexedEvent, { data, metadata }: RecordedEvent): string {
  const { position, event_id: id, type, stream, revision } = row;
  return `${JSON.stringify({ position: String(position), id, type, stream, revision: String(revision), data, metadata })}\n`;
}

/** Value of each CSV column. */
const COLUMNS: Readonly<Record<string, (row: IndexedEvent, event: RecordedEvent) => string | null>> = {
  position: ({ position }) => String(position),
  at: ({ at }) => at,
  type: ({ type }) => type,
  stream: ({ stream }) => stream,
  revision: ({ revision }) => String(revision),
  actor: ({ actor_id }) => actor_id,
  role: ({ actor_role }) => actor_role,
  impersonated_by: ({ impersonated_by }) => impersonated_by,
  client_id: ({ client_id }) => client_id,
  correlation_id: ({ correlation_id }) => correlation_id,
  causation_id: ({ causation_id }) => causation_id,
  schema_version: ({ schema_version }) => String(schema_version),
  event_id: ({ event_id }) => event_id,
  data: (_row, { data }) => JSON.stringify(data),
};

const csvOf = (row: IndexedEvent, event: RecordedEvent): string =>
  csvLine(Object.values(COLUMNS).map((value) => value(row, event)));
