import { hash } from 'node:crypto';

/**
 * The id of a candidate: the same parcel number in the same dataset is always the same candidate, however
 * often and in whatever order files are imported. A name-based UUID (RFC 9562 version 8).
 */
export function candidateId(datasetKey: string, apn: string): string {
  const hex = hash('sha1', `${datasetKey}\n${apn}`);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The first 32 bits of a candidate's id, as a signed integer: enough to find the few events that may be about it. */
export const idPrefix = (id: string): number => Number.parseInt(id.slice(0, 8), 16) | 0;
