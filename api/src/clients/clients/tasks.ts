import { SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { cause, defineReactor } from '../../platform/reactors/reactor.ts';
import type { Task } from '../../platform/reactors/tasks.ts';
import type { ClientsPorts } from '../ports.ts';
import { client } from './client.ts';
import { enforceAccess, syncReservations } from './clients.ts';

const repeat = ({ data: { client_id } }: { data: { client_id: string } }) => [
  { task: 'clients.hold', payload: { client_id } },
];

/** Repeats what follows a creation or change of a client, in case a crash interrupted it: saving access, reservations. */
export const clientReactor = defineReactor({
  name: 'clients',
  on: {
    ClientCreated: repeat,
    ClientDetailsChanged: repeat,
    ClientProductsChanged: repeat,
    ClientDeactivated: repeat,
    ClientReactivated: repeat,
    ClientClosed: repeat,
  },
});

export function clientTasks(ports: ClientsPorts): Record<string, Task> {
  return {
    'clients.hold': async (payload) => {
      const { client_id, ...origin } = cause.extend({ client_id: z.string() }).parse(payload);
      const { state, revision } = await ports.commands.load(client, streams.client(client_id));
      if (!state) return;
      await enforceAccess(ports, state, revision);
      await syncReservations(ports, client_id, [], { actor: SYSTEM, ...origin });
    },
  };
}
