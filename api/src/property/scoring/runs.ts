import { type CommonQueryMethods, sql } from 'slonik';
import { notFound } from '../../platform/errors.ts';
import { type RescoringRun, rescoringRun } from './contract.ts';

const COLUMNS = sql.fragment`
  run_id, dataset_key, scope, state, scored, total, started_at, finished_at, error, shares
`;
const MAX_LISTED = 50;

/** Returns a run. Throws `RUN_NOT_FOUND`. */
export async function runOf(db: CommonQueryMethods, id: string): Promise<RescoringRun> {
  const run = await db.maybeOne(
    sql.type(rescoringRun)`SELECT ${COLUMNS} FROM scoring.run WHERE run_id = ${id}`,
  );
  if (!run) throw notFound('RUN_NOT_FOUND');
  return run;
}

/** Returns the last runs, newest first, or with `latest` the newest run of each dataset and scope. */
export function listRuns(
  db: CommonQueryMethods,
  { datasetKey, latest }: { datasetKey?: string | undefined; latest: boolean },
): Promise<readonly RescoringRun[]> {
  const filter = datasetKey === undefined ? sql.fragment`true` : sql.fragment`dataset_key = ${datasetKey}`;
  return latest
    ? db.any(sql.type(rescoringRun)`
        SELECT * FROM (
          SELECT DISTINCT ON (dataset_key, scope) ${COLUMNS} FROM scoring.run WHERE ${filter}
          ORDER BY dataset_key, scope, position DESC, started_at DESC
        ) AS newest ORDER BY started_at DESC
      `)
    : db.any(sql.type(rescoringRun)`
        SELECT ${COLUMNS} FROM scoring.run WHERE ${filter} ORDER BY started_at DESC LIMIT ${MAX_LISTED}
      `);
}
