import type { FaultReport } from '@landline/infra/testing/fault-rounds';
import { nextMessage, startChild } from '../children.ts';
import { type BenchmarkResult, type Figure, median } from '../figures.ts';

const MAIN = new URL('../../../infra/src/testing/fault-rounds-main.ts', import.meta.url);
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 20);
/** Time limit for unattended recovery, in seconds. */
const GOAL_SECONDS = 90;

/**
 * Runs two of each process under commands while services are killed and connections are cut at random, then
 * counts acknowledged events that are missing or duplicated. `SEED` repeats a run.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const report = await nextMessage<FaultReport>(startChild(MAIN, { ROUNDS: String(ROUNDS) }));
  progress(`${report.commands} commands acknowledged, ${report.runs} bulk runs, ${ROUNDS} rounds`);
  const { lost, twice, contradicted, wrongRuns, differing, parked, recoveries } = report;
  for (const problem of [...lost, ...twice, ...contradicted, ...wrongRuns, ...differing]) progress(problem);
  const longest = Math.max(...recoveries);
  return {
    name: 'faults',
    figures: [
      none('commands_lost', lost.length),
      none('commands_applied_twice', twice.length),
      none('rows_contradicted', contradicted.length),
      none('runs_wrong', wrongRuns.length),
      none('read_models_differing', differing.length),
      none('events_parked', parked),
      {
        id: 'recovery',
        value: median(recoveries),
        unit: 's',
        goal: GOAL_SECONDS,
        met: longest <= GOAL_SECONDS,
        spread: [Math.min(...recoveries), longest],
      },
    ],
  };
}

const none = (id: string, value: number): Figure => ({
  id,
  value,
  unit: '',
  goal: 0,
  met: value === 0,
  spread: [value, value],
});
