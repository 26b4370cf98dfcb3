import { createMachine, transition } from 'xstate';
import { z } from 'zod';

/**
 * `queued`: asked for; `scoring`: the kernel runs; `writing`: the scores go into a set beside the live one;
 * `swapping`: that set takes its place. The last four are final.
 */
export const runState = z.enum([
  'queued',
  'scoring',
  'writing',
  'swapping',
  'completed',
  'failed',
  'cancelled',
  'superseded',
]);
export type RunState = z.infer<typeof runState>;

export type RunStep = 'SCORE' | 'WRITE' | 'SWAP' | 'COMPLETE' | 'REQUEUE' | 'FAIL' | 'CANCEL' | 'SUPERSEDE';

/** REQUEUE: the engine was interrupted and begins again. What readers see already can no longer be cancelled. */
const stoppable = { REQUEUE: 'queued', FAIL: 'failed', CANCEL: 'cancelled', SUPERSEDE: 'superseded' };

/** A bulk rescoring of one dataset for one scope. */
export const rescoringRunLifecycle = createMachine({
  types: {} as { events: { type: RunStep } },
  id: 'rescoringRun',
  initial: 'queued',
  states: {
    queued: { on: { ...stoppable, SCORE: 'scoring' } },
    scoring: { on: { ...stoppable, WRITE: 'writing' } },
    writing: { on: { ...stoppable, SWAP: 'swapping' } },
    swapping: { on: { COMPLETE: 'completed' } },
    completed: { type: 'final' },
    failed: { type: 'final' },
    cancelled: { type: 'final' },
    superseded: { type: 'final' },
  },
});

/** The state after a step, or undefined when a run in this state does not take it. */
export function runStateAfter(state: RunState, step: RunStep): RunState | undefined {
  const snapshot = rescoringRunLifecycle.resolveState({ value: state, context: {} });
  if (!snapshot.can({ type: step })) return undefined;
  const [next] = transition(rescoringRunLifecycle, snapshot, { type: step });
  return runState.parse(next.value);
}

/** True when nothing more can become of it. */
export function isRunOver(state: RunState): boolean {
  return rescoringRunLifecycle.resolveState({ value: state, context: {} }).status === 'done';
}
