import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** Built-in encoder. Changes with its weights, its graph or the preparation of texts, so that vectors are made again. */
const SENTENCE_ENCODER = 'use-lite-1';
export const MODEL_FILE = 'model.onnx';

/** Returns the name under which vectors are stored; vectors of different encoders are never compared. */
export function encoderName(folder: string | undefined): string {
  if (folder === undefined) return SENTENCE_ENCODER;
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, MODEL_FILE)))
    .digest('hex');
  return `${basename(resolve(folder))}-${digest.slice(0, 12)}`;
}
