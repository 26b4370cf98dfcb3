import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { CLIENTS } from '../../clients/clients/queries.ts';
import { notFound } from '../../platform/errors.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import { scopeName } from '../classification/scope.ts';
import { type RescoringRun, rescoringRun } from './contract.ts';

const COLUMNS = sql.fragment`
  run_id, dataset_key, scope, state, scored, total, started_at, finished_at, error, shares
`;
const MAX_LISTED = 50;

const storedRun = rescoringRun.omit({ scope_name: true }).extend({ client_name: z.string().nullable() });

/** Adds the names of dataset and scope to runs, newest first. */
async function withNames(db: CommonQueryMethods, runs: FragmentSqlToken): Promise<RescoringRun[]> {
  const rows = await db.any(sql.type(storedRun)`
    SELECT run.*, coalesce(dataset.dataset_name, run.dataset_key) AS dataset_name, client.name AS client_name
    FROM (${runs}) AS run
    LEFT JOIN read.dataset
      ON dataset.generation = ${liveGeneration('datasets')} AND dataset.dataset_key = run.dataset_key
    LEFT JOIN ${CLIENTS} AS client ON client.client_id = run.scope
    ORDER BY run.started_at DESC
  `);
  return rows.map(({ client_name, ...run }) => ({ ...run, scope_name: scopeName(run.scope, client_name) }));
}

/** Returns a run. Throws `RUN_NOT_FOUND`. */
export async function runOf(db: CommonQueryMethods, id: string): Promise<RescoringRun> {
  const [run] = await withNames(db, sql.fragment`SELECT ${COLUMNS} FROM scoring.run WHERE run_id = ${id}`);
  if (!run) throw notFound('RUN_NOT_FOUND');
  return run;
}

/** Returns the last runs, newest first, or with `latest` the newest run of each dataset and scope. */
export function listRuns(
  db: CommonQueryMethods,
  { datasetKey, latest }: { datasetKey?: string | undefined; latest: boolean },
): Promise<RescoringRun[]> {
  const filter = datasetKey === undefined ? sql.fragment`true` : sql.fragment`dataset_key = ${datasetKey}`;
  return withNames(
    db,
    latest
      ? sql.fragment`
          SELECT DISTINCT ON (dataset_key, scope) ${COLUMNS} FROM scoring.run WHERE ${filter}
          ORDER BY dataset_key, scope, position DESC, started_at DESC
        `
      : sql.fragment`
          SELECT ${COLUMNS} FROM scoring.run WHERE ${filter} ORDER BY started_at DESC LIMIT ${MAX_LISTED}
        `,
  );
}
