import type { AllStreamRecordedEvent, EventStoreDBClient } from '@eventstore/db-client';
import { EVERYONE, type EventData, streams } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import pg from 'pg';
import { scoreChecksum } from '../checksum.ts';
import { idOrder } from '../service/id-order.ts';
import { readLogId, readStream } from '../service/log.ts';
import type { PublishedModel } from '../service/published-models.ts';
import { readLog } from '../service/read-log.ts';
import { SCORING_EVENTS, ScoringState } from '../service/state.ts';
import { derive } from './past-dataset.ts';

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
  /**
   * Checksum of what readers find now, and of what they have to find: the run's scores, and since then those of the
   * candidates that were judged. Null when the readers' set is of another run than the last that the log tells of.
   */
  readonly found: string | null;
  readonly expected: string | null;
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
  const rescored = await lastRescored(client, datasetKey, scope);
  const logId = await readLogId(client);
  if (rescored === undefined || logId === undefined) throw new NotScoredError(datasetKey, scope);
  const readers = await readersScores(databaseUrl, datasetKey, scope);
  const isSameRun = readers?.modelHash === rescored.model_hash && readers.asOf === BigInt(rescored.as_of);

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
  await fold(-1n, asOf, () => undefined);
  const dataset = state.datasets.get(datasetKey);
  const model = state.models.byHash(rescored.model_hash);
  if (dataset === undefined || model === undefined) throw new NotScoredError(datasetKey, scope);
  const scoreTenths = await derive(state, dataset, scope, model.model);
  const ids = dataset.columns.ids.slice();
  const order = idOrder(ids);
  const derived = scoreChecksum(ids, scoreTenths, order);
  if (isSameRun)
    await fold(asOf, readers.position, (judged) =>
      correct(state, datasetKey, scope, model, judged, scoreTenths),
    );
  const expected = isSameRun ? scoreChecksum(ids, scoreTenths, order) : null;
  const found = isSameRun ? readers.checksum : null;
  const { run_id, model_hash, as_of, count, checksum: told } = rescored;
  const agrees = told === derived && found === expected && count === order.length;
  return {
    dataset_key: datasetKey,
    scope,
    run_id,
    model_hash,
    as_of,
    count,
    told,
    derived,
    found,
    expected,
    agrees,
  };
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

/** The checksum of what readers find, as `scoreChecksum` defines it, and the place in the log that it belongs to. */
async function readersScores(databaseUrl: string, datasetKey: string, scope: string) {
  const database = new pg.Client({ connectionString: databaseUrl, application_name: 'scoring verify' });
  await database.connect();
  try {
    await database.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await database.query<{
      set_id: number;
      model_hash: string;
      as_of: string;
      position: string;
    }>(
      `SELECT set_id, model_hash, live_set.position AS as_of, checkpoint.position
       FROM scoring.live_set, scoring.checkpoint WHERE dataset_key = $1 AND scope = $2`,
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
      modelHash: live.model_hash,
      asOf: BigInt(live.as_of),
      position: BigInt(live.position),
    };
  } finally {
    await database.end();
  }
}
