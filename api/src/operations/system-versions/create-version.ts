import { type EventData, SYSTEM, type SystemVersionKind, streams } from '@landline/event-schemas';
import { waitUntilProjected } from '../../platform/reactors/wait-until-projected.ts';
import type { OperationsPorts } from '../ports.ts';
import type { AutomaticKind } from './contract.ts';
import { countDocumentsAt } from './document-differences.ts';
import { systemVersion } from './system-version.ts';

interface NewVersion {
  version_id: string;
  version_name: string;
  description: string;
  kind: SystemVersionKind;
}

/** Returns the command that saves the configuration at a position (default: the end of the log) as a version. */
export async function createVersionCommand(
  { eventStore, pg }: Pick<OperationsPorts, 'eventStore' | 'pg'>,
  version: NewVersion,
  at?: bigint,
): Promise<{ type: 'create' } & EventData<'SystemVersionCreated'>> {
  const position = at ?? (await eventStore.head());
  await waitUntilProjected(pg, 'system-versions', position);
  const file_count = await countDocumentsAt(pg, position);
  return { type: 'create', ...version, position: String(position), file_count };
}

/** Creates a version with the system as its actor. */
export async function createAutomaticVersion(
  ports: Pick<OperationsPorts, 'commands' | 'eventStore' | 'pg'>,
  version: NewVersion,
  at?: bigint,
): Promise<void> {
  await ports.commands.execute(systemVersion, {
    stream: streams.systemVersion(version.version_id),
    command: await createVersionCommand(ports, version, at),
    actor: SYSTEM,
    correlationId: version.version_id,
  });
}

/** Returns the name of an automatic version, e.g. `auto-snapshot-2026-03-01-093000` in UTC (spec 002 §3). */
export function automaticName(kind: AutomaticKind, at: Date): string {
  const [date, time = ''] = at.toISOString().slice(0, 19).split('T');
  return `${kind}-${date}-${time.replaceAll(':', '')}`;
}
