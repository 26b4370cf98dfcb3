import { streams } from '@landline/event-schemas';
import { client, clientNotFound } from '../../clients/clients/client.ts';
import type { AssistantPorts } from '../ports.ts';

/** Loads a client or throws `clientNotFound`. */
export async function loadClient({ commands }: Pick<AssistantPorts, 'commands'>, clientId: string) {
  const { state } = await commands.load(client, streams.client(clientId));
  if (!state) throw clientNotFound();
  return state;
}
