import type { RecordedEvent } from '@landline/event-schemas';
import { eventsAt } from '../audit/events.ts';
import { positionsOfClient } from '../audit/queries.ts';
import type { Deps } from '../deps.ts';
import type { ClientRecord, ExportLine } from './contract.ts';
import { usersOf } from './queries.ts';

/** So many events are in memory at a time. */
const PAGE = 100;

/** All that is kept of a client, as NDJSON: itself, its users, and in their order its events before a position. */
export async function* exportOf(
  deps: Pick<Deps, 'pool' | 'eventStore'>,
  client: ClientRecord,
  before: bigint,
): AsyncGenerator<string> {
  const users = await usersOf(deps.pool, client.id);
  yield line({ kind: 'client', client });
  for (const user of users) yield line({ kind: 'user', user });
  const userIds = users.map(({ id }) => id);
  for (let after = -1n; ; ) {
    const positions = await positionsOfClient(deps.pool, client.id, userIds, {
      after,
      before,
      limit: PAGE,
    });
    const last = positions.at(-1);
    if (last === undefined) return;
    for (const event of await eventsAt(deps, positions)) yield line({ kind: 'event', event: toLine(event) });
    after = last;
  }
}

const line = (of: ExportLine) => `${JSON.stringify(of)}\n`;

function toLine({ stream, revision, type, data, metadata }: RecordedEvent) {
  const { id, role, impersonatedBy } = metadata.actor;
  return {
    stream,
    revision: String(revision),
    type,
    at: metadata.at,
    actor: { id, role, ...(impersonatedBy !== undefined && { impersonatedBy }) },
    data,
  };
}
