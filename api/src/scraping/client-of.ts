import { streams } from '@landline/event-schemas';
import { client, clientNotFound } from '../clients/client.ts';
import type { Deps } from '../deps.ts';

/** The client whose website it is. */
export async function clientOf({ commands }: Pick<Deps, 'commands'>, clientId: string) {
  const { state } = await commands.load(client, streams.client(clientId));
  if (!state) throw clientNotFound();
  return state;
}
