import type pg from 'pg';

/** Places of a ranking that are told of, before and after. */
const TOP = 20;

/**
 * Keeps beside a run what its scores moved against those that they took the place of: how many candidates changed, rose and
 * fell, and where the best of before and of now stand. Nobody waits for it.
 */
export async function keepMoves(pool: pg.Pool, runId: string, before: number, after: number): Promise<void> {
  await pool.query(
    `WITH moved AS (
       SELECT candidate_id, o.score_tenths AS before, n.score_tenths AS after, o.place AS place_before, n.place
       FROM (${ranked(before)}) AS o JOIN (${ranked(after)}) AS n USING (candidate_id)
     )
     UPDATE scoring.run SET moves = jsonb_build_object(
       'changed', (SELECT count(*) FROM moved WHERE before IS DISTINCT FROM after),
       'rose', (SELECT count(*) FROM moved WHERE place < place_before),
       'fell', (SELECT count(*) FROM moved WHERE place > place_before),
       'top', (SELECT coalesce(jsonb_agg(to_jsonb(moved) ORDER BY place), '[]') FROM moved
               WHERE place <= ${TOP} OR place_before <= ${TOP})
     ) WHERE run_id = $1`,
    [runId],
  );
}

/** The candidates of a set in the order of a list by score. */
const ranked = (setId: number) => `
  SELECT candidate_id, score_tenths,
    row_number() OVER (ORDER BY score_tenths DESC NULLS LAST, candidate_id)::int AS place
  FROM scoring.score WHERE set_id = ${Number(setId)}`;
