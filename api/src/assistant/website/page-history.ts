import { type RecordedEvent, SYSTEM } from '@landline/event-schemas';
import { userNames } from '../../identity/users/directory.ts';
import { eventsAt } from '../../platform/activity/events.ts';
import { positionsOf } from '../../platform/activity/queries.ts';
import type { AssistantPorts } from '../ports.ts';
import type { PageHistory } from './contract.ts';

/** Number of entries shown; older ones remain in the log. */
const MAX_ENTRIES = 100;

/** Returns the history of a client's page, newest first. */
export async function readPageHistory(
  ports: Pick<AssistantPorts, 'pool' | 'eventStore'>,
  clientId: string,
  pageId: string,
): Promise<PageHistory> {
  const history = { entity: { type: 'page', id: pageId } as const, ofClient: clientId };
  const events = await eventsAt(
    ports,
    await positionsOf(ports.pool, history, { page: 1, limit: MAX_ENTRIES }),
  );
  const names = await userNames(
    ports.pool,
    events.map(({ metadata }) => metadata.actor.id),
  );
  return {
    entries: events.map((event) => {
      const { actor, at } = event.metadata;
      const by = actor.id === SYSTEM.id ? 'Landline' : (names.get(actor.id) ?? null);
      return { ...EMPTY_DETAILS, at, by, type: event.type, ...detailsOf(event) };
    }),
  };
}

const EMPTY_DETAILS = {
  status: null,
  stage: null,
  reason: null,
  changed: null,
  fetch_ms: null,
  priority: null,
  file: null,
  content_deleted: null,
};

function detailsOf(event: RecordedEvent): Partial<PageHistory['entries'][number]> {
  switch (event.type) {
    case 'PageScraped': {
      const { changed, fetch_ms, reason = null } = event.data;
      return { status: 'completed', stage: 'indexed', changed, fetch_ms, reason };
    }
    case 'PageIgnored':
    case 'PageScrapeFailed': {
      const { stage, reason } = event.data;
      return { status: event.type === 'PageIgnored' ? 'ignored' : 'error', stage, reason };
    }
    case 'PageDocumentUploaded': {
      const { name, bytes } = event.data;
      return { file: { name, bytes } };
    }
    case 'PageAdded':
    case 'PagePriorityChanged':
      return { priority: event.data.priority };
    case 'PageBlacklisted':
      return { content_deleted: event.data.content_deleted };
    default:
      return {};
  }
}
