import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { defineReactor } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { endIfOver, openInSession, openOfClient } from './impersonations.ts';

/** A session that runs out makes no event: while an impersonation lives, it is looked after so often. */
const WATCH_MS = 10 * 60_000;

const job = z.object({
  impersonation_id: z.string().optional(),
  session_id: z.string().optional(),
  client_id: z.string().optional(),
  correlationId: z.string(),
  causationId: z.string(),
});
type Ended = Omit<z.infer<typeof job>, 'correlationId' | 'causationId'>;

const look = (event: { id: string; metadata: { correlationId: string } }, what: Ended) => [
  {
    task: 'impersonations.look',
    payload: { ...what, correlationId: event.metadata.correlationId, causationId: event.id },
  },
];

/** An impersonation ends with the staff session that it lives in, and with its client. */
export const impersonationReactor = defineReactor({
  name: 'impersonations',
  on: {
    // Not at once: it is written down a moment before it is in force.
    ImpersonationStarted: (event) =>
      look(event, { impersonation_id: event.data.impersonation_id }).map((job) => ({
        ...job,
        task: 'impersonations.watch',
      })),
    StaffUserSignedOut: (event) => look(event, { session_id: event.data.session_id }),
    StaffUserSessionEnded: (event) => look(event, { session_id: event.data.session_id }),
    ClientDeactivated: (event) => look(event, { client_id: event.data.client_id }),
    ClientClosed: (event) => look(event, { client_id: event.data.client_id }),
  },
});

export function impersonationTasks(deps: Deps): Record<string, Task> {
  const later: Task = async (payload, { addJob }) => {
    await addJob('impersonations.look', payload as Record<string, unknown>, {
      runAt: new Date(Date.now() + WATCH_MS),
      jobKey: `impersonation:${job.parse(payload).impersonation_id}`,
    });
  };

  return {
    'impersonations.watch': later,
    'impersonations.look': async (payload, helpers) => {
      const { impersonation_id, session_id, client_id, ...origin } = job.parse(payload);
      if (session_id !== undefined) {
        for (const id of await openInSession(deps, session_id)) await endIfOver(deps, id, origin);
      }
      if (client_id !== undefined) {
        for (const id of await openOfClient(deps, client_id)) await endIfOver(deps, id, origin);
      }
      if (impersonation_id !== undefined && !(await endIfOver(deps, impersonation_id, origin))) {
        await later(payload, helpers);
      }
    },
  };
}
