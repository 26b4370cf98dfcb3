import { z } from 'zod';
import { cause, defineReactor, type JobPayload } from '../../platform/reactors/reactor.ts';
import type { Task } from '../../platform/reactors/tasks.ts';
import type { IdentityPorts } from '../ports.ts';
import { activeImpersonations, endIfInvalid } from './active-impersonations.ts';

/** Interval of checks while an impersonation is active: a session that expires emits no event. */
const CHECK_MS = 10 * 60_000;
const RECHECK_MS = 2_000;

const job = cause.extend({
  impersonation_id: z.string().optional(),
  session_id: z.string().optional(),
  client_id: z.string().optional(),
  user_id: z.string().optional(),
});
type CheckPayload = JobPayload<z.output<typeof job>>;

const check = (payload: CheckPayload) => [{ task: 'impersonations.look', payload }];

/** Ends impersonations with their staff session or client. */
export const impersonationReactor = defineReactor({
  name: 'impersonations',
  on: {
    // Checked later, because the event is appended shortly before the impersonation becomes active.
    ImpersonationStarted: ({ data: { impersonation_id } }) => [
      { task: 'impersonations.watch', payload: { impersonation_id } satisfies CheckPayload },
    ],
    StaffUserSignedOut: ({ data: { session_id } }) => check({ session_id }),
    StaffUserSessionEnded: ({ data: { session_id } }) => check({ session_id }),
    StaffUserRoleChanged: ({ data: { user_id } }) => check({ user_id }),
    StaffUserDeactivated: ({ data: { user_id } }) => check({ user_id }),
    StaffUserPasswordChanged: ({ data: { user_id } }) => check({ user_id }),
    StaffUserPasswordReset: ({ data: { user_id } }) => check({ user_id }),
    ClientDeactivated: ({ data: { client_id } }) => check({ client_id }),
    ClientClosed: ({ data: { client_id } }) => check({ client_id }),
  },
});

export function impersonationTasks(ports: IdentityPorts): Record<string, Task> {
  const checkIn = async (ms: number, payload: z.infer<typeof job>, { addJob }: Parameters<Task>[1]) => {
    await addJob('impersonations.look', payload, {
      runAt: new Date(Date.now() + ms),
      jobKey: `impersonation:${payload.impersonation_id}`,
    });
  };

  return {
    'impersonations.watch': (payload, helpers) => checkIn(CHECK_MS, job.parse(payload), helpers),
    'impersonations.look': async (payload, helpers) => {
      const { impersonation_id, session_id, client_id, user_id, ...origin } = job.parse(payload);
      for (const id of await activeImpersonations(ports, { session_id, client_id, user_id })) {
        // The user's or client's change may take effect shortly after its event.
        if (!(await endIfInvalid(ports, id, origin))) {
          await checkIn(RECHECK_MS, { impersonation_id: id, ...origin }, helpers);
        }
      }
      if (impersonation_id !== undefined && !(await endIfInvalid(ports, impersonation_id, origin))) {
        await checkIn(CHECK_MS, { impersonation_id, ...origin }, helpers);
      }
    },
  };
}
