import { hash } from 'node:crypto';

/** Returns the UUID (RFC 9562 version 8) that a name always maps to. */
export function nameBasedUuid(name: string): string {
  const hex = hash('sha1', name);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns a parcel's id: the same APN in the same dataset is always the same candidate, whichever file it came from. */
export const candidateId = (datasetKey: string, apn: string): string =>
  nameBasedUuid(`${datasetKey}\n${apn}`);
