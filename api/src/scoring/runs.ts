import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { DomainError } from '../errors.ts';
import { type RescoringRun, rescoringRun } from './contract.ts';

const storedRun = rescoringRun.extend({ started_at: z.number(), finished_at: z.number().nullable() });
const COLUMNS = sql.fragment`
  run_id, dataset_key, scope, state, scored, total, started_at, finished_at, error
`;
const LISTED = 50;

const shown = ({ started_at, finished_at, ...run }: z.infer<typeof storedRun>): RescoringRun => ({
  ...run,
  started_at: new Date(started_at).toISOString(),
  finished_at: finished_at === null ? null : new Date(finished_at).toISOString(),
});

/** A run by its id; a 404 when there was none. */
export async function runOf(db: CommonQueryMethods, id: string): Promise<RescoringRun> {
  const run = await db.maybeOne(sql.type(storedRun)`SELECT ${COLUMNS} FROM scoring.run WHERE run_id = ${id}`);
  if (!run) throw new DomainError('not_found', 'RUN_NOT_FOUND', 'The requested resource was not found.');
  return shown(run);
}

/** The last runs, newest first; with `latest` the newest of each dataset and scope, however old. */
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
        SELECT ${COLUMNS} FROM scoring.run WHERE ${mine} ORDER BY started_at DESC LIMIT ${LISTED}
      `);
  return runs.map(shown);
}
