import type { FaultReport } from '@landline/infra/testing/fault-rounds';
import { message, started } from '../children.ts';
import { type BenchmarkResult, type Figure, median } from '../figures.ts';

const MAIN = new URL('../../../infra/src/testing/fault-rounds-main.ts', import.meta.url);
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 20);
/** Nobody helps, and nobody waits longer for everything to be as the log says. */
const GOAL_SECONDS = 90;

/**
 * Two of each process under commands, on services that are killed and connections that are cut at random moments: what
 * was acknowledged and is not there, or twice. Its seed is printed; `SEED` gives the same faults again.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  const report = await message<FaultReport>(started(MAIN, { ROUNDS: String(ROUNDS) }));
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
