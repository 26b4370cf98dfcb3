import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, median } from '../figures.ts';
import { until } from '../until.ts';
import { PATIENCE, QUIET_MS, type Rescoring } from './rescored.ts';

const ROUNDS = 5;
const GOAL_MS = 1_000;
const AT_ONCE = { ...PATIENCE, pollMs: 5 };

/**
 * How long it takes, while a million candidates are scored again, until the list shows the new score of one that somebody
 * judges: as bad, so that it is no longer where it was.
 */
export async function judgedVisible(rescoring: Rescoring, progress: (line: string) => void): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await pause(QUIET_MS);
    await rescoring.judge('good');
    await until('a run is under way', AT_ONCE, async () => {
      const state = (await rescoring.runs())[0]?.state;
      return state === 'scoring' || state === 'writing' ? true : undefined;
    });
    const best = (await rescoring.best())[0];
    const begun = performance.now();
    await rescoring.judge('bad', best?.id);
    await until('a judged candidate has its new score', AT_ONCE, async () => {
      const now = (await rescoring.best()).find(({ id }) => id === best?.id);
      return now?.score === best?.score ? undefined : true;
    });
    times.push(performance.now() - begun);
    progress(`judged while a run goes on: ${times.at(-1)?.toFixed(0)} ms`);
    await rescoring.isOver();
  }
  const slowest = Math.max(...times);
  return {
    id: 'judged_visible_while_rescoring',
    value: median(times),
    unit: 'ms',
    goal: GOAL_MS,
    met: slowest <= GOAL_MS,
    spread: [Math.min(...times), slowest],
  };
}
