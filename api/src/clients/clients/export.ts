import type { RecordedEvent } from '@landline/event-schemas';
import { eventsAt } from '../../platform/activity/events.ts';
import { positionsOfClient } from '../../platform/activity/queries.ts';
import type { ClientsPorts } from '../ports.ts';
import type { ClientRecord, ExportLine } from './contract.ts';
import { usersOf } from './queries.ts';

/** Events in memory at a time. */
const PAGE_SIZE = 100;

/** Yields a client's data as NDJSON: the client, its users, and its events before a position, oldest first. */
export async function* exportClient(
  ports: Pick<ClientsPorts, 'pool' | 'eventStore'>,
  client: ClientRecord,
  before: bigint,
): AsyncGenerator<string> {
  const users = await usersOf(ports.pool, client.id);
  yield line({ kind: 'client', client });
  for (const user of users) yield line({ kind: 'user', user });
  const userIds = users.map(({ id }) => id);
  for (let after = -1n; ; ) {
    const positions = await positionsOfClient(ports.pool, client.id, userIds, {
      after,
      before,
      limit: PAGE_SIZE,
    });
    const last = positions.at(-1);
    if (last === undefined) return;
    for (const event of await eventsAt(ports, positions)) yield line({ kind: 'event', event: toLine(event) });
    after = last;
  }
}

const line = (value: ExportLine) => `${JSON.stringify(value)}\n`;

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
