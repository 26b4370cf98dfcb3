import { EVERYONE, streams } from '@landline/event-schemas';
import { isRunOver, type RunState, runState } from '@landline/event-schemas/lifecycles/rescoring-run';
import { expect } from 'vitest';
import { eventsOf, type House, until } from './house.ts';

/** Undefined while it is not known. */
export async function stateOf({ pool }: House, runId: string): Promise<RunState | undefined> {
  const { rows } = await pool.query<{ state: string }>('SELECT state FROM scoring.run WHERE run_id = $1', [
    runId,
  ]);
  return rows[0] && runState.parse(rows[0].state);
}

/** Asks for a run of everyone's scores by its name, or takes that back. Returns the position of the event. */
export async function ask(
  house: House,
  type: 'RescoringRequested' | 'RescoringCancelled',
  datasetKey: string,
  runId: string,
): Promise<bigint> {
  const data = { run_id: runId, dataset_key: datasetKey, scope: EVERYONE };
  return await house.append(streams.rescoring(datasetKey, EVERYONE), [{ type, data }]);
}

/** Whether everything has been written that follows from the log up to a position. */
export const passed =
  ({ pool }: House, position: bigint) =>
  async (): Promise<boolean> => {
    const { rowCount } = await pool.query('SELECT 1 FROM scoring.checkpoint WHERE position >= $1', [
      position,
    ]);
    return rowCount === 1;
  };

/** Waits until nothing is left to do; the log then tells of each completed run once, and of no other. */
export async function expectToldOnce(house: House, datasetKey: string): Promise<void> {
  const runs = await until('the end of all runs', async () => {
    const { rows } = await house.pool.query<{ run_id: string; state: string }>(
      'SELECT run_id, state FROM scoring.run ORDER BY position',
    );
    return rows.every(({ state }) => isRunOver(runState.parse(state))) && rows;
  });
  expect(runs.filter(({ state }) => state === 'failed')).toEqual([]);
  const told = await eventsOf(house, streams.rescoring(datasetKey, EVERYONE), 'CandidatesRescored');
  const completed = runs.filter(({ state }) => state === 'completed').map(({ run_id }) => run_id);
  expect(told.map(({ run_id }) => run_id).sort()).toEqual(completed.sort());
}
