import { createHash } from 'node:crypto';

const ROW_BYTES = 18;
const CHUNK_ROWS = 8_192;

/**
 * Returns the checksum of a dataset's scores: the hexadecimal SHA-256 of 18 bytes per candidate, in bytewise id
 * order. These are the id's 16 bytes and the score in tenths of a point as a big-endian signed 16-bit integer, -1 for
 * N/A. `ids` holds 16 bytes per candidate, and `order` the candidates' indexes in id order.
 */
export function scoreChecksum(ids: Uint8Array, scoreTenths: Int16Array, order: Uint32Array): string {
  const sha = createHash('sha256');
  const chunk = Buffer.alloc(CHUNK_ROWS * ROW_BYTES);
  const into = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const words = new DataView(ids.buffer, ids.byteOffset, ids.byteLength);
  let end = 0;
  for (let n = 0; n < order.length; n++) {
    const index = order[n] as number;
    for (let word = 0; word < 16; word += 4) into.setInt32(end + word, words.getInt32(index * 16 + word));
    into.setInt16(end + 16, scoreTenths[index] as number);
    end += ROW_BYTES;
    if (end === chunk.length) {
      sha.update(chunk);
      end = 0;
    }
  }
  return sha.update(chunk.subarray(0, end)).digest('hex');
}
