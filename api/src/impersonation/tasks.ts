import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { defineReactor } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { endIfOver, inForce } from './impersonations.ts';

/** A session that runs out makes no event: while an impersonation lives, it is looked after so often. */
const WATCH_MS = 10 * 60_000;
const SOON_MS = 2_000;

const job = z.object({
  impersonation_id: z.string().optional(),
  session_id: z.string().optional(),
  client_id: z.string().optional(),
  user_id: z.string().optional(),
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
    StaffUserRoleChanged: (event) => look(event, { user_id: event.data.user_id }),
    StaffUserDeactivated: (event) => look(event, { user_id: event.data.user_id }),
    StaffUserPasswordChanged: (event) => look(event, { user_id: event.data.user_id }),
    StaffUserPasswordReset: (event) => look(event, { user_id: event.data.user_id }),
    ClientDeactivated: (event) => look(event, { client_id: event.data.client_id }),
    ClientClosed: (event) => look(event, { client_id: event.data.client_id }),
  },
});

export function impersonationTasks(deps: Deps): Record<string, Task> {
  const lookIn = async (ms: number, payload: z.infer<typeof job>, { addJob }: Parameters<Task>[1]) => {
    await addJob('impersonations.look', payload, {
      runAt: new Date(Date.now() + ms),
      jobKey: `impersonation:${payload.impersonation_id}`,
    });
  };

  return {
    'impersonations.watch': (payload, helpers) => lookIn(WATCH_MS, job.parse(payload), helpers),
    'impersonations.look': async (payload, helpers) => {
      const { impersonation_id, session_id, client_id, user_id, ...origin } = job.parse(payload);
      for (const id of await inForce(deps, { session_id, client_id, user_id })) {
        // What was written down of the user or the client may be in force only a moment later.
        if (!(await endIfOver(deps, id, origin))) {
          await lookIn(SOON_MS, { impersonation_id: id, ...origin }, helpers);
        }
      }
      if (impersonation_id !== undefined && !(await endIfOver(deps, impersonation_id, origin))) {
        await lookIn(WATCH_MS, { impersonation_id, ...origin }, helpers);
      }
    },
  };
}
