import { type DomainEvent, EVERYONE, streams } from '@landline/event-schemas';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Decider } from '../commands/decider.ts';
import { datasetOf } from '../datasets/queries.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { type Route, route } from '../http/route.ts';
import { rescoreBody, rescoreResponse, rescoringRun, runResponse, runsResponse } from './contract.ts';

type Requested = DomainEvent<'RescoringRequested'>;

/** A request changes no state of its own: the engine folds what is asked for while it works. */
const rescoring: Decider<null, Requested['data'], Requested> = {
  initialState: null,
  evolve: () => null,
  decide: (data) => [{ type: 'RescoringRequested', data }],
};

const storedRun = rescoringRun.extend({ started_at: z.number(), finished_at: z.number().nullable() });

const RUN = sql.fragment`
  SELECT run_id, dataset_key, scope, state, scored, total, started_at, finished_at, error FROM scoring.run
`;

const shown = ({ started_at, finished_at, ...run }: z.infer<typeof storedRun>) => ({
  ...run,
  started_at: new Date(started_at).toISOString(),
  finished_at: finished_at === null ? null : new Date(finished_at).toISOString(),
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
        await assertDataset(pool, body.datasetKey);
        const data = { run_id: newId('run'), dataset_key: body.datasetKey, scope: EVERYONE };
        await execute(rescoring, { stream: streams.rescoring(data.dataset_key, data.scope), command: data });
        return { success: true, data: { run_id: data.run_id } };
      },
    }),
    route({
      method: 'GET',
      path: '/api/geo/scoring/runs/:id',
      may: ['SuperAdmin', 'Admin'],
      params: z.object({ id: z.uuid() }),
      response: runResponse,
      reads: ['scores'],
      async handle({ params }) {
        const run = await pool.maybeOne(sql.type(storedRun)`${RUN} WHERE run_id = ${params.id}`);
        if (!run)
          throw new DomainError('not_found', 'RUN_NOT_FOUND', 'The requested resource was not found.');
        return { success: true, data: shown(run) };
      },
    }),
    route({
      method: 'GET',
      path: '/api/geo/scoring/runs',
      may: ['SuperAdmin', 'Admin'],
      query: z.object({ datasetKey: z.string().min(1) }),
      response: runsResponse,
      reads: ['scores'],
      async handle({ query }) {
        const runs = await pool.any(sql.type(storedRun)`
          ${RUN} WHERE dataset_key = ${query.datasetKey} ORDER BY started_at DESC LIMIT 50
        `);
        return { success: true, data: runs.map(shown) };
      },
    }),
  ];
}

async function assertDataset(pool: DatabasePool, key: string): Promise<void> {
  if (!(await datasetOf(pool, key))) {
    throw new DomainError('not_found', 'DATASET_NOT_FOUND', 'Dataset not found or access denied');
  }
}
