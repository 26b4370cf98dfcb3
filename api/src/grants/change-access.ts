import { type RecordedEvent, streams } from '@landline/event-schemas';
import { loadAccess } from '../clients/access.ts';
import { client, clientClosed, clientNotFound } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import type { RouteRequest, Session } from '../http/route.ts';
import { type DatasetAccessCommand, type DatasetAccessEvent, datasetAccess } from './dataset-access.ts';

type Execute = RouteRequest<unknown, unknown, unknown, Session>['execute'];

/** Decides what a client may see, and holds it to it before it is answered. */
export async function changeAccess(
  deps: Deps,
  clientId: string,
  command: DatasetAccessCommand,
  execute: Execute,
  causationId?: string,
): Promise<void> {
  const stream = streams.datasetAccess(clientId);
  await execute(datasetAccess, { stream, command, ...(causationId !== undefined && { causationId }) });
  await loadAccess(deps, clientId);
}

/** Throws `CLIENT_UNKNOWN`, or `CLIENT_CLOSED`. */
export async function assertGrantable({ commands }: Deps, clientId: string): Promise<void> {
  const { state } = await commands.load(client, streams.client(clientId));
  if (!state) throw clientNotFound();
  if (state.closed) throw clientClosed();
}

/** Takes a grant back, or gives again what was revoked. Throws `CHANGED_SINCE` when that was done since. */
export async function undoAccess(
  deps: Deps,
  event: DatasetAccessEvent & Pick<RecordedEvent, 'id'>,
  execute: Execute,
  newId: (name: string) => string,
): Promise<void> {
  const { client_id, dataset_key, zip_code } = event.data;
  await assertGrantable(deps, client_id);
  const accessId = newId(`${dataset_key} ${zip_code ?? ''}`);
  await changeAccess(deps, client_id, { type: 'undo', event, accessId }, execute, event.id);
}
