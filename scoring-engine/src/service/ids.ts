import { nameBasedUuid } from '@landline/runtime/crypto/name-based-uuid';

const nameUuid = (...parts: string[]): string => nameBasedUuid(JSON.stringify(parts));

/** Id of the run that the event at a log position asks for; the same after an interruption. */
export const runIdOf = (logId: string, datasetKey: string, scope: string, position: bigint): string =>
  nameUuid('rescoring run', logId, datasetKey, scope, String(position));

/** Id of the one event that reports a run as completed. */
export const rescoredEventId = (runId: string): string => nameUuid('CandidatesRescored', runId);

/** Id of a scope's trained model, published after the model at a revision of its stream. */
export const trainedModelEventId = (logId: string, scope: string, hash: string, after: bigint): string =>
  nameUuid('taught model', logId, scope, hash, String(after));

export const defaultModelEventId = (logId: string, modelHash: string): string =>
  nameUuid('default model', logId, modelHash);
