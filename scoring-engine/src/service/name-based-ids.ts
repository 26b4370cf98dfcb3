import { nameBasedUuid } from '@landline/runtime/crypto/name-based-uuid';

const nameUuid = (...parts: string[]): string => nameBasedUuid(JSON.stringify(parts));

/** Returns the id of the run requested by the event at a log position. A resumed run keeps its id. */
export const runIdOf = (logId: string, datasetKey: string, scope: string, position: bigint): string =>
  nameUuid('rescoring run', logId, datasetKey, scope, String(position));

/** Returns the id of the event that reports a run as completed, so that the log stores it once. */
export const rescoredEventId = (runId: string): string => nameUuid('CandidatesRescored', runId);

/** Returns the id of the event that publishes a scope's trained model after revision `after` of its stream. */
export const trainedModelEventId = (logId: string, scope: string, hash: string, after: bigint): string =>
  nameUuid('taught model', logId, scope, hash, String(after));

export const defaultModelEventId = (logId: string, modelHash: string): string =>
  nameUuid('default model', logId, modelHash);
