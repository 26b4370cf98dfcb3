import { type RecordedEvent, streams } from '@landline/event-schemas';
import { client, clientClosed, clientNotFound } from '../../clients/clients/client.ts';
import type { Execute } from '../../platform/http/route.ts';
import type { PropertyPorts } from '../ports.ts';
import { loadClientAccess } from './client-access.ts';
import { type DatasetAccessCommand, type DatasetAccessEvent, datasetAccess } from './dataset-access.ts';

/** Changes a client's access and applies it to its sessions before the response is sent. */
export async function changeAccess(
  ports: PropertyPorts,
  clientId: string,
  command: DatasetAccessCommand,
  execute: Execute,
  causationId?: string,
): Promise<void> {
  await execute(datasetAccess, { stream: streams.datasetAccess(clientId), command, causationId });
  await loadClientAccess(ports, clientId);
}

/** Throws `CLIENT_UNKNOWN` or `CLIENT_CLOSED`. */
export async function assertGrantable({ commands }: PropertyPorts, clientId: string): Promise<void> {
  const { state } = await commands.load(client, streams.client(clientId));
  if (!state) throw clientNotFound();
  if (state.closed) throw clientClosed();
}

/**
 * Reverts a grant or a revocation. Throws `CHANGED_SINCE` if it was reverted already, and the errors of
 * `assertGrantable`.
 */
export async function undoAccess(
  ports: PropertyPorts,
  event: DatasetAccessEvent & Pick<RecordedEvent, 'id'>,
  execute: Execute,
  newId: (name: string) => string,
): Promise<void> {
  const { client_id, dataset_key, zip_code } = event.data;
  await assertGrantable(ports, client_id);
  const accessId = newId(`${dataset_key} ${zip_code ?? ''}`);
  await changeAccess(ports, client_id, { type: 'undo', event, accessId }, execute, event.id);
}
