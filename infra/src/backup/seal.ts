import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Header of the digest: a zstd skippable frame and its length. */
const HEADER = Buffer.from('502a4d1820000000', 'hex');
const DIGEST_BYTES = 32;
const SEAL_BYTES = HEADER.length + DIGEST_BYTES;

type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>;

/**
 * Appends a seal: the SHA-256 of the compressed bytes. Without it, some changed bits would go unnoticed, because they
 * decompress to the same contents.
 */
export async function* appendSeal(bytes: Bytes): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
  yield Buffer.concat([HEADER, hash.digest()]);
}

/** Returns the number of bytes before the seal, and its digest if the file is sealed. */
export async function readSeal(file: string): Promise<{ readonly length: number; readonly digest?: Buffer }> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const length = size - SEAL_BYTES;
  if (length < 0) return { length: size };
  const { buffer } = await handle.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, length);
  if (!buffer.subarray(0, HEADER.length).equals(HEADER)) return { length: size };
  return { length, digest: buffer.subarray(HEADER.length) };
}
