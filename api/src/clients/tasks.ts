import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { datasetAccess } from '../grants/dataset-access.ts';
import { defineReactor } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { keepDatasets } from './access.ts';
import { client } from './client.ts';
import { holdTo } from './clients.ts';

const hold = ({ data: { client_id } }: { data: { client_id: string } }) => [
  { task: 'clients.hold', payload: { client_id } },
];

/** What the one who changed a client did at once is done again, in case that broke off in between. */
export const clientReactor = defineReactor({
  name: 'clients',
  on: {
    ClientProductsChanged: hold,
    ClientDeactivated: hold,
    ClientReactivated: hold,
    ClientClosed: hold,
    DatasetAccessGranted: hold,
    DatasetAccessRevoked: hold,
  },
});

export function clientTasks(deps: Deps): Record<string, Task> {
  return {
    'clients.hold': async (payload) => {
      const { client_id } = z.object({ client_id: z.string() }).parse(payload);
      const { state, revision } = await deps.commands.load(client, streams.client(client_id));
      if (!state) return;
      await holdTo(deps, state, revision);
      const granted = await deps.commands.load(datasetAccess, streams.datasetAccess(client_id));
      await keepDatasets(deps.pg, client_id, granted.state, granted.revision);
    },
  };
}
