import { isDomainError } from '../../platform/errors.ts';
import { csvHeader, csvLine } from '../../platform/http/csv.ts';
import type { OperationsPorts } from '../ports.ts';
import type { LogFilter } from './contract.ts';
import { decodeLogged } from './decode-event.ts';
import { personalFieldOpener } from './open-personal-fields.ts';
import { eventsAfter, type IndexedEvent } from './queries.ts';

/** Events held in memory at a time. */
const PAGE_SIZE = 100;

type ExportPorts = Pick<OperationsPorts, 'pool' | 'eventStore'>;

/** An event of the export; `unreadable` is the reason why it has no data. */
interface ExportedEvent {
  readonly row: IndexedEvent;
  readonly metadata: unknown;
  readonly data: unknown;
  readonly unreadable: string | null;
}

/** Yields the matching events, oldest first, one line each. */
export async function* exportOf(
  ports: ExportPorts,
  { format, ...filter }: LogFilter & { format: 'ndjson' | 'csv' },
  mayRead: boolean,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvHeader(Object.keys(COLUMNS));
  for (let after = -1n; ; ) {
    const rows = await eventsAfter(ports.pool, filter, { after, limit: PAGE_SIZE });
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const event of await readAll(ports, rows, mayRead))
      yield format === 'csv' ? csvOf(event) : ndjsonOf(event);
    after = last.position;
  }
}

async function readAll(
  { pool, eventStore }: ExportPorts,
  rows: readonly IndexedEvent[],
  mayRead: boolean,
): Promise<ExportedEvent[]> {
  const storedEvents = await Promise.all(rows.map(({ position }) => eventStore.readAt(position)));
  const entries = rows.flatMap((row, index) => {
    const stored = storedEvents[index];
    if (!stored) return [];
    return { row, metadata: stored.metadata, decoded: attempt(() => decodeLogged(stored, row.position)) };
  });
  const open = await personalFieldOpener(
    pool,
    entries.flatMap(({ decoded }) => decoded.result ?? []),
    mayRead,
  );
  return entries.map(({ row, metadata, decoded: { result: event, problem } }) => {
    const unreadable = event ? attempt(() => open(event)).problem : problem;
    return { row, metadata, data: unreadable === null ? event?.data : null, unreadable };
  });
}

/** Returns the result, or the message of an `UNREADABLE_EVENT`. */
function attempt<T>(read: () => T): { result?: T; problem: string | null } {
  try {
    return { result: read(), problem: null };
  } catch (error) {
    if (!isDomainError(error, 'UNREADABLE_EVENT')) throw error;
    return { problem: error.message };
  }
}

function ndjsonOf({ row, metadata, data, unreadable }: ExportedEvent): string {
  const { position, event_id: id, type, stream, revision } = row;
  const event = { position: String(position), id, type, stream, revision: String(revision), data, metadata };
  return `${JSON.stringify({ ...event, ...(unreadable !== null && { unreadable }) })}\n`;
}

/** Value of each CSV column. */
const COLUMNS: Readonly<Record<string, (event: ExportedEvent) => string | null>> = {
  position: ({ row }) => String(row.position),
  at: ({ row }) => row.at,
  type: ({ row }) => row.type,
  stream: ({ row }) => row.stream,
  revision: ({ row }) => String(row.revision),
  actor: ({ row }) => row.actor_id,
  role: ({ row }) => row.actor_role,
  impersonated_by: ({ row }) => row.impersonated_by,
  client_id: ({ row }) => row.client_id,
  correlation_id: ({ row }) => row.correlation_id,
  causation_id: ({ row }) => row.causation_id,
  schema_version: ({ row }) => String(row.schema_version),
  event_id: ({ row }) => row.event_id,
  data: ({ data }) => (data === null ? null : JSON.stringify(data)),
  unreadable: ({ unreadable }) => unreadable,
};

const csvOf = (event: ExportedEvent): string => csvLine(Object.values(COLUMNS).map((value) => value(event)));
