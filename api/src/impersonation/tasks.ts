import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { type Asked, cause, defineReactor } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { endIfOver, inForce } from './impersonations.ts';

/** A session that runs out makes no event: while an impersonation lives, it is looked after so often. */
const WATCH_MS = 10 * 60_000;
const SOON_MS = 2_000;

const job = cause.extend({
  impersonation_id: z.string().optional(),
  session_id: z.string().optional(),
  client_id: z.string().optional(),
  user_id: z.string().optional(),
});
type Ended = Asked<z.output<typeof job>>;

const look = (payload: Ended) => [{ task: 'impersonations.look', payload }];

/** An impersonation ends with the staff session that it lives in, and with its client. */
export const impersonationReactor = defineReactor({
  name: 'impersonations',
  on: {
    // Not at once: it is written down a moment before it is in force.
    ImpersonationStarted: ({ data: { impersonation_id } }) => [
      { task: 'impersonations.watch', payload: { impersonation_id } satisfies Ended },
    ],
    StaffUserSignedOut: ({ data: { session_id } }) => look({ session_id }),
    StaffUserSessionEnded: ({ data: { session_id } }) => look({ session_id }),
    StaffUserRoleChanged: ({ data: { user_id } }) => look({ user_id }),
    StaffUserDeactivated: ({ data: { user_id } }) => look({ user_id }),
    StaffUserPasswordChanged: ({ data: { user_id } }) => look({ user_id }),
    StaffUserPasswordReset: ({ data: { user_id } }) => look({ user_id }),
    ClientDeactivated: ({ data: { client_id } }) => look({ client_id }),
    ClientClosed: ({ data: { client_id } }) => look({ client_id }),
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
