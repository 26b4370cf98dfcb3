import { streams } from '@landline/event-schemas';
import type pg from 'pg';
import { loadAccess } from '../../clients/clients/stored-access.ts';
import type { Commands } from '../../platform/commands/commands.ts';
import type { ClientAccess } from '../../platform/http/session.ts';
import { datasetsFrom } from './access.ts';
import { datasetAccess } from './dataset-access.ts';

const STORE_DATASETS = `
  UPDATE api.client_access SET datasets = $2, datasets_revision = $3
  WHERE client_id = $1 AND datasets_revision < $3`;

/**
 * Loads a client's products and datasets from the event log and stores them for its sessions, unless a newer revision is
 * stored. Returns undefined for an unknown client.
 */
export async function loadClientAccess(
  ports: { commands: Commands; pg: pg.Pool },
  clientId: string,
): Promise<ClientAccess | undefined> {
  const products = await loadAccess(ports, clientId);
  if (!products) return undefined;
  const { state, revision } = await ports.commands.load(datasetAccess, streams.datasetAccess(clientId));
  const datasets = datasetsFrom(state);
  await ports.pg.query(STORE_DATASETS, [clientId, JSON.stringify(datasets), revision.toString()]);
  return { ...products, datasets };
}
