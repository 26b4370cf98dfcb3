import { hash } from 'node:crypto';

/** A name-based UUID (RFC 9562 version 8) over the parts: the same parts give the same id, always. */
function nameUuid(...parts: string[]): string {
  const hex = hash('sha1', JSON.stringify(parts));
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The run that the event at a position of the log asks for: found again, not made again, after an interruption. */
export const runIdOf = (logId: string, datasetKey: string, scope: string, position: bigint): string =>
  nameUuid('rescoring run', logId, datasetKey, scope, String(position));

/** The one event with which a run tells the log that it is completed. */
export const rescoredEventId = (runId: string): string => nameUuid('CandidatesRescored', runId);

/** What a scope has learned, published after the model that stands at a revision of its stream. */
export const taughtModelEventId = (logId: string, scope: string, hash: string, after: bigint): string =>
  nameUuid('taught model', logId, scope, hash, String(after));

export const defaultModelEventId = (logId: string, modelHash: string): string =>
  nameUuid('default model', logId, modelHash);
