import { UnreadableFileError } from './source-row.ts';

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface TextBlock {
  readonly text: string;
  /** Bytes of the file up to the end of this block. */
  readonly bytesRead: number;
}

/** Maximum number of characters of a rejected row that are stored. */
export const RAW_LIMIT = 2_000;

/** The decoder's replacement for bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD';

/** Rows are slices that keep their block's text in memory, so blocks are small. */
const BLOCK_BYTES = 128 * 1024;

const SIGNATURES: readonly [readonly number[], string][] = [
  [[0xff, 0xfe], 'The file is UTF-16 text: save it as UTF-8'],
  [[0xfe, 0xff], 'The file is UTF-16 text: save it as UTF-8'],
  [[0x50, 0x4b, 0x03, 0x04], 'The file is an Excel workbook or a ZIP archive: save it as CSV'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'The file is an Excel workbook: save it as CSV'],
  [[0x1f, 0x8b], 'The file is compressed: unpack it first'],
];

/** Throws when the first bytes of a file are not text. */
function assertText(bytes: Uint8Array): void {
  for (const [signature, reason] of SIGNATURES) {
    if (signature.every((byte, index) => bytes[index] === byte)) throw new UnreadableFileError(reason);
  }
  if (bytes.subarray(0, 4_096).includes(0)) throw new UnreadableFileError('The file is not text');
}

/** Decodes UTF-8 without its byte order mark, in blocks of bounded size. */
export async function* decodeText(bytes: Bytes): AsyncGenerator<TextBlock> {
  const decoder = new TextDecoder('utf-8');
  let bytesRead = 0;
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += BLOCK_BYTES) {
      const block = chunk.subarray(at, at + BLOCK_BYTES);
      if (bytesRead === 0) assertText(block);
      bytesRead += block.length;
      yield { text: decoder.decode(block, { stream: true }), bytesRead };
    }
  }
  const tail = decoder.decode();
  if (tail !== '') yield { text: tail, bytesRead };
}

/** Returns why a row's text is unusable, or undefined. */
export function textProblem(raw: string): string | undefined {
  return raw.includes(REPLACEMENT) ? 'Has characters that are not UTF-8' : undefined;
}
