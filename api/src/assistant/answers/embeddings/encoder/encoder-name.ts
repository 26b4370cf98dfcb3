import { createHash, type Hash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the encoder that comes with the product. */
export const BUILT_IN_ENCODER = fileURLToPath(new URL('./landline-minilm-1', import.meta.url));
export const MODEL_FILE = 'model.onnx';
export const POOLING_FILE = join('1_Pooling', 'config.json');

/** Files that determine the vectors; the last two are optional. */
const ENCODER_FILES = [
  'tokenizer.json',
  'tokenizer_config.json',
  MODEL_FILE,
  POOLING_FILE,
  `${MODEL_FILE}_data`, // weights of models above 2 GB
];

const PIECE_BYTES = 1_048_576;

/**
 * Returns the encoder's name, which is stored with each vector so that vectors of different encoders are never compared: the
 * folder's name and a hash of its files, or a fixed name for the built-in encoder.
 */
export function encoderName(folder: string | undefined): string {
  if (folder === undefined) return basename(BUILT_IN_ENCODER);
  const hash = createHash('sha256');
  for (const file of ENCODER_FILES) if (existsSync(join(folder, file))) addFile(hash, join(folder, file));
  return `${basename(resolve(folder))}-${hash.digest('hex').slice(0, 12)}`;
}

/** Adds a file to a hash in pieces: `readFileSync` does not read files of 2 GB. */
function addFile(hash: Hash, path: string): void {
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (let bytes = readSync(file, piece); bytes > 0; bytes = readSync(file, piece))
      hash.update(piece.subarray(0, bytes));
  } finally {
    closeSync(file);
  }
}
