import type { CommonQueryMethods } from 'slonik';
import { clientNotFound } from '../clients/clients/client.ts';
import type { ClientRecord } from '../clients/clients/contract.ts';
import { findClient } from '../clients/clients/queries.ts';

/** Returns a client from the read model; throws `clientNotFound` if it does not exist. */
export async function requireClient(db: CommonQueryMethods, clientId: string): Promise<ClientRecord> {
  const client = await findClient(db, clientId);
  if (!client) throw clientNotFound();
  return client;
}
