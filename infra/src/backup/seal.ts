import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** What stands before the digest: a frame that decoders of zstd pass over, and its length. */
const HEADER = Buffer.from('502a4d1820000000', 'hex');
const DIGEST_BYTES = 32;
const SEAL_BYTES = HEADER.length + DIGEST_BYTES;

type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>;

/** The bytes, and after them a seal: the SHA-256 of them as they are stored. Changed bits may well unpack to the same. */
export async function* sealed(bytes: Bytes): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
  yield Buffer.concat([HEADER, hash.digest()]);
}

/** How many bytes of a file stand before its seal, and the digest in that: none where there is no seal. */
export async function readSeal(file: string): Promise<{ readonly length: number; readonly digest?: Buffer }> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const length = size - SEAL_BYTES;
  if (length < 0) return { length: size };
  const { buffer } = await handle.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, length);
  if (!buffer.subarray(0, HEADER.length).equals(HEADER)) return { length: size };
  return { length, digest: buffer.subarray(HEADER.length) };
}
