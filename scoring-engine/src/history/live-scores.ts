import { withConnection } from '@landline/runtime/postgres/connection';
import {
  type CorrectedScore,
  type PackedPiece,
  readCorrectedScores,
  readPieces,
} from '../service/packed-set.ts';

const STATEMENT_TIMEOUT_MS = 120_000;

/** Scores that readers of a dataset see in a scope. */
export interface LiveScores {
  /** Defined by `scoreChecksum`. */
  readonly checksum: string | null;
  readonly pieces: readonly PackedPiece[];
  readonly corrected: readonly Pick<CorrectedScore, 'candidate_id' | 'score_tenths'>[];
  /** Log position up to which corrections are included. */
  readonly position: bigint;
  /** Model of the run, and log position it was scored at. */
  readonly modelHash: string;
  readonly asOf: bigint;
  /** Null if no known run swapped this set in. */
  readonly runId: string | null;
  readonly runState: string | null;
}

/** Reads the live scores in one snapshot, on a separate connection; undefined if there are none. */
export const readLiveScores = (
  databaseUrl: string,
  datasetKey: string,
  scope: string,
): Promise<LiveScores | undefined> =>
  withConnection(databaseUrl, 'scoring verify', async (database) => {
    await database.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // Ends the checksum query over millions of scores even if the caller has given up.
    await database.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    const { rows } = await database.query<
      Pick<LiveScores, 'modelHash' | 'runId' | 'runState'> & { setId: number; asOf: string; position: string }
    >(
      `SELECT live.set_id AS "setId", live.model_hash AS "modelHash", live.position AS "asOf", checkpoint.position,
         run.run_id AS "runId", run.run_state AS "runState"
       FROM scoring.live_set AS live
       CROSS JOIN scoring.checkpoint
       LEFT JOIN LATERAL (
         SELECT run_id, state AS run_state FROM scoring.run
         WHERE dataset_key = live.dataset_key AND scope = live.scope
           AND rescored->>'model_hash' = live.model_hash AND rescored->>'as_of' = live.position::text
         ORDER BY position DESC LIMIT 1
       ) AS run ON true
       WHERE live.dataset_key = $1 AND live.scope = $2`,
      [datasetKey, scope],
    );
    const [live] = rows;
    if (live === undefined) return undefined;
    const { rows: sums } = await database.query<{ checksum: string }>(
      `SELECT encode(sha256(coalesce(string_agg(
         uuid_send(candidate_id) || int2send(coalesce(score_tenths, -1::smallint)), ''::bytea ORDER BY candidate_id
       ), ''::bytea)), 'hex') AS checksum
       FROM scoring.score WHERE set_id = $1`,
      [live.setId],
    );
    return {
      checksum: sums[0]?.checksum ?? null,
      pieces: await readPieces(database, live.setId),
      corrected: await readCorrectedScores(database, [live.setId]),
      position: BigInt(live.position),
      asOf: BigInt(live.asOf),
      modelHash: live.modelHash,
      runId: live.runId,
      runState: live.runState,
    };
  });
