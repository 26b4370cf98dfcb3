import type { AllStreamRecordedEvent, EventStoreDBClient } from '@eventstore/db-client';
import { EVERYONE, type EventData, streams } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import pg from 'pg';
import { scoreChecksum } from '../checksum.ts';
import { digestOf, type ScoredRows } from '../packed-scores.ts';
import { idOrder } from '../service/id-order.ts';
import { readLogId, readStream } from '../service/log.ts';
import {
  type Corrected,
  type PackedPiece,
  readCorrected,
  readPieces,
  tenthsIn,
} from '../service/packed-set.ts';
import type { PublishedModel } from '../service/published-models.ts';
import { readLog } from '../service/read-log.ts';
import { SCORING_EVENTS, ScoringState } from '../service/state.ts';
import { derive, NONE } from './past-dataset.ts';

/**
 * Whose scores readers find. `told`: those of the last run that the log tells of. `untold`: those of a newer one, swapped in
 * a moment ago, of which the log is about to be told. `other`: those of no such run. `none`: there are none.
 */
export type Readers = 'told' | 'untold' | 'other' | 'none';

/** The scores of a dataset, derived again from the log. */
export interface Verification {
  readonly dataset_key: string;
  readonly scope: string;
  /** The run that is verified: the last of which the log tells. */
  readonly run_id: string;
  readonly model_hash: string;
  readonly as_of: string;
  readonly count: number;
  /** Checksum that the run told the log, and that of the scores as they follow from the log up to `as_of`. */
  readonly told: string;
  readonly derived: string;
  /** Only what is `told` can be compared. */
  readonly readers: Readers;
  /**
   * Checksum of what readers find now, null where there is nothing, and of what they have to find: the run's scores, and
   * since then those of the candidates that were judged. Null where it cannot be compared.
   */
  readonly found: string | null;
  readonly expected: string | null;
  /**
   * Checksum of the set as its run packed it, corrected since: lists in memory show it while no candidates have come since.
   * Null where it is not packed, and lists show what is `found`, and where it cannot be compared.
   */
  readonly packed: string | null;
  /** The log tells what follows from it, and readers find the scores of that run. */
  readonly agrees: boolean;
}

export interface VerifyOptions {
  readonly client: EventStoreDBClient;
  readonly databaseUrl: string;
  readonly datasetKey: string;
  readonly scope?: string;
  readonly signal?: AbortSignal;
}

type Rescored = EventData<'CandidatesRescored'>;

/** There is nothing to verify: the dataset was not scored in this scope. */
export class NotScoredError extends Error {
  readonly code = 'NOT_SCORED';
  constructor(datasetKey: string, scope: string) {
    super(`${datasetKey} has no scores of its own in scope ${scope}`);
  }
}

/** Derives every score of a dataset again from the log, and compares. Reads the whole log. Throws NotScoredError. */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const {
    client,
    databaseUrl,
    datasetKey,
    scope = EVERYONE,
    signal = new AbortController().signal,
  } = options;
  const { rescored, found } = await lastRun(client, databaseUrl, datasetKey, scope);
  const logId = await readLogId(client);
  if (rescored === undefined || logId === undefined) throw new NotScoredError(datasetKey, scope);

  const state = new ScoringState(logId);
  const asOf = BigInt(rescored.as_of);
  const fold = (after: bigint, upTo: bigint, onTaken: (candidateIds: string[]) => void) =>
    readLog(client, {
      after,
      types: SCORING_EVENTS,
      signal,
      take: (stored, position) => {
        if (position > upTo) return false;
        const event = concerns(stored, datasetKey) ? decodeEvent(stored, position) : undefined;
        if (event) onTaken(state.take(event).judged.map(({ candidateId }) => candidateId));
        return position < upTo;
      },
    });
  const scoredBy = async (modelHash: string) => {
    const dataset = state.datasets.get(datasetKey);
    const model = state.models.byHash(modelHash);
    if (dataset === undefined || model === undefined) throw new NotScoredError(datasetKey, scope);
    const ids = dataset.columns.ids.slice();
    const scoreTenths = await derive(state, dataset, scope, model.model);
    return {
      model,
      ids,
      order: idOrder(ids),
      scoreTenths,
      indexOf: (id: string) => dataset.columns.indexOf(id),
    };
  };
  await fold(-1n, asOf, () => undefined);
  let scored = await scoredBy(rescored.model_hash);
  const { run_id, model_hash, as_of, count, checksum: told } = rescored;
  const derived = checksumOf(scored);
  const isComplete = count === scored.order.length;
  const readers = readersOf(found, rescored);
  if (found && readers === 'told') {
    if (found.asOf > asOf) {
      await fold(asOf, found.asOf, () => undefined);
      scored = await scoredBy(found.modelHash);
    }
    const { model, scoreTenths } = scored;
    await fold(found.asOf, found.position, (judged) =>
      correct(state, datasetKey, scope, model, judged, scoreTenths),
    );
  }
  const isCompared = readers === 'told';
  const expected = isCompared ? checksumOf(scored) : null;
  const packed = isCompared && found ? packedChecksum(found, scored) : null;
  return {
    dataset_key: datasetKey,
    scope,
    run_id,
    model_hash,
    as_of,
    count,
    told,
    derived,
    readers,
    found: found?.checksum ?? null,
    expected,
    packed,
    agrees:
      isCompared &&
      told === derived &&
      isComplete &&
      found?.checksum === expected &&
      (packed === null || packed === expected),
  };
}

type Candidates = Pick<ScoredRows, 'ids' | 'order'>;

const checksumOf = ({ ids, scoreTenths, order }: Candidates & { scoreTenths: Int16Array }) =>
  scoreChecksum(ids, scoreTenths, order);

/** Of the scores that lists in memory show; null where these are read from the table. */
function packedChecksum(
  { pieces, corrected }: Found,
  { ids, order, indexOf }: Candidates & { indexOf: (candidateId: string) => number },
): string | null {
  const scoreTenths = tenthsIn(pieces, { order, idsDigest: digestOf(ids, order) });
  if (scoreTenths === undefined) return null;
  for (const { candidate_id, score_tenths } of corrected)
    scoreTenths[indexOf(candidate_id)] = score_tenths ?? NONE;
  return checksumOf({ ids, order, scoreTenths });
}

function readersOf(found: Found | undefined, { run_id, model_hash, as_of }: Rescored): Readers {
  if (found === undefined) return 'none';
  const asOf = BigInt(as_of);
  if (found.modelHash === model_hash && found.asOf === asOf) return 'told';
  // Where the log was restored, the run is done again as of then, and is not told twice.
  if (found.runId === run_id && found.asOf > asOf) return 'told';
  return found.runState === 'swapping' ? 'untold' : 'other';
}

/** Other datasets' candidates and judgements would only take up room. */
function concerns({ type, data }: AllStreamRecordedEvent, datasetKey: string): boolean {
  return type === 'ScoringModelPublished' || (data as { dataset_key?: string }).dataset_key === datasetKey;
}

/** What the engine does when candidates are judged after the run. */
function correct(
  state: ScoringState,
  datasetKey: string,
  scope: string,
  model: PublishedModel,
  candidateIds: readonly string[],
  scoreTenths: Int16Array,
): void {
  const dataset = state.datasets.get(datasetKey);
  if (dataset === undefined) return;
  for (const candidateId of candidateIds) {
    const index = dataset.columns.indexOf(candidateId);
    const score = state.scoreOf(dataset, scope, model, candidateId);
    if (score && index < scoreTenths.length) scoreTenths[index] = score.scoreTenths;
  }
}

/** The last run that the log tells of, and what readers find. Read again where the log is told of one meanwhile. */
async function lastRun(client: EventStoreDBClient, databaseUrl: string, datasetKey: string, scope: string) {
  let rescored = await lastRescored(client, datasetKey, scope);
  for (;;) {
    const found = await readersScores(databaseUrl, datasetKey, scope);
    const since = await lastRescored(client, datasetKey, scope);
    if (since?.run_id === rescored?.run_id) return { rescored, found };
    rescored = since;
  }
}

async function lastRescored(
  client: EventStoreDBClient,
  datasetKey: string,
  scope: string,
): Promise<Rescored | undefined> {
  for await (const event of readStream(client, streams.rescoring(datasetKey, scope), 'all, last first')) {
    const decoded = decodeEvent(event, 0n);
    if (decoded?.type === 'CandidatesRescored') return decoded.data;
  }
  return undefined;
}

/** What readers find. */
interface Found {
  /** As `scoreChecksum` defines it. */
  readonly checksum: string | null;
  readonly pieces: readonly PackedPiece[];
  readonly corrected: readonly Corrected[];
  /** The place in the log that it belongs to. */
  readonly position: bigint;
  /** What the run scored, and as of when. */
  readonly modelHash: string;
  readonly asOf: bigint;
  /** Null when no run is known that swapped this in. */
  readonly runId: string | null;
  readonly runState: string | null;
}

async function readersScores(
  databaseUrl: string,
  datasetKey: string,
  scope: string,
): Promise<Found | undefined> {
  const database = new pg.Client({ connectionString: databaseUrl, application_name: 'scoring verify' });
  await database.connect();
  try {
    await database.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await database.query<{
      set_id: number;
      model_hash: string;
      as_of: string;
      position: string;
      run_id: string | null;
      run_state: string | null;
    }>(
      `SELECT live.set_id, live.model_hash, live.position AS as_of, checkpoint.position, run.run_id, run.run_state
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
      [live.set_id],
    );
    return {
      checksum: sums[0]?.checksum ?? null,
      pieces: await readPieces(database, live.set_id),
      corrected: await readCorrected(database, [live.set_id]),
      position: BigInt(live.position),
      modelHash: live.model_hash,
      asOf: BigInt(live.as_of),
      runId: live.run_id,
      runState: live.run_state,
    };
  } finally {
    await database.end();
  }
}
