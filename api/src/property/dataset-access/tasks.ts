import { z } from 'zod';
import { defineReactor } from '../../platform/reactors/reactor.ts';
import type { Task } from '../../platform/reactors/tasks.ts';
import type { PropertyPorts } from '../ports.ts';
import { loadClientAccess } from './client-access.ts';

const store = ({ data: { client_id } }: { data: { client_id: string } }) => [
  { task: 'dataset-access.store', payload: { client_id } },
];

/** Stores access again in case the command was interrupted after its append. */
export const datasetAccessReactor = defineReactor({
  name: 'dataset-access',
  on: { DatasetAccessGranted: store, DatasetAccessRevoked: store },
});

export function datasetAccessTasks(ports: PropertyPorts): Record<string, Task> {
  return {
    'dataset-access.store': async (payload) => {
      const { client_id } = z.object({ client_id: z.string() }).parse(payload);
      await loadClientAccess(ports, client_id);
    },
  };
}
