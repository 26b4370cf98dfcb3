import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { defineReactor } from '../../platform/reactors/reactor.ts';
import type { Task } from '../../platform/reactors/tasks.ts';
import type { ClientsPorts } from '../ports.ts';
import { client } from './client.ts';
import { enforceAccess } from './clients.ts';

const enforce = ({ data: { client_id } }: { data: { client_id: string } }) => [
  { task: 'clients.hold', payload: { client_id } },
];

/** Repeats the access changes that follow a client change, in case a crash interrupted them. */
export const clientReactor = defineReactor({
  name: 'clients',
  on: {
    ClientProductsChanged: enforce,
    ClientDeactivated: enforce,
    ClientReactivated: enforce,
    ClientClosed: enforce,
  },
});

export function clientTasks(ports: ClientsPorts): Record<string, Task> {
  return {
    'clients.hold': async (payload) => {
      const { client_id } = z.object({ client_id: z.string() }).parse(payload);
      const { state, revision } = await ports.commands.load(client, streams.client(client_id));
      if (state) await enforceAccess(ports, state, revision);
    },
  };
}
