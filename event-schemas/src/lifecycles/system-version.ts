import { createMachine, transition } from 'xstate';
import { z } from 'zod';

/** `active`: the configuration is this version's; `kept`: it is another one (spec 002 §4). */
export const systemVersionStatus = z.enum(['kept', 'active', 'rolling_back', 'rollback_failed', 'deleted']);
export type SystemVersionStatus = z.infer<typeof systemVersionStatus>;

/** CHANGE: something was configured since. */
export type SystemVersionStep =
  | 'ROLL_BACK'
  | 'ROLLED_BACK'
  | 'FAIL'
  | 'RESUME'
  | 'ABANDON'
  | 'CHANGE'
  | 'DELETE';

/** Only versions that are not active can be rolled back to or deleted (spec 002 §4). */
export const systemVersionLifecycle = createMachine({
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

/** The status after a step, or undefined when a version in this status does not take it. */
export function systemVersionStatusAfter(
  status: SystemVersionStatus,
  step: SystemVersionStep,
): SystemVersionStatus | undefined {
  const snapshot = systemVersionLifecycle.resolveState({ value: status, context: {} });
  if (!snapshot.can({ type: step })) return undefined;
  const [next] = transition(systemVersionLifecycle, snapshot, { type: step });
  return systemVersionStatus.parse(next.value);
}
