import { createMachine } from 'xstate';
import { z } from 'zod';
import { isFinal, statusAfter } from './lifecycle.ts';

/**
 * `queued`: waiting; `scoring`: the kernel runs; `writing`: scores are written to a set beside the live one;
 * `swapping`: that set becomes live. The last four are final.
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

/** REQUEUE: the engine was interrupted and starts again. Runs cannot be stopped after the swap. */
const stoppable = { REQUEUE: 'queued', FAIL: 'failed', CANCEL: 'cancelled', SUPERSEDE: 'superseded' };

/** Life cycle of a bulk rescoring of one dataset in one scope. */
const rescoringRunLifecycle = createMachine({
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

export const runStateAfter = statusAfter<RunState, RunStep>(rescoringRunLifecycle, runState);

/** Returns true for a final state. */
export const isRunFinished = (status: RunState): boolean => isFinal(rescoringRunLifecycle, status);
