import { EVERYONE, streams } from '@landline/event-schemas';
import { isRunFinished, runStateAfter } from '@landline/event-schemas/lifecycles/rescoring-run';
import { readLiveScores } from '@landline/scoring-engine/history/live-scores';
import { z } from 'zod';
import { DomainError } from '../../platform/errors.ts';
import { successResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { datasetOf } from '../datasets/queries.ts';
import type { PropertyPorts } from '../ports.ts';
import { byId, datasetNotFound } from '../request-guards.ts';
import {
  liveScoresQuery,
  liveScoresResponse,
  rankingChangesQuery,
  rankingChangesResponse,
  rescoreBody,
  rescoreResponse,
  runResponse,
  runsQuery,
  runsResponse,
} from './contract.ts';
import { encodeLiveScores } from './live-scores-codec.ts';
import { rankingChangesOf } from './ranking-changes.ts';
import { type RescoringCommand, rescoring, runNotCancelable } from './rescoring.ts';
import { listRuns, runOf } from './runs.ts';

/** Time limit of the live-scores route, in milliseconds; the database computes a checksum of millions of scores. */
const LIVE_SCORES_MS = 120_000;

const rescoringCommand = (
  { run_id, dataset_key, scope }: Omit<RescoringCommand, 'type'>,
  type: RescoringCommand['type'],
) => ({
  stream: streams.rescoring(dataset_key, scope),
  command: { type, run_id, dataset_key, scope },
});

/** Routes for rescoring runs, rank changes and live scores. */
export function scoringRoutes({ config, pool }: PropertyPorts): Route[] {
  return [
    route.post('/api/geo/scoring/rescore', {
      may: ['SuperAdmin'],
      summary: 'Rescore all candidates of a dataset',
      body: rescoreBody,
      response: rescoreResponse,
      status: 202,
      reads: ['datasets'],
      async handle({ body, execute, newId }) {
        if (!(await datasetOf(pool, body.datasetKey))) {
          throw datasetNotFound();
        }
        const run_id = newId('run');
        await execute(
          rescoring,
          rescoringCommand({ run_id, dataset_key: body.datasetKey, scope: EVERYONE }, 'request'),
        );
        return { success: true, data: { run_id } };
      },
    }),
    route.post('/api/geo/scoring/runs/:id/cancel', {
      may: ['SuperAdmin'],
      summary: 'Cancel a run; the dataset keeps its scores',
      params: byId,
      response: successResponse.extend({ message: z.string() }),
      reads: ['scores'],
      async handle({ params, execute }) {
        const run = await runOf(pool, params.id);
        if (run.state !== 'cancelled' && runStateAfter(run.state, 'CANCEL') === undefined)
          throw runNotCancelable(run.state);
        await execute(rescoring, rescoringCommand(run, 'cancel'));
        return { success: true, message: 'Rescoring canceled' };
      },
    }),
    route.post('/api/geo/scoring/runs/:id/retry', {
      may: ['SuperAdmin'],
      summary: 'Start a new run for the dataset and scope of a finished run',
      params: byId,
      response: rescoreResponse,
      status: 202,
      reads: ['scores'],
      async handle({ params, execute, newId }) {
        const run = await runOf(pool, params.id);
        if (!isRunFinished(run.state)) {
          throw new DomainError(
            'conflict',
            'RUN_NOT_FINISHED',
            'This run has not finished yet. Wait for it to finish or cancel it.',
            { data: { state: run.state } },
          );
        }
        const run_id = newId('run');
        await execute(rescoring, rescoringCommand({ ...run, run_id }, 'request'));
        return { success: true, data: { run_id } };
      },
    }),
    route.get('/api/geo/scoring/moves', {
      may: ['SuperAdmin', 'Admin'],
      summary: 'Rank changes of a dataset in its last run',
      query: rankingChangesQuery,
      response: rankingChangesResponse,
      reads: ['scores', 'candidates'],
      handle: async ({ query }) => ({
        success: true,
        data: await rankingChangesOf(pool, query.datasetKey, query.scope),
      }),
    }),
    route.get('/api/geo/scoring/live', {
      timeLimitMs: LIVE_SCORES_MS,
      may: ['SuperAdmin'],
      summary: 'Live scores of a dataset, for `landline scoring verify`',
      query: liveScoresQuery,
      response: liveScoresResponse,
      async handle({ query: { datasetKey, scope } }) {
        const found = await readLiveScores(config.DATABASE_URL, datasetKey, scope);
        return { success: true, data: found ? encodeLiveScores(found) : null };
      },
    }),
    route.get('/api/geo/scoring/runs/:id', {
      may: ['SuperAdmin', 'Admin'],
      summary: 'Progress of a run',
      params: byId,
      response: runResponse,
      reads: ['clients', 'datasets', 'scores'],
      handle: async ({ params }) => ({ success: true, data: await runOf(pool, params.id) }),
    }),
    route.get('/api/geo/scoring/runs', {
      may: ['SuperAdmin', 'Admin'],
      summary: 'Runs of a dataset or of all datasets',
      query: runsQuery,
      response: runsResponse,
      reads: ['clients', 'datasets', 'scores'],
      handle: async ({ query }) => ({ success: true, data: await listRuns(pool, query) }),
    }),
  ];
}
