import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, median } from '../figures.ts';
import { until } from '../until.ts';
import { QUIET_MS, type Rescoring, WAIT_OPTIONS } from './classifications.ts';

const ROUNDS = 5;
const GOAL_MS = 1_000;
const AT_ONCE = { ...WAIT_OPTIONS, pollMs: 5 };

/**
 * While a million candidates are being rescored, measures how long it takes until the list shows the new score and
 * rank of a candidate that was just classified as bad.
 */
export async function classifiedVisible(
  rescoring: Rescoring,
  progress: (line: string) => void,
): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await delay(QUIET_MS);
    await rescoring.classify('good');
    await until('a run is under way', AT_ONCE, async () => {
      const state = (await rescoring.runs())[0]?.state;
      return state === 'scoring' || state === 'writing';
    });
    const best = (await rescoring.best())[0];
    const startedAt = performance.now();
    await rescoring.classify('bad', best?.id);
    await until('the classified candidate has its new score', AT_ONCE, async () => {
      const current = (await rescoring.best()).find(({ id }) => id === best?.id);
      return current?.score === best?.score ? undefined : true;
    });
    times.push(performance.now() - startedAt);
    progress(`classified during a run: ${times.at(-1)?.toFixed(0)} ms`);
    await rescoring.waitForRun();
  }
  const slowest = Math.max(...times);
  return {
    id: 'classified_visible_while_rescoring',
    value: median(times),
    unit: 'ms',
    goal: GOAL_MS,
    met: slowest <= GOAL_MS,
    spread: [Math.min(...times), slowest],
  };
}
