import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { notFound } from '../../platform/errors.ts';
import { type RescoringRun, rescoringRun } from './contract.ts';

const storedRun = rescoringRun.extend({ started_at: z.number(), finished_at: z.number().nullable() });
const COLUMNS = sql.fragment`
  run_id, dataset_key, scope, state, scored, total, started_at, finished_at, error
`;
const MAX_LISTED = 50;

const toRun = ({ started_at, finished_at, ...run }: z.infer<typeof storedRun>): RescoringRun => ({
  ...run,
  started_at: new Date(started_at).toISOString(),
  finished_at: finished_at === null ? null : new Date(finished_at).toISOString(),
});

/** Returns a run. Throws `RUN_NOT_FOUND`. */
export async function runOf(db: CommonQueryMethods, id: string): Promise<RescoringRun> {
  const run = await db.maybeOne(sql.type(storedRun)`SELECT ${COLUMNS} FROM scoring.run WHERE run_id = ${id}`);
  if (!run) throw notFound('RUN_NOT_FOUND');
  return toRun(run);
}

/** Returns the last runs, newest first, or with `latest` the newest run of each dataset and scope. */
export async function listRuns(
  db: CommonQueryMethods,
  { datasetKey, latest }: { datasetKey?: string | undefined; latest: boolean },
): Promise<RescoringRun[]> {
  const mine = datasetKey === undefined ? sql.fragment`true` : sql.fragment`dataset_key = ${datasetKey}`;
  const runs = latest
    ? await db.any(sql.type(storedRun)`
        SELECT * FROM (
          SELECT DISTINCT ON (dataset_key, scope) ${COLUMNS} FROM scoring.run WHERE ${mine}
          ORDER BY dataset_key, scope, position DESC, started_at DESC
        ) AS newest ORDER BY started_at DESC
      `)
    : await db.any(sql.type(storedRun)`
        SELECT ${COLUMNS} FROM scoring.run WHERE ${mine} ORDER BY started_at DESC LIMIT ${MAX_LISTED}
      `);
  return runs.map(toRun);
}
