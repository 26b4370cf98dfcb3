import type { EventStoreDBClient } from '@eventstore/db-client';
import { EVERYONE, type EventData, streams } from '@landline/event-schemas';
import { decodeEvent, type StoredEvent } from '@landline/event-schemas/codec';
import { scoreChecksum } from '../checksum.ts';
import { NOT_AVAILABLE } from '../kernel/scores.ts';
import { digestOf, type ScoredRows } from '../packed-scores.ts';
import { logIdIn } from '../service/event-log.ts';
import { idOrder } from '../service/id-order.ts';
import { tenthsIn } from '../service/packed-set.ts';
import type { PublishedModel } from '../service/published-models.ts';
import { SCORING_EVENTS, ScoringState } from '../service/state.ts';
import { type EventLogReader, eventLogReaderOf } from './event-log-reader.ts';
import { type LiveScores, readLiveScores } from './live-scores.ts';
import { recomputeScores } from './past-dataset.ts';

/**
 * Origin of the live scores. `reported`: the run last reported to the log. `unreported`: a newer run, swapped in but
 * not yet reported to the log. `other`: neither of these. `none`: there are no scores.
 */
type ScoresOrigin = 'reported' | 'unreported' | 'other' | 'none';

/** Comparison of stored scores with scores recomputed from the log. */
export interface Verification {
  readonly dataset_key: string;
  readonly scope: string;
  /** The verified run: the last one reported. */
  readonly run_id: string;
  readonly model_hash: string;
  readonly as_of: string;
  readonly count: number;
  /** Checksum reported by the run, and checksum derived from the log up to `as_of`. */
  readonly reported: string;
  readonly derived: string;
  /** Only `reported` scores can be compared. */
  readonly readers: ScoresOrigin;
  /**
   * `found`: checksum of the live scores, null without live scores. `expected`: checksum of the run's scores, corrected
   * for later classifications; null if the scores cannot be compared.
   */
  readonly found: string | null;
  readonly expected: string | null;
  /**
   * Checksum of the packed set with later corrections, which in-memory lists show until candidates are added. Null if
   * the set is not packed or cannot be compared.
   */
  readonly packed: string | null;
  /** True if the reported checksum follows from the log and the live scores come from the verified run. */
  readonly agrees: boolean;
}

export interface VerifyOptions {
  readonly datasetKey: string;
  readonly scope?: string;
}

/** Sources that a verification compares. */
interface Sources {
  readonly log: EventLogReader;
  readonly liveScores: (datasetKey: string, scope: string) => Promise<LiveScores | undefined>;
}

type RescoredData = EventData<'CandidatesRescored'>;

/** Thrown when a dataset has no scores in a scope. */
export class NotScoredError extends Error {
  readonly code = 'NOT_SCORED';
  constructor(datasetKey: string, scope: string) {
    super(`${datasetKey} has no scores of its own in scope ${scope}`);
  }
}

/** Verifies the scores in a database against the log in an event store; see `verifyScores`. */
export const verify = ({
  client,
  databaseUrl,
  ...options
}: VerifyOptions & {
  readonly client: EventStoreDBClient;
  readonly databaseUrl: string;
}): Promise<Verification> =>
  verifyScores({
    ...options,
    log: eventLogReaderOf(client),
    liveScores: (datasetKey, scope) => readLiveScores(databaseUrl, datasetKey, scope),
  });

/**
 * Recomputes every score of a dataset from the whole log and compares it with the stored one. Throws NotScoredError.
 */
export async function verifyScores(options: VerifyOptions & Sources): Promise<Verification> {
  const { log, datasetKey, scope = EVERYONE } = options;
  const { rescored, live } = await lastRun(options, datasetKey, scope);
  const logId = await logIdIn(log.readStream(streams.log(), 'first'));
  if (rescored === undefined || logId === undefined) throw new NotScoredError(datasetKey, scope);

  const state = new ScoringState(logId);
  const asOf = BigInt(rescored.as_of);
  const fold = (after: bigint, upTo: bigint, onClassified: (candidateIds: string[]) => void) =>
    log.read({
      after,
      types: SCORING_EVENTS,
      onEvent: (stored, position) => {
        if (position > upTo) return false;
        const event = isRelevant(stored, datasetKey) ? decodeEvent(stored, position) : undefined;
        if (event) onClassified(state.apply(event).classified.map(({ candidateId }) => candidateId));
        return position < upTo;
      },
    });
  const recomputedBy = async (modelHash: string) => {
    const dataset = state.datasets.get(datasetKey);
    const model = state.models.byHash(modelHash);
    if (dataset === undefined || model === undefined) throw new NotScoredError(datasetKey, scope);
    const ids = dataset.columns.ids.slice();
    const scoreTenths = await recomputeScores(state, dataset, scope, model.model);
    return {
      model,
      ids,
      order: idOrder(ids),
      scoreTenths,
      indexOf: (id: string) => dataset.columns.indexOf(id),
    };
  };
  await fold(-1n, asOf, () => undefined);
  let scored = await recomputedBy(rescored.model_hash);
  const { run_id, model_hash, as_of, count, checksum: reported } = rescored;
  const derived = checksumOf(scored);
  const isComplete = count === scored.order.length;
  const readers = originOf(live, rescored);
  if (live && readers === 'reported') {
    if (live.asOf > asOf) {
      await fold(asOf, live.asOf, () => undefined);
      scored = await recomputedBy(live.modelHash);
    }
    const { model, scoreTenths } = scored;
    await fold(live.asOf, live.position, (classified) =>
      correct(state, datasetKey, scope, model, classified, scoreTenths),
    );
  }
  const isCompared = readers === 'reported';
  const expected = isCompared ? checksumOf(scored) : null;
  const packed = isCompared && live ? packedChecksum(live, scored) : null;
  return {
    dataset_key: datasetKey,
    scope,
    run_id,
    model_hash,
    as_of,
    count,
    reported,
    derived,
    readers,
    found: live?.checksum ?? null,
    expected,
    packed,
    agrees:
      isCompared &&
      reported === derived &&
      isComplete &&
      live?.checksum === expected &&
      (packed === null || packed === expected),
  };
}

type Candidates = Pick<ScoredRows, 'ids' | 'order'>;

const checksumOf = ({ ids, scoreTenths, order }: Candidates & { scoreTenths: Int16Array }) =>
  scoreChecksum(ids, scoreTenths, order);

/** Returns the checksum of the packed scores; null when lists read the table instead. */
function packedChecksum(
  { pieces, corrected }: LiveScores,
  { ids, order, indexOf }: Candidates & { indexOf: (candidateId: string) => number },
): string | null {
  const scoreTenths = tenthsIn(pieces, { order, idsDigest: digestOf(ids, order) });
  if (scoreTenths === undefined) return null;
  for (const { candidate_id, score_tenths } of corrected)
    scoreTenths[indexOf(candidate_id)] = score_tenths ?? NOT_AVAILABLE;
  return checksumOf({ ids, order, scoreTenths });
}

function originOf(live: LiveScores | undefined, { run_id, model_hash, as_of }: RescoredData): ScoresOrigin {
  if (live === undefined) return 'none';
  const asOf = BigInt(as_of);
  if (live.modelHash === model_hash && live.asOf === asOf) return 'reported';
  // After the log was restored, the run is repeated as of the new end and not reported twice.
  if (live.runId === run_id && live.asOf > asOf) return 'reported';
  return live.runState === 'swapping' ? 'unreported' : 'other';
}

/** Returns whether an event matters; candidates and classifications of other datasets would only use memory. */
function isRelevant({ type, data }: StoredEvent, datasetKey: string): boolean {
  return type === 'ScoringModelPublished' || (data as { dataset_key?: string }).dataset_key === datasetKey;
}

/** Applies classifications made after the run, like the engine. */
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

/** Returns the last reported run and the live scores. Reads them again if another run is reported in between. */
async function lastRun({ log, liveScores }: Sources, datasetKey: string, scope: string) {
  let rescored = await lastRescored(log, datasetKey, scope);
  for (;;) {
    const live = await liveScores(datasetKey, scope);
    const latest = await lastRescored(log, datasetKey, scope);
    if (latest?.run_id === rescored?.run_id) return { rescored, live };
    rescored = latest;
  }
}

async function lastRescored(
  log: EventLogReader,
  datasetKey: string,
  scope: string,
): Promise<RescoredData | undefined> {
  for await (const event of log.readStream(streams.rescoring(datasetKey, scope), 'newest-first')) {
    const decoded = decodeEvent(event, 0n);
    if (decoded?.type === 'CandidatesRescored') return decoded.data;
  }
  return undefined;
}
