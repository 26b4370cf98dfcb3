import { EVERYONE, streams } from '@landline/event-schemas';
import { isRunFinished, type RunState, runState } from '@landline/event-schemas/lifecycles/rescoring-run';
import { expect } from 'vitest';
import { eventsOf, type TestEnvironment, until } from './test-environment.ts';

/** Returns a run's state; undefined for an unknown run. */
export async function stateOf({ pool }: TestEnvironment, runId: string): Promise<RunState | undefined> {
  const { rows } = await pool.query<{ state: string }>('SELECT state FROM scoring.run WHERE run_id = $1', [
    runId,
  ]);
  return rows[0] && runState.parse(rows[0].state);
}

/** Requests or cancels a rescoring run in the scope `EVERYONE`; returns the position of the event. */
export async function appendRunEvent(
  environment: TestEnvironment,
  type: 'RescoringRequested' | 'RescoringCancelled',
  datasetKey: string,
  runId: string,
): Promise<bigint> {
  const data = { run_id: runId, dataset_key: datasetKey, scope: EVERYONE };
  return await environment.append(streams.rescoring(datasetKey, EVERYONE), [{ type, data }]);
}

/** Returns a function that checks whether the scoring engine has processed the log up to a position. */
export const checkpointPassed =
  ({ pool }: TestEnvironment, position: bigint) =>
  async (): Promise<boolean> => {
    const { rowCount } = await pool.query('SELECT 1 FROM scoring.checkpoint WHERE position >= $1', [
      position,
    ]);
    return rowCount === 1;
  };

/** Waits until all runs have ended, and returns them in the order of their requests. */
export const endedRuns = ({ pool }: TestEnvironment): Promise<{ run_id: string; state: string }[]> =>
  until('the end of all runs', async () => {
    const { rows } = await pool.query<{ run_id: string; state: string }>(
      'SELECT run_id, state FROM scoring.run ORDER BY position',
    );
    return rows.every(({ state }) => isRunFinished(runState.parse(state))) && rows;
  });

/** Waits until all runs have ended and expects the log to report each completed run once, and no other. */
export async function expectReportedOnce(environment: TestEnvironment, datasetKey: string): Promise<void> {
  const runs = await endedRuns(environment);
  expect(runs.filter(({ state }) => state === 'failed')).toEqual([]);
  const reported = await eventsOf(environment, streams.rescoring(datasetKey, EVERYONE), 'CandidatesRescored');
  const completed = runs.filter(({ state }) => state === 'completed').map(({ run_id }) => run_id);
  expect(reported.map(({ run_id }) => run_id).sort()).toEqual(completed.sort());
}
