import { createMachine, transition } from 'xstate';
import { z } from 'zod';

/**
 * `inactive`: staff act as themselves; `starting`: it was asked for; `active`: they act as the client; `stopping`: the
 * way back was asked for. Where the server does not answer, stopping falls back to what the browser knows (spec 000 §4).
 */
export const impersonationStatus = z.enum(['inactive', 'starting', 'active', 'stopping']);
export type ImpersonationStatus = z.infer<typeof impersonationStatus>;

/** END: the staff session, or the client, is over. */
export type ImpersonationStep = 'START' | 'STARTED' | 'STOP' | 'STOPPED' | 'FAIL' | 'END';

/** A SuperAdmin sees the client portal as a client (spec 000 §1, §4). `acting`: the banner shows, actions are recorded. */
export const impersonationLifecycle = createMachine({
  types: {} as { events: { type: ImpersonationStep }; tags: 'acting' },
  id: 'impersonation',
  initial: 'inactive',
  states: {
    inactive: { on: { START: 'starting' } },
    starting: { on: { STARTED: 'active', FAIL: 'inactive' } },
    active: { tags: 'acting', on: { STOP: 'stopping', END: 'inactive' } },
    stopping: { tags: 'acting', on: { STOPPED: 'inactive', FAIL: 'inactive', END: 'inactive' } },
  },
});

/** The status after a step, or undefined when an impersonation in this status does not take it. */
export function impersonationStatusAfter(
  status: ImpersonationStatus,
  step: ImpersonationStep,
): ImpersonationStatus | undefined {
  const snapshot = impersonationLifecycle.resolveState({ value: status, context: {} });
  if (!snapshot.can({ type: step })) return undefined;
  const [next] = transition(impersonationLifecycle, snapshot, { type: step });
  return impersonationStatus.parse(next.value);
}
