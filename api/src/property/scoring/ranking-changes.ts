import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import type { RankingChanges } from './contract.ts';

const tenths = z.number().nullable();
const storedMoves = z.object({
  changed: z.number(),
  rose: z.number(),
  fell: z.number(),
  top: z.array(
    z.object({
      candidate_id: z.string(),
      before: tenths,
      after: tenths,
      place_before: z.number(),
      place: z.number(),
    }),
  ),
});
const storedRun = z.object({ run_id: z.string(), finished_at: z.string().nullable(), moves: storedMoves });
const candidateName = z.object({ id: z.string(), apn: z.string(), street_address: z.string().nullable() });

const LIVE = liveGeneration('candidates');
const points = (score: number | null) => (score === null ? null : score / 10);

/** Returns the rank changes of a dataset's last run in a scope; null until a run has replaced earlier scores. */
export async function rankingChangesOf(
  db: CommonQueryMethods,
  datasetKey: string,
  scope: string,
): Promise<RankingChanges | null> {
  const run = await db.maybeOne(sql.type(storedRun)`
    SELECT run_id, finished_at, moves FROM scoring.run
    WHERE dataset_key = ${datasetKey} AND scope = ${scope} AND moves IS NOT NULL
    ORDER BY position DESC LIMIT 1
  `);
  if (!run) return null;
  const { top, ...counts } = run.moves;
  const ids = sql.array(
    top.map(({ candidate_id }) => candidate_id),
    'uuid',
  );
  const rows = await db.any(sql.type(candidateName)`
    SELECT c.id, c.apn, c.street_address FROM read.candidate c WHERE c.generation = ${LIVE} AND c.id = ANY(${ids})
  `);
  const names = new Map(rows.map((row) => [row.id, row]));
  return {
    run_id: run.run_id,
    finished_at: run.finished_at,
    ...counts,
    top: top.flatMap(({ candidate_id, before, after, ...places }) => {
      const name = names.get(candidate_id);
      return name ? [{ ...name, ...places, before: points(before), after: points(after) }] : [];
    }),
  };
}
