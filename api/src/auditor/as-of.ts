import { eventTypeFilter, START } from '@eventstore/db-client';
import type { EventType, RecordedEvent } from '@landline/event-schemas';
import { decodeEvent, type StoredEvent } from '@landline/event-schemas/codec';
import { changesOf, type Projector } from '@landline/projections/projector';
import { classification, classifications } from '@landline/projections/projectors/classifications';
import { clients, client as clientTable, clientUser } from '@landline/projections/projectors/clients';
import { contentRequest, contentRequests } from '@landline/projections/projectors/content-requests';
import { conversation, conversations, leftMessage } from '@landline/projections/projectors/conversations';
import { dataset, datasetImport, datasets } from '@landline/projections/projectors/datasets';
import { erasure, erasures } from '@landline/projections/projectors/erasures';
import { datasetAccess, grants } from '@landline/projections/projectors/grants';
import { contactRequest, inbox, newsletterSubscriber } from '@landline/projections/projectors/inbox';
import { note, notes, review } from '@landline/projections/projectors/notes';
import { clientPrompt, prompts } from '@landline/projections/projectors/prompts';
import { rescoringRun, scoring, scoringModel } from '@landline/projections/projectors/scoring';
import { staff, staffUser } from '@landline/projections/projectors/staff';
import { systemVersion, systemVersions } from '@landline/projections/projectors/system-versions';
import { savedView, views } from '@landline/projections/projectors/views';
import { widget, widgets, widgetTemplate } from '@landline/projections/projectors/widgets';
import { Fold } from '@landline/projections/runner/fold';
import type { AnyTable } from '@landline/projections/table';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { type AsOf, type AsOfListKey, LIST_TOO_LONG } from './contract.ts';
import { lastOfTypes } from './queries.ts';
import { makeReadable } from './readable.ts';

const LISTS: Readonly<Record<AsOfListKey, { projector: Projector; table: AnyTable; types?: EventType[] }>> = {
  clients: { projector: clients, table: clientTable },
  'client-users': { projector: clients, table: clientUser },
  staff: { projector: staff, table: staffUser },
  'datasets-granted': { projector: grants, table: datasetAccess },
  'content-requests': { projector: contentRequests, table: contentRequest },
  'contact-requests': { projector: inbox, table: contactRequest },
  subscribers: { projector: inbox, table: newsletterSubscriber },
  conversations: { projector: conversations, table: conversation },
  'left-messages': {
    projector: conversations,
    table: leftMessage,
    types: ['MessageLeft', 'LeftMessageHandled', 'LeftMessageReopened'],
  },
  prompts: { projector: prompts, table: clientPrompt },
  widgets: { projector: widgets, table: widget },
  'widget-templates': { projector: widgets, table: widgetTemplate },
  'system-versions': { projector: systemVersions, table: systemVersion },
  datasets: { projector: datasets, table: dataset },
  imports: { projector: datasets, table: datasetImport },
  judgements: { projector: classifications, table: classification },
  notes: { projector: notes, table: note },
  reviews: { projector: notes, table: review },
  'saved-views': { projector: views, table: savedView },
  'scoring-models': { projector: scoring, table: scoringModel },
  'rescoring-runs': { projector: scoring, table: rescoringRun },
  erasures: { projector: erasures, table: erasure },
};

const MAX_ROWS = 500;
/** Read in one go, while somebody waits. */
const MAX_EVENTS = 100_000;
const AT_ONCE = 500;

/**
 * A list as it was: the projector's own rules over the events up to then. What has been erased since is erased in it.
 * Throws `LIST_TOO_LONG` where somebody would wait for minutes.
 */
export async function listAsOf(
  { eventStore, pool }: Pick<Deps, 'eventStore' | 'pool'>,
  list: AsOfListKey,
  at: string,
): Promise<AsOf> {
  const { projector, table, types = Object.keys(projector.on) } = LISTS[list];
  const { last, events } = await lastOfTypes(pool, types, at);
  if (events > MAX_EVENTS) throw new DomainError('rule_broken', 'LIST_TOO_LONG', LIST_TOO_LONG);
  const fold = new Fold();
  let position: bigint | null = null;
  const take = async (some: RecordedEvent[]) => {
    await makeReadable(pool, some, true);
    for (const event of some) {
      position = event.position;
      // Of its other tables nothing is kept: there may be many times as much in them.
      fold.take(changesOf(projector, event).filter((change) => 'table' in change && change.table === table));
    }
  };
  if (last !== null) await readTypes(eventStore, types, { at, last }, take);
  const columns = Object.keys(table.columns);
  const rows = rowsIn(fold, table);
  return {
    at,
    position: position === null ? null : String(position),
    total: rows.length,
    columns,
    rows: rows.slice(0, MAX_ROWS).map((row) => columns.map((column) => row[column] ?? null)),
  };
}

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
