import { createMachine } from 'xstate';
import { z } from 'zod';
import { statusAfter } from './lifecycle.ts';

/** `active`: the current configuration matches this version; `kept`: it does not (spec 002 §4). */
const systemVersionStatus = z.enum(['kept', 'active', 'rolling_back', 'rollback_failed', 'deleted']);
export type SystemVersionStatus = z.infer<typeof systemVersionStatus>;

/** CHANGE: the configuration changes and no longer matches the version. */
export type SystemVersionStep =
  | 'ROLL_BACK'
  | 'ROLLED_BACK'
  | 'FAIL'
  | 'RESUME'
  | 'ABANDON'
  | 'CHANGE'
  | 'DELETE';

/** Only versions that are not active can be rolled back to or deleted (spec 002 §4). */
const systemVersionLifecycle = createMachine({
  types: {} as { events: { type: SystemVersionStep } },
  id: 'systemVersion',
  initial: 'active',
  states: {
    active: { on: { CHANGE: 'kept' } },
    kept: { on: { ROLL_BACK: 'rolling_back', DELETE: 'deleted' } },
    rolling_back: { on: { ROLLED_BACK: 'active', FAIL: 'rollback_failed', ABANDON: 'kept' } },
    rollback_failed: { on: { RESUME: 'rolling_back', ABANDON: 'kept' } },
    deleted: { type: 'final' },
  },
});

export const systemVersionStatusAfter = statusAfter<SystemVersionStatus, SystemVersionStep>(
  systemVersionLifecycle,
  systemVersionStatus,
);
