import type { RecordedEvent } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import type { Deps } from '../deps.ts';
import { csvLine } from '../http/csv.ts';
import type { LogFilter } from './contract.ts';
import { eventsAfter, type IndexedEvent } from './queries.ts';
import { makeReadable } from './readable.ts';

/** So many events are in memory at a time. */
const PAGE = 100;

const COLUMNS = [
  'position',
  'at',
  'type',
  'stream',
  'revision',
  'actor',
  'role',
  'impersonated_by',
  'client_id',
  'correlation_id',
  'causation_id',
  'schema_version',
  'event_id',
  'data',
];

/** What was found in the log, oldest first, a line an event. */
export async function* exportOf(
  deps: Pick<Deps, 'pool' | 'eventStore'>,
  { format, ...filter }: LogFilter & { format: 'ndjson' | 'csv' },
  mayRead: boolean,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(COLUMNS);
  for (let after = -1n; ; ) {
    const rows = await eventsAfter(deps.pool, filter, { after, limit: PAGE });
    const last = rows.at(-1);
    if (last === undefined) return;
    const events = await readAll(deps, rows);
    await makeReadable(deps.pool, [...events.values()], mayRead);
    for (const row of rows) {
      const event = events.get(row.position);
      if (event) yield format === 'csv' ? csvOf(row, event) : ndjsonOf(row, event);
    }
    after = last.position;
  }
}

async function readAll(
  { eventStore }: Pick<Deps, 'eventStore'>,
  rows: readonly IndexedEvent[],
): Promise<Map<bigint, RecordedEvent>> {
  const stored = await Promise.all(rows.map(({ position }) => eventStore.readAt(position)));
  const events = new Map<bigint, RecordedEvent>();
  for (const [index, { position }] of rows.entries()) {
    const event = stored[index] && decodeEvent(stored[index], position);
    if (event) events.set(position, event);
  }
  return events;
}

function ndjsonOf(row: IndexedEvent, { data, metadata }: RecordedEvent): string {
  const { position, event_id: id, type, stream, revision } = row;
  return `${JSON.stringify({ position: String(position), id, type, stream, revision: String(revision), data, metadata })}\n`;
}

function csvOf(row: IndexedEvent, { data }: RecordedEvent): string {
  return csvLine([
    String(row.position),
    new Date(row.at).toISOString(),
    row.type,
    row.stream,
    String(row.revision),
    row.actor_id,
    row.actor_role,
    row.impersonated_by,
    row.client_id,
    row.correlation_id,
    row.causation_id,
    String(row.schema_version),
    row.event_id,
    JSON.stringify(data),
  ]);
}
