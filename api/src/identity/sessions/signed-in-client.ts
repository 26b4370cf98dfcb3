import { streams } from '@landline/event-schemas';
import { type Client, client } from '../../clients/clients/client.ts';
import { findClient } from '../../clients/clients/queries.ts';
import { unauthenticated } from '../../platform/errors.ts';
import type { IdentityPorts } from '../ports.ts';
import type { SignedInClient } from './contract.ts';

/** Builds the client of a login response (spec 000 §3) with the contact data of the user who signed in. */
export const signedInClient = (
  state: NonNullable<Client>,
  contact: { email: string | null; adminName: string | null } | null,
): SignedInClient => ({
  id: state.client_id,
  name: state.name,
  email: contact?.email ?? '',
  adminName: contact?.adminName ?? '',
  planTier: state.plan_tier,
  has_ai_assistant: state.has_ai_assistant,
  has_geo_leads: state.has_geo_leads,
  has_custom_solution: state.has_custom_solution,
  product_config: state.product_config,
});

/** Loads an impersonated client; the contact data is its first active user's, as no client user has signed in. */
export async function loadImpersonatedClient(
  { commands, pool }: Pick<IdentityPorts, 'commands' | 'pool'>,
  clientId: string,
): Promise<SignedInClient> {
  const { state } = await commands.load(client, streams.client(clientId));
  if (!state) throw unauthenticated();
  return signedInClient(state, await findClient(pool, clientId));
}
