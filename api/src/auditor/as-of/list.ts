import { eventTypeFilter, START } from '@eventstore/db-client';
import type { EventType, RecordedEvent } from '@landline/event-schemas';
import { decodeEvent, type StoredEvent } from '@landline/event-schemas/codec';
import { clientOf } from '@landline/projections/projectors/audit';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { AS_OF_LISTS, type AsOf, type AsOfQuery, DATASET_WANTED, LIST_TOO_LONG } from '../contract.ts';
import { lastOfTypes } from '../queries.ts';
import { makeReadable } from '../readable.ts';
import { candidatesAsOf } from './candidates.ts';
import { LISTS } from './lists.ts';
import { type PastRows, rowsInDatabase, rowsInMemory } from './rows.ts';

/** Read in one go, while somebody waits. */
const MAX_EVENTS = 100_000;
const AT_ONCE = 500;

/**
 * A list as it was: the projector's own rules over the events up to then. What has been erased since is erased in it.
 * Throws `LIST_TOO_LONG` where somebody would wait for minutes.
 */
export async function listAsOf(
  deps: Pick<Deps, 'eventStore' | 'pool' | 'pg'>,
  { list, at, client, dataset, page }: AsOfQuery,
): Promise<AsOf> {
  if (list === 'candidates') {
    if (dataset === undefined) throw new DomainError('malformed', 'DATASET_WANTED', DATASET_WANTED);
    return candidatesAsOf(deps, { dataset, client, at, page });
  }
  const listed = LISTS[list];
  const isOfClient = AS_OF_LISTS.some((each) => each.key === list && 'of' in each && each.of === 'client');
  const of = isOfClient ? client : undefined;
  const types = listed.types ?? (Object.keys(listed.projector.on) as EventType[]);
  const { last, events } = await lastOfTypes(deps.pool, { types, at, client: of });
  if (events > MAX_EVENTS) throw new DomainError('rule_broken', 'LIST_TOO_LONG', LIST_TOO_LONG);
  let position: bigint | null = null;
  const read = async (take: (some: RecordedEvent[]) => Promise<void>) => {
    if (last === null) return;
    await readTypes(deps.eventStore, types, { at, last }, async (some) => {
      const wanted = of === undefined ? some : some.filter((event) => clientOf(event) === of);
      await makeReadable(deps.pool, wanted, true);
      position = wanted.at(-1)?.position ?? position;
      await take(wanted);
    });
  };
  const rowsOf: PastRows = listed.inDatabase ? rowsInDatabase(deps.pg) : rowsInMemory;
  const { total, rows } = await rowsOf(listed, { client: of, page }, read);
  const columns = Object.keys(listed.table.columns);
  return {
    at,
    position: position === null ? null : String(position),
    total,
    columns,
    rows: rows.map((row) => columns.map((column) => shown(row[column]))),
  };
}

const shown = (value: unknown) => (typeof value === 'bigint' ? String(value) : (value ?? null));

/** The event store sorts out by type what is of no concern; `last` is the last one that there is to wait for. */
async function readTypes(
  eventStore: Deps['eventStore'],
  types: readonly string[],
  { at, last }: { at: string; last: bigint },
  take: (events: RecordedEvent[]) => Promise<void>,
): Promise<void> {
  const until = Date.parse(at);
  const events: RecordedEvent[] = [];
  const filter = eventTypeFilter({ prefixes: [...types] });
  const subscription = eventStore.client.subscribeToAll({ fromPosition: START, filter });
  subscription.on('error', () => undefined); // the iteration throws it
  try {
    for await (const { event } of subscription) {
      if (event === undefined) continue;
      const decoded = decodeEvent(event as StoredEvent, event.position.commit);
      if (decoded && types.includes(decoded.type) && Date.parse(decoded.metadata.at) <= until)
        events.push(decoded);
      if (events.length >= AT_ONCE) await take(events.splice(0));
      if (event.position.commit >= last) break;
    }
    await take(events);
  } finally {
    subscription.unsubscribe().catch(() => undefined); // not waited for: one that is over never answers
  }
}
