import { expect, test } from 'vitest';
import { isRunOver, type RunStep, runState, runStateAfter } from './rescoring-run.ts';

test('a run is queued, scored, written and swapped in; until readers see it, it can be stopped', () => {
  const steps: RunStep[] = ['SCORE', 'WRITE', 'SWAP', 'COMPLETE', 'REQUEUE', 'CANCEL', 'SUPERSEDE', 'FAIL'];
  const table = runState.options.map((state) => [
    state,
    steps.map((step) => runStateAfter(state, step) ?? '-').join(' '),
    isRunOver(state),
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
