import { addAbortSignal } from 'node:stream';
import { eventTypeFilter, START } from '@eventstore/db-client';
import type { EventType, RecordedEvent } from '@landline/event-schemas';
import type { StoredEvent } from '@landline/event-schemas/codec';
import { rowCountOf } from '@landline/event-schemas/row-count';
import { clientOf } from '@landline/projections/projectors/platform/activity';
import { DomainError } from '../../../platform/errors.ts';
import type { OperationsPorts } from '../../ports.ts';
import { AS_OF_LISTS, type AsOf, type AsOfQuery, DATASET_REQUIRED, LIST_TOO_LONG } from '../contract.ts';
import { decodeLogged } from '../decode-event.ts';
import { openPersonalFields } from '../open-personal-fields.ts';
import { lastOfTypes } from '../queries.ts';
import { LIST_SOURCES } from './list-sources.ts';
import { readPastCandidates } from './past-candidates.ts';
import { type PastRows, rowsInDatabase, rowsInMemory } from './past-rows.ts';

/** Maximum number of events read per request. A chunk of up to a thousand rows counts as EVENTS_PER_CHUNK. */
const MAX_EVENTS = 100_000;
const EVENTS_PER_CHUNK = 20;
const CHUNK_TYPES: readonly EventType[] = [
  'CandidatesImported',
  'CandidateRowsRejected',
  'CandidatesAssessed',
  'FacilitiesImported',
  'FacilityRowsRejected',
];
/** Maximum number of rows and other events in memory at a time. */
const MAX_BATCH = 5_000;

/**
 * Returns a list as it was at a given time by projecting the events up to then. Data that was erased later stays erased.
 * Throws `LIST_TOO_LONG` beyond MAX_EVENTS, `UNREADABLE_EVENT`, and an AbortError if the signal aborts.
 */
export async function readPastList(
  ports: Pick<OperationsPorts, 'eventStore' | 'pool' | 'pg'>,
  { list, at, client, dataset, page }: AsOfQuery,
  signal: AbortSignal,
): Promise<AsOf> {
  if (list === 'candidates') {
    if (dataset === undefined) throw new DomainError('malformed', 'DATASET_REQUIRED', DATASET_REQUIRED);
    return readPastCandidates(ports, { dataset, client, at, page });
  }
  const source = LIST_SOURCES[list];
  const isOfClient = AS_OF_LISTS.some(
    (each) => each.key === list && 'scope' in each && each.scope === 'client',
  );
  const selectedClient = isOfClient ? client : undefined;
  const types = source.types ?? (Object.keys(source.projector.on) as EventType[]);
  const { last, events, chunks } = await lastOfTypes(ports.pool, {
    types,
    chunkTypes: CHUNK_TYPES,
    at,
    client: selectedClient,
  });
  if (events + chunks * EVENTS_PER_CHUNK > MAX_EVENTS)
    throw new DomainError('rule_broken', 'LIST_TOO_LONG', LIST_TOO_LONG);
  let position: bigint | null = null;
  const read = async (take: (events: RecordedEvent[]) => Promise<void>) => {
    if (last === null) return;
    await readTypes(ports.eventStore, types, { at, last, signal }, async (batch) => {
      const selectedEvents =
        selectedClient === undefined ? batch : batch.filter((event) => clientOf(event) === selectedClient);
      await openPersonalFields(ports.pool, selectedEvents, true);
      position = selectedEvents.at(-1)?.position ?? position;
      await take(selectedEvents);
    });
  };
  const rowsOf: PastRows = source.inDatabase ? rowsInDatabase(ports.pg) : rowsInMemory;
  const { total, rows } = await rowsOf(source, { client: selectedClient, page }, read);
  const columns = Object.keys(source.table.columns);
  return {
    at,
    position: position === null ? null : String(position),
    total,
    columns,
    rows: rows.map((row) => columns.map((column) => jsonValue(row[column]))),
  };
}

const jsonValue = (value: unknown) => (typeof value === 'bigint' ? String(value) : (value ?? null));

/**
 * Reads the events of some types up to a time. The event store filters by type; `last` is the last position to read. Throws an
 * AbortError if the signal aborts.
 */
async function readTypes(
  eventStore: OperationsPorts['eventStore'],
  types: readonly string[],
  { at, last, signal }: { at: string; last: bigint; signal: AbortSignal },
  take: (events: RecordedEvent[]) => Promise<void>,
): Promise<void> {
  const until = Date.parse(at);
  const events: RecordedEvent[] = [];
  let rows = 0;
  const filter = eventTypeFilter({ prefixes: [...types] });
  const subscription = eventStore.client.subscribeToAll({ fromPosition: START, filter });
  subscription.on('error', () => undefined); // the iteration below rejects with the same error
  addAbortSignal(signal, subscription);
  try {
    for await (const { event } of subscription) {
      if (event === undefined) continue;
      // The filter matches prefixes, so longer names as well.
      if (types.includes(event.type)) {
        const decodedEvent = decodeLogged(event as StoredEvent, event.position.commit);
        if (Date.parse(decodedEvent.metadata.at) <= until) {
          events.push(decodedEvent);
          rows += rowCountOf(decodedEvent.data);
        }
      }
      if (rows >= MAX_BATCH) {
        await take(events.splice(0));
        rows = 0;
      }
      if (event.position.commit >= last) break;
    }
    await take(events);
  } finally {
    subscription.unsubscribe().catch(() => undefined); // not awaited: a subscription that has ended never responds
  }
}
