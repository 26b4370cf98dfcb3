import { expect, test } from 'vitest';
import { isRunFinished, type RunStep, runState, runStateAfter } from './rescoring-run.ts';

test('can be stopped in every state before the swap', () => {
  const steps: RunStep[] = ['SCORE', 'WRITE', 'SWAP', 'COMPLETE', 'REQUEUE', 'CANCEL', 'SUPERSEDE', 'FAIL'];
  const table = runState.options.map((state) => [
    state,
    steps.map((step) => runStateAfter(state, step) ?? '-').join(' '),
    isRunFinished(state),
  ]);
  const stopped = 'queued cancelled superseded failed';
  expect(table).toEqual([
    ['queued', `scoring - - - ${stopped}`, false],
    ['scoring', `- writing - - ${stopped}`, false],
    ['writing', `- - swapping - ${stopped}`, false],
    ['swapping', '- - - completed - - - -', false],
    ['completed', '- - - - - - - -', true],
    ['failed', '- - - - - - - -', true],
    ['cancelled', '- - - - - - - -', true],
    ['superseded', '- - - - - - - -', true],
  ]);
});
