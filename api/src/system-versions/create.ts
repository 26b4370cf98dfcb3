import type { EventData, SystemVersionKind } from '@landline/event-schemas';
import type { Deps } from '../deps.ts';
import { untilProjected } from '../reactors/until-projected.ts';
import type { AutomaticKind } from './contract.ts';
import { countDocumentsAt } from './documents.ts';

interface Wanted {
  version_id: string;
  version_name: string;
  description: string;
  kind: SystemVersionKind;
}

/** A version of what is configured at a position, the log's end where none is given, when the read model has come there. */
export async function versionAt(
  { eventStore, pg }: Pick<Deps, 'eventStore' | 'pg'>,
  wanted: Wanted,
  at?: bigint,
): Promise<{ type: 'create' } & EventData<'SystemVersionCreated'>> {
  const position = at ?? (await eventStore.head());
  await untilProjected(pg, 'system-versions', position);
  const file_count = await countDocumentsAt(pg, position);
  return { type: 'create', ...wanted, position: String(position), file_count };
}

/** `auto-snapshot-2026-03-01-093000`: a kind's prefix (spec 002 §3) and the time in UTC. */
export function nameAt(kind: AutomaticKind, at: Date): string {
  const [date, time = ''] = at.toISOString().slice(0, 19).split('T');
  return `${kind}-${date}-${time.replaceAll(':', '')}`;
}
