import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the encoder that comes with the product. */
export const BUILT_IN_ENCODER = fileURLToPath(new URL('./all-minilm-l6-v2', import.meta.url));
const BUILT_IN_NAME = 'all-minilm-l6-v2';
export const MODEL_FILE = 'model.onnx';

/** Returns a name that changes with the weights; vectors of different encoders are never compared. */
export function encoderName(folder: string | undefined): string {
  if (folder === undefined) return BUILT_IN_NAME;
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, MODEL_FILE)))
    .digest('hex');
  return `${basename(resolve(folder))}-${digest.slice(0, 12)}`;
}
