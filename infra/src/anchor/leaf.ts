import { hash } from 'node:crypto';
import { type ReadEvent, TOMBSTONE_REVISION } from '../event-store/recorded-event.ts';

const LEAF_PREFIX = 0x00;
/** Leaf prefix, position, revision and id. */
const FIXED_BYTES = 1 + 8 + 8 + 16;

let scratch = Buffer.alloc(64 * 1024);

/**
 * Hashes an event as a leaf of the tree: every field that a reader receives (position, revision, id, stream, type,
 * content type, time, metadata and data). Variable-length fields are length-prefixed, so that two different events
 * never produce the same bytes.
 */
export function leafOf(event: ReadEvent): Buffer {
  const { stream, type, contentType, created, customMetadata, data } = event;
  const fields = [stream, type, contentType, created, customMetadata, data];
  let size = FIXED_BYTES + 4 * fields.length;
  for (const field of fields) size += field.length;
  if (scratch.length < size) scratch = Buffer.alloc(size * 2);
  scratch[0] = LEAF_PREFIX;
  scratch.writeBigUInt64BE(BigInt(event.position), 1);
  scratch.writeBigUInt64BE(event.revision === undefined ? TOMBSTONE_REVISION : BigInt(event.revision), 9);
  scratch.set(event.id, 17);
  let at = FIXED_BYTES;
  for (const field of fields) {
    at = scratch.writeUInt32BE(field.length, at);
    scratch.set(field, at);
    at += field.length;
  }
  return hash('sha256', scratch.subarray(0, size), 'buffer');
}
