import { hash } from 'node:crypto';
import type { ReadEvent } from '../event-store/recorded-event.ts';

const LEAF = 0x00;
/** Leaf mark, position, revision and id. */
const FIXED_BYTES = 1 + 8 + 8 + 16;
/** Revision of a tombstone, which follows every possible revision. */
export const TOMBSTONE_REVISION = 2n ** 63n - 1n;

let scratch = Buffer.alloc(64 * 1024);

/**
 * Hashes an event as a leaf of the tree: every field that a reader receives (position, revision, id, stream, type,
 * content type, time, metadata and data). Texts have their length before them, so that two different events never
 * produce the same bytes.
 */
export function leafOf(event: ReadEvent): Buffer {
  const { stream, type, contentType, created, customMetadata, data } = event;
  const texts = [stream, type, contentType, created, customMetadata, data];
  let size = FIXED_BYTES + 4 * texts.length;
  for (const text of texts) size += text.length;
  if (scratch.length < size) scratch = Buffer.alloc(size * 2);
  scratch[0] = LEAF;
  scratch.writeBigUInt64BE(BigInt(event.position), 1);
  scratch.writeBigUInt64BE(event.revision === undefined ? TOMBSTONE_REVISION : BigInt(event.revision), 9);
  scratch.set(event.id, 17);
  let at = FIXED_BYTES;
  for (const text of texts) {
    at = scratch.writeUInt32BE(text.length, at);
    scratch.set(text, at);
    at += text.length;
  }
  return hash('sha256', scratch.subarray(0, size), 'buffer');
}
