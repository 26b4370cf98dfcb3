import { type AnyStateMachine, transition } from 'xstate';
import type { z } from 'zod';

/** Returns a function that gives the status after a step, or undefined when the status does not allow the step. */
export function statusAfter<Status extends string, Step extends string>(
  machine: AnyStateMachine,
  statuses: z.ZodType<Status>,
): (status: Status, step: Step) => Status | undefined {
  return (status, step) => {
    const snapshot = machine.resolveState({ value: status, context: {} });
    if (!snapshot.can({ type: step })) return undefined;
    const [next] = transition(machine, snapshot, { type: step });
    return statuses.parse(next.value);
  };
}

/** Returns true for a final status. */
export const isFinal = (machine: AnyStateMachine, status: string): boolean =>
  machine.resolveState({ value: status, context: {} }).status === 'done';
