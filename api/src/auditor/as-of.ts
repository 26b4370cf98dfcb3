import { eventTypeFilter, START } from '@eventstore/db-client';
import type { RecordedEvent } from '@landline/event-schemas';
import { decodeEvent, type StoredEvent } from '@landline/event-schemas/codec';
import { changesOf, type Projector } from '@landline/projections/projector';
import { clients, client as clientTable, clientUser } from '@landline/projections/projectors/clients';
import { datasetAccess, grants } from '@landline/projections/projectors/grants';
import { contactRequest, inbox, newsletterSubscriber } from '@landline/projections/projectors/inbox';
import { staff, staffUser } from '@landline/projections/projectors/staff';
import { Fold } from '@landline/projections/runner/fold';
import type { AnyTable } from '@landline/projections/table';
import type { Deps } from '../deps.ts';
import type { AsOf, AsOfListKey } from './contract.ts';
import { lastOfTypes } from './queries.ts';
import { makeReadable } from './readable.ts';

const LISTS: Readonly<Record<AsOfListKey, { projector: Projector; table: AnyTable }>> = {
  clients: { projector: clients, table: clientTable },
  'client-users': { projector: clients, table: clientUser },
  staff: { projector: staff, table: staffUser },
  'datasets-granted': { projector: grants, table: datasetAccess },
  'contact-requests': { projector: inbox, table: contactRequest },
  subscribers: { projector: inbox, table: newsletterSubscriber },
};

const MAX_ROWS = 500;

/**
 * A list as it was: the projector's own rules over the events up to then. What has been erased since is erased in it.
 */
export async function listAsOf(
  { eventStore, pool }: Pick<Deps, 'eventStore' | 'pool'>,
  list: AsOfListKey,
  at: string,
): Promise<AsOf> {
  const { projector, table } = LISTS[list];
  const types = Object.keys(projector.on);
  const last = await lastOfTypes(pool, types, at);
  const events = last === null ? [] : await eventsOfTypes(eventStore, types, { at, last });
  await makeReadable(pool, events, true);
  const fold = new Fold();
  for (const event of events) fold.take(changesOf(projector, event));
  const columns = Object.keys(table.columns);
  const rows = rowsIn(fold, table);
  return {
    at,
    position: events.length === 0 ? null : String(events.at(-1)?.position),
    total: rows.length,
    columns,
    rows: rows.slice(0, MAX_ROWS).map((row) => columns.map((column) => row[column] ?? null)),
  };
}

/** The event store sorts out by type what is of no concern; `last` is the last one that there is to wait for. */
async function eventsOfTypes(
  eventStore: Deps['eventStore'],
  types: string[],
  { at, last }: { at: string; last: bigint },
): Promise<RecordedEvent[]> {
  const until = Date.parse(at);
  const events: RecordedEvent[] = [];
  const filter = eventTypeFilter({ prefixes: types });
  const subscription = eventStore.client.subscribeToAll({ fromPosition: START, filter });
  subscription.on('error', () => undefined); // the iteration throws it
  try {
    for await (const { event } of subscription) {
      if (event === undefined) continue;
      const decoded = decodeEvent(event as StoredEvent, event.position.commit);
      if (decoded && types.includes(decoded.type) && Date.parse(decoded.metadata.at) <= until)
        events.push(decoded);
      if (event.position.commit >= last) break;
    }
  } finally {
    subscription.unsubscribe().catch(() => undefined); // not waited for: one that is over never answers
  }
  return events;
}

function rowsIn({ steps }: Fold, table: AnyTable): Readonly<Record<string, unknown>>[] {
  return steps.flatMap((step) => {
    if (!(step instanceof Map)) throw new Error(`${table.name} is not made of rows alone`);
    const rows = step.get(table);
    if (!rows) return [];
    // A row that was only changed was never there.
    const kept = [...rows.byKey.values()].flatMap((row) => (row.outcome === 'put' ? [row.row] : []));
    return [...rows.appended, ...kept];
  });
}
