import { EVERYONE, streams } from '@landline/event-schemas';
import { isRunOver, runStateAfter } from '@landline/event-schemas/lifecycles/rescoring-run';
import { z } from 'zod';
import { datasetOf } from '../datasets/queries.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { type Route, route } from '../http/route.ts';
import {
  movesQuery,
  movesResponse,
  rescoreBody,
  rescoreResponse,
  runResponse,
  runsQuery,
  runsResponse,
} from './contract.ts';
import { movesOf } from './moves.ts';
import { type RescoringCommand, rescoring, runOver } from './rescoring.ts';
import { listRuns, runOf } from './runs.ts';

const byId = z.object({ id: z.uuid() });
const asked = (
  { run_id, dataset_key, scope }: Omit<RescoringCommand, 'type'>,
  type: RescoringCommand['type'],
) => ({
  stream: streams.rescoring(dataset_key, scope),
  command: { type, run_id, dataset_key, scope },
});

/** Bulk rescoring by hand, and the runs that there were. */
export function scoringRoutes({ pool }: Deps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/geo/scoring/rescore',
      may: ['SuperAdmin'],
      summary: 'Scores every candidate of a dataset again',
      body: rescoreBody,
      response: rescoreResponse,
      status: 202,
      reads: ['datasets'],
      async handle({ body, execute, newId }) {
        if (!(await datasetOf(pool, body.datasetKey))) {
          throw new DomainError('not_found', 'DATASET_NOT_FOUND', 'Dataset not found or access denied');
        }
        const run_id = newId('run');
        await execute(rescoring, asked({ run_id, dataset_key: body.datasetKey, scope: EVERYONE }, 'request'));
        return { success: true, data: { run_id } };
      },
    }),
    route({
      method: 'POST',
      path: '/api/geo/scoring/runs/:id/cancel',
      may: ['SuperAdmin'],
      summary: 'Stops a run; the dataset keeps the scores that it has',
      params: byId,
      response: z.object({ success: z.literal(true), message: z.string() }),
      reads: ['scores'],
      async handle({ params, execute }) {
        const run = await runOf(pool, params.id);
        if (run.state !== 'cancelled' && runStateAfter(run.state, 'CANCEL') === undefined)
          throw runOver(run.state);
        await execute(rescoring, asked(run, 'cancel'));
        return { success: true, message: 'Rescoring cancelled' };
      },
    }),
    route({
      method: 'POST',
      path: '/api/geo/scoring/runs/:id/retry',
      may: ['SuperAdmin'],
      summary: 'Scores once more what a run that failed or was cancelled left as it was',
      params: byId,
      response: rescoreResponse,
      status: 202,
      reads: ['scores'],
      async handle({ params, execute, newId }) {
        const run = await runOf(pool, params.id);
        if (!isRunOver(run.state)) {
          throw new DomainError('conflict', 'RUN_NOT_OVER', `This run is still ${run.state}.`);
        }
        const run_id = newId('run');
        await execute(rescoring, asked({ ...run, run_id }, 'request'));
        return { success: true, data: { run_id } };
      },
    }),
    route({
      method: 'GET',
      path: '/api/geo/scoring/moves',
      may: ['SuperAdmin', 'Admin'],
      summary: 'The ranking of a dataset before and after its last rescoring',
      query: movesQuery,
      response: movesResponse,
      reads: ['scores', 'candidates'],
      handle: async ({ query }) => ({
        success: true,
        data: await movesOf(pool, query.datasetKey, query.scope),
      }),
    }),
    route({
      method: 'GET',
      path: '/api/geo/scoring/runs/:id',
      may: ['SuperAdmin', 'Admin'],
      params: byId,
      response: runResponse,
      reads: ['scores'],
      handle: async ({ params }) => ({ success: true, data: await runOf(pool, params.id) }),
    }),
    route({
      method: 'GET',
      path: '/api/geo/scoring/runs',
      may: ['SuperAdmin', 'Admin'],
      summary: 'Runs of a dataset, or of all',
      query: runsQuery,
      response: runsResponse,
      reads: ['scores'],
      handle: async ({ query }) => ({ success: true, data: await listRuns(pool, query) }),
    }),
  ];
}
