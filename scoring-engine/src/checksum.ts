import { createHash } from 'node:crypto';

const ROW_BYTES = 18;
const CHUNK_ROWS = 8_192;

/**
 * The checksum of a dataset's scores: SHA-256, in hexadecimal, over 18 bytes a candidate in the order of their ids (as
 * bytes): the 16 bytes of the id, then the score in tenths of a point as a signed 16-bit integer, most significant byte
 * first, -1 for N/A. `ids` holds 16 bytes a candidate; `order` the candidates' indexes by id.
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
