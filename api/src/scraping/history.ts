import { type RecordedEvent, SYSTEM } from '@landline/event-schemas';
import { eventsAt } from '../audit/events.ts';
import { namesOf, positionsOf } from '../audit/queries.ts';
import type { Deps } from '../deps.ts';
import type { PageHistory } from './contract.ts';

/** Older entries are still in the log. */
const SHOWN = 100;

/** What became of a client's page, the newest first; nothing of another client's. */
export async function historyOfPage(
  deps: Pick<Deps, 'pool' | 'eventStore'>,
  clientId: string,
  pageId: string,
): Promise<PageHistory> {
  const history = { entity: { type: 'page', id: pageId } as const, ofClient: clientId };
  const events = await eventsAt(deps, await positionsOf(deps.pool, history, { page: 1, limit: SHOWN }));
  const names = await namesOf(
    deps.pool,
    events.map(({ metadata }) => metadata.actor.id),
  );
  return {
    entries: events.map((event) => {
      const { actor, at } = event.metadata;
      const by = actor.id === SYSTEM.id ? 'Landline' : (names.get(actor.id) ?? null);
      return { ...NOTHING, at, by, type: event.type, ...toldBy(event) };
    }),
  };
}

const NOTHING = { status: null, stage: null, reason: null, changed: null, fetch_ms: null, priority: null };

function toldBy(event: RecordedEvent): Partial<PageHistory['entries'][number]> {
  switch (event.type) {
    case 'PageScraped': {
      const { changed, fetch_ms } = event.data;
      return { status: 'completed', stage: 'indexed', changed, fetch_ms };
    }
    case 'PageIgnored':
    case 'PageScrapeFailed': {
      const { stage, reason } = event.data;
      return { status: event.type === 'PageIgnored' ? 'ignored' : 'error', stage, reason };
    }
    case 'PageAdded':
    case 'PagePriorityChanged':
      return { priority: event.data.priority };
    default:
      return {};
  }
}
