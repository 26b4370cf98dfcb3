import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import { sumOf } from './figures.ts';
import { LIVE, type View } from './view.ts';

interface Results {
  readonly passed: number;
  readonly failed: number;
}

export interface GoldenResults {
  /** Sum of the results of each client's last run. */
  readonly last: Results;
  /** Sum of the results of each client's last run of the day, keyed by `YYYY-MM-DD`. */
  readonly byDay: ReadonlyMap<string, Results>;
}

const runRow = z.object({ client_id: z.string(), day: z.string(), passed: z.int(), failed: z.int() });

/** Returns the results of golden questions for the days of a view, after the last reset. */
export async function goldenResults(db: CommonQueryMethods, view: View): Promise<GoldenResults> {
  const { clientId, from, to } = view;
  const day = sql.fragment`(run.ended_at AT TIME ZONE client.time_zone)::date::text`;
  const runs = await db.any(sql.type(runRow)`
    SELECT DISTINCT ON (run.client_id, ${day}) run.client_id, ${day} AS day, run.passed,
      run.total - run.passed AS failed
    FROM read.golden_run run JOIN read.analytics_client client
      ON client.generation = ${LIVE} AND client.client_id = run.client_id
    WHERE run.generation = ${liveGeneration('golden-questions')} AND run.version_id IS NULL
      AND run.ended_at IS NOT NULL AND run.failure IS NULL
      AND (client.reset_at IS NULL OR run.ended_at > client.reset_at)
      AND ${day} >= ${from} ${clientId === undefined ? sql.fragment`` : sql.fragment`AND run.client_id = ${clientId} AND ${day} <= ${to}`}
    ORDER BY run.client_id, ${day}, run.ended_at DESC
  `);
  // Sorted by day, so each client's last run wins.
  const lastRuns = new Map(runs.map((run) => [run.client_id, run]));
  const byDay = Map.groupBy(runs, (run) => run.day);
  return {
    last: totalOf([...lastRuns.values()]),
    byDay: new Map([...byDay].map(([date, runsOfDay]) => [date, totalOf(runsOfDay)])),
  };
}

const totalOf = (runs: readonly Results[]): Results => ({
  passed: sumOf(runs, ({ passed }) => passed),
  failed: sumOf(runs, ({ failed }) => failed),
});
