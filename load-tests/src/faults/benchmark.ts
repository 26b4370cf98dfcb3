import type { FaultReport } from '@landline/infra/testing/fault-run';
import { nextMessage, startChild } from '../children.ts';
import { type BenchmarkResult, type Figure, type Options, percentile } from '../figures.ts';

const MAIN = new URL('../../../infra/src/testing/fault-run-main.ts', import.meta.url);
const FAULTS = 20;
/** Time limit for the faults, in minutes. */
const MINUTES = 60;
/** Time limits for unattended recovery, in seconds. */
const P95_SECONDS = 15;
const MAX_RECOVERY_SECONDS = 60;

/**
 * Runs two of each process under a flow of commands. At random, it kills, pauses and restarts services and processes,
 * cuts, stalls and slows connections, fills the disk and skews clocks. Then counts acknowledged commands that are
 * missing or duplicated, and compares every read model with a rebuild. `SEED` repeats a run.
 */
export async function benchmark(
  progress: (line: string) => void,
  { faults = FAULTS, minutes = MINUTES }: Options,
): Promise<BenchmarkResult> {
  const child = startChild(MAIN, { FAULTS: String(faults), MINUTES: String(minutes) });
  const report = await nextMessage<FaultReport>(child);
  const { lost, unexpected, contradicted, wrongRuns, differing, stuck, parked, recoveries } = report;
  progress(`${report.commands} commands acknowledged, ${report.runs} bulk runs`);
  for (const [kind, count] of Object.entries(report.faults)) progress(`${kind}: ${count}`);
  for (const problem of [...lost, ...unexpected, ...contradicted, ...wrongRuns, ...differing, ...stuck])
    progress(problem);
  const longest = Math.max(...recoveries);
  const p95 = percentile(recoveries, 0.95);
  return {
    name: 'faults',
    figures: [
      figure('faults', recoveries.length, '', { goal: faults, met: recoveries.length >= faults }),
      figure('commands', report.commands, ''),
      zeroGoal('commands_lost', lost.length),
      zeroGoal('commands_applied_twice', unexpected.length),
      zeroGoal('rows_contradicted', contradicted.length),
      zeroGoal('runs_wrong', wrongRuns.length),
      zeroGoal('read_models_differing', differing.length),
      zeroGoal('events_parked', parked),
      zeroGoal('stuck', stuck.length),
      figure('recovery_p50', percentile(recoveries, 0.5), 's'),
      figure('recovery_p95', p95, 's', { goal: P95_SECONDS, met: p95 <= P95_SECONDS }),
      figure('recovery_longest', longest, 's', {
        goal: MAX_RECOVERY_SECONDS,
        met: longest <= MAX_RECOVERY_SECONDS,
      }),
    ],
  };
}

const figure = (
  id: string,
  value: number,
  unit: string,
  goal: Pick<Figure, 'goal' | 'met'> = {},
): Figure => ({
  id,
  value,
  unit,
  ...goal,
  spread: [value, value],
});

const zeroGoal = (id: string, value: number) => figure(id, value, '', { goal: 0, met: value === 0 });
