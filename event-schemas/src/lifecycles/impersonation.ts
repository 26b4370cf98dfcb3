import { createMachine } from 'xstate';
import { z } from 'zod';
import { statusAfter } from './lifecycle.ts';

/**
 * `inactive`: staff act as themselves; `starting`: requested; `active`: they act as the client; `stopping`: exit
 * requested. If the server does not respond, the browser stops the impersonation locally (spec 000 §4).
 */
export const impersonationStatus = z.enum(['inactive', 'starting', 'active', 'stopping']);
export type ImpersonationStatus = z.infer<typeof impersonationStatus>;

/** END: the staff session or the client ended. */
export type ImpersonationStep = 'START' | 'STARTED' | 'STOP' | 'STOPPED' | 'FAIL' | 'END';

/** Life cycle of a SuperAdmin's visit to the client portal as a client (spec 000 §1, §4). */
const impersonationLifecycle = createMachine({
  types: {} as { events: { type: ImpersonationStep } },
  id: 'impersonation',
  initial: 'inactive',
  states: {
    inactive: { on: { START: 'starting' } },
    starting: { on: { STARTED: 'active', FAIL: 'inactive' } },
    active: { on: { STOP: 'stopping', END: 'inactive' } },
    stopping: { on: { STOPPED: 'inactive', FAIL: 'inactive', END: 'inactive' } },
  },
});

export const impersonationStatusAfter = statusAfter<ImpersonationStatus, ImpersonationStep>(
  impersonationLifecycle,
  impersonationStatus,
);
